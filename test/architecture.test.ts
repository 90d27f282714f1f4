import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { test } from "node:test";
import { packageRoot } from "../src/base/assets.js";
import {
  agentImports,
  findCycle,
  foldersOf,
  imports,
  importsBetweenFiles,
  importsIn,
  importsWithinFolder,
  PHONE,
  rooms,
  sourceFiles,
  targetOf,
} from "./support/import-graph.js";

const ROOT = packageRoot();

/** Which folders of src a folder may import from, besides itself. `cli` may import anything. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  base: [],
  "device-recording": ["base"],
  screen: ["base"],
  devices: ["base", "device-recording"],
  "hierarchy-cache": ["base", "screen"],
  vision: ["base", "screen"],
  farm: ["base"],
  session: ["base", "screen", "guard", "devices", "farm", "hierarchy-cache", "vision"],
  observe: ["base", "screen", "devices", "hierarchy-cache", "session", "vision"],
  actions: ["base", "screen", "guard", "devices", "hierarchy-cache", "session", "vision", "observe"],
  "tool-contract": ["base", "screen", "devices", "session", "vision", "actions", "recorder", "live-memory"],
  answers: ["base", "screen", "session", "vision", "observe", "actions", "tool-contract"],
  tools: [
    "base",
    "screen",
    "devices",
    "session",
    "vision",
    "observe",
    "actions",
    "recorder",
    "tool-contract",
    "answers",
    "graph",
    "live-memory",
  ],
  server: [
    "base",
    "screen",
    "guard",
    "devices",
    "session",
    "observe",
    "vision",
    "tool-contract",
    "tools",
    "recorder",
    "live-memory",
    "skills",
  ],
  guard: ["base", "screen"],
  trace: ["base", "screen"],
  graph: ["base", "screen", "trace"],
  memory: ["base", "screen", "trace", "graph"],
  "live-memory": ["base", "screen", "trace", "graph", "memory", "session", "recorder"],
  recorder: ["base", "screen", "session", "observe", "trace", "vision"],
  "by-hand": ["base", "screen", "devices", "session", "observe", "actions"],
  replay: [
    "base",
    "screen",
    "devices",
    "session",
    "vision",
    "observe",
    "actions",
    "tool-contract",
    "answers",
    "tools",
    "trace",
  ],
  explore: ["base", "screen", "graph", "session", "observe", "actions", "live-memory", "tool-contract", "tools"],
  skills: ["base", "screen", "guard", "session", "observe", "tool-contract", "tools", "trace", "replay"],
  // The package of the virtual phone.
  "..": ["base", "device-recording"],
  app: [
    "base",
    "farm",
    "guard",
    "device-recording",
    "screen",
    "devices",
    "hierarchy-cache",
    "vision",
    "session",
    "observe",
    "actions",
    "recorder",
    "live-memory",
    "tool-contract",
    "tools",
    "server",
  ],
  library: [
    "base",
    "farm",
    "screen",
    "guard",
    "devices",
    "vision",
    "session",
    "observe",
    "actions",
    "by-hand",
    "tool-contract",
    "answers",
    "tools",
    "server",
    "app",
    "recorder",
    "trace",
    "replay",
    "skills",
    "..",
  ],
};

/** Where a package (or a part of Node that reaches outside) may be imported. */
const PACKAGE_PLACES: Readonly<Record<string, readonly string[]>> = {
  "@modelcontextprotocol/server": ["server"],
  "@modelcontextprotocol/client": ["cli"],
  "@modelcontextprotocol/node": ["server"],
  "@devicefarmer/adbkit": ["devices"],
  "blockhash-core": ["vision"],
  graphology: ["graph"],
  "graphology-components": ["graph"],
  "graphology-shortest-path": ["graph"],
  "@dagrejs/dagre": ["explore"],
  "fast-xml-parser": ["observe", "replay"],
  sharp: ["vision", ".."],
  "@nats-io/jetstream": ["farm"],
  "@nats-io/transport-node": ["farm"],
  "onnxruntime-node": ["vision"],
  "opentype.js": ["vision"],
  "p-limit": ["devices"],
  yaml: ["replay", "skills"],
  pixelmatch: ["hierarchy-cache"],
  re2js: ["base"],
  yauzl: ["trace"],
  yazl: ["trace"],
  "node:sqlite": ["memory"],
  "node:net": ["devices", ".."],
  "node:http": ["server"],
  "node:https": [],
  "node:child_process": ["devices", "app", "cli"],
};

test("every folder imports only from the folders that it is allowed to import from", () => {
  const wrong = imports().flatMap(({ file, folder, from }) => {
    if (!from.startsWith(".") || folder === "cli") return [];
    const target = targetOf(file, from).split("/")[0] ?? "";
    const isAllowed = target === folder || (MAY_IMPORT[folder] ?? []).includes(target);
    return isAllowed ? [] : [`${file} imports ${from}`];
  });
  assert.deepEqual(wrong, []);
});

/** What the command line loads of the agents, and their types. */
const AGENT_DOORS = ["index.js", "public-types.js"].map((name) => `../packages/fovea-agent/src/${name}`);

/** Where the agents may import a package, or a part of Node that reaches outside. */
const AGENT_PLACES: Readonly<Record<string, readonly string[]>> = {
  "fovea-mcp": ["computer-use", "phone", "omni", "run", "."],
  ai: ["models", "omni", "phone"],
  "@ai-sdk/anthropic": ["models"],
  "@ai-sdk/google": ["models"],
  "@ai-sdk/openai": ["models"],
  "@ai-sdk/openai-compatible": ["models"],
  "@langchain/core": ["run"],
  "@langchain/langgraph": ["omni", "run"],
  "@langchain/langgraph-checkpoint": ["run"],
  "@modelcontextprotocol/client": ["guides"],
  zod: ["computer-use", "guides", "omni", "phone", "run", "scripted"],
  "node:http": ["scripted"],
  "node:net": ["scripted"],
};

test("the agents import only the public library, by its types, and each package only where it belongs", () => {
  const found = agentImports();
  assert.ok(found.length > 50);
  const wrong = found.flatMap(({ file, folder, from, isOfTypes }) => {
    const isLibrary = from === "fovea-mcp";
    if (from.startsWith("."))
      return posix.join(posix.dirname(file), from).startsWith("..") ? [`${file} imports ${from}`] : [];
    const name = Object.keys(AGENT_PLACES).find((one) => from === one || from.startsWith(`${one}/`));
    const isPlain = /^node:(?:fs|path|stream)\b/.test(from);
    const isAllowed =
      name === undefined ? isPlain : (AGENT_PLACES[name] ?? []).includes(folder) && (!isLibrary || isOfTypes);
    return isAllowed ? [] : [`${file} imports ${from}`];
  });
  assert.deepEqual(wrong, []);
});

test("one command alone loads the agents, and nothing else in Fovea imports them", () => {
  const users = imports().filter(({ from }) => from.includes("fovea-agent"));
  assert.deepEqual([...new Set(users.map(({ file }) => file))].toSorted(), ["cli/agent-options.ts", "cli/agent.ts"]);
});

test("Fovea imports the virtual phone through one file only", () => {
  const wrong = imports().flatMap(({ file, folder, from }) => {
    const target = from.startsWith(".") ? targetOf(file, from) : from;
    return folder !== ".." &&
      target.startsWith("../") &&
      !AGENT_DOORS.includes(target) &&
      target !== `${PHONE}/internal.js`
      ? [`${file} imports ${from}`]
      : [];
  });
  assert.deepEqual(wrong, []);
});

/** Where programs are run on a device: what acts there passes the gate before, or sets a device up, or only looks. */
const RUNS_PROGRAMS = ["actions", "app", "by-hand", "cli", "devices", "library", "observe"];

test("no tool, flow or skill runs a program on the device itself, but through an action, which asks the gate", () => {
  const isShell = (file: string, from: string) =>
    /^devices\/(?:shell|shell-parts|script)\.js$/.test(targetOf(file, from));
  const users = imports().filter(({ file, from }) => from.startsWith(".") && isShell(file, from));
  assert.deepEqual([...new Set(users.map(({ folder }) => folder))].toSorted(), RUNS_PROGRAMS);
});

test("the import table has no cycle: no two folders of src may import each other", () => {
  assert.equal(findCycle(new Map(Object.entries(MAY_IMPORT))), undefined);
});

test("every folder of src has a line in the import table", () => {
  const folders = new Set(sourceFiles().map((file) => file.split("/")[0] ?? ""));
  assert.deepEqual(
    [...folders].filter((folder) => folder !== "cli" && !(folder in MAY_IMPORT)),
    [],
  );
});

test("each package in PACKAGE_PLACES is imported only from the folders listed there", () => {
  const wrong = imports().flatMap(({ file, folder, from }) => {
    const name = Object.keys(PACKAGE_PLACES).find((one) => from === one || from.startsWith(`${one}/`));
    return name === undefined || (PACKAGE_PLACES[name] ?? []).includes(folder) ? [] : [`${file} imports ${from}`];
  });
  assert.deepEqual(wrong, []);
});

test("no file imports, not even a type, from a file or folder beside it that imports that file", () => {
  const arrows = importsBetweenFiles();
  const circlesIn = (room: string) =>
    foldersOf(room).flatMap((folder) => findCycle(importsWithinFolder(arrows, folder)) ?? []);
  assert.ok(rooms().length >= 25);
  assert.deepEqual(rooms().flatMap(circlesIn), []);
});

test("the import scanner finds every form of import that compiles", () => {
  const forms = [
    'import "./x.js";',
    'import { a } from "./x.js";',
    "import { a } from './x.js';",
    'import{a}from"./x.js";',
    'import type { A } from "./x.js";',
    'import * as a from "./x.js";',
    'export * from "./x.js";',
    'export type { A } from "./x.js";',
    '/* c */ import { a } from "./x.js";',
    'import type {\n  // The gesture; not its screens.\n  A,\n} from "./x.js";',
    'const a = await import("./x.js");',
    "const a = await import(`./x.js`);",
    'const a = await import(/* c */ "./x.js");',
    'const a = await import(\n  "./x.js"\n);',
    'const a = import("./x.js", {});',
    'let a: typeof import("./x.js");',
    'const a = 1; import { b } from "./x.js";',
  ];
  for (const form of forms) {
    const found = importsIn(`// of a file\nimport { z } from "zod";\n${form}\nexport const c = "from";\n`);
    assert.deepEqual(found.map(({ from }) => from).sort(), ["./x.js", "zod"], form);
  }
  assert.deepEqual(importsIn('// import { a } from "./x.js";\n/* import "./y.js"; */\nexport const a = "b";'), []);
});

test("no file of src imports Fovea by its package name, which would hide the folder", () => {
  const own = imports().filter(({ from }) => /^(?:fovea-mcp|virtual-android)(?:\/|$)/.test(from));
  assert.deepEqual(own, []);
});

test("the cycle check finds a cycle between files, and between a folder and the files beside it", () => {
  const graph = (arrows: Readonly<Record<string, readonly string[]>>) => importsWithinFolder(arrows, "room");
  assert.equal(findCycle(graph({ "room/a.ts": ["room/b.ts"], "room/b.ts": ["base/c.ts"] })), undefined);
  assert.equal(findCycle(graph({ "room/a.ts": ["room/b.ts"], "room/b.ts": ["room/a.ts"] })), "a.ts -> b.ts -> a.ts");
  const through = { "room/in/a.ts": ["room/b.ts"], "room/b.ts": ["room/in/c.ts"], "room/in/c.ts": [] };
  assert.equal(findCycle(graph(through)), "in -> b.ts -> in");
});

test("there are no import cycles between files", () => {
  const graph = new Map<string, string[]>();
  for (const { file, from } of imports()) {
    if (!from.startsWith(".")) continue;
    const target = targetOf(file, from).replace(/\.js$/, ".ts");
    graph.set(file, [...(graph.get(file) ?? []), target]);
  }
  assert.deepEqual(findCycle(withoutTypeOnly(graph)), undefined);
});

/** Modules that only tool calls need are loaded after the handshake. These are the slowest of them. */
const NOT_FOR_HANDSHAKES = [
  "actions/",
  "observe/",
  "devices/",
  "vision/",
  "recorder/",
  "tools/tools",
  "server/call-tool",
];

test("the MCP handshake loads no module that only tool calls need", () => {
  const needed = new Set(["cli/serve.ts"]);
  for (const file of needed) {
    const text = readFileSync(join(ROOT, "src", file), "utf8");
    const lines = [...text.matchAll(/(?:^|\n)(?:import|export)\s([^;]*?)from\s+"(\.[^"]+)"/g)];
    const targets = lines.filter(([, clause = ""]) => !isTypeOnly(clause)).map(([, , from = ""]) => from);
    for (const target of targets) needed.add(targetOf(file, target).replace(/\.js$/, ".ts"));
  }
  assert.ok(needed.has("server/create-server.ts"), "the server itself was not found");
  assert.deepEqual(
    [...needed].filter((file) => NOT_FOR_HANDSHAKES.some((part) => file.startsWith(part))),
    [],
  );
});

/** The compiler removes imports of types, so only imports of values can form a cycle at run time. */
function withoutTypeOnly(graph: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, readonly string[]> {
  return new Map(
    [...graph].map(([file, targets]) => {
      const text = readFileSync(join(ROOT, "src", file), "utf8");
      const runtime = targets.filter((target) => {
        const name = target.slice(target.lastIndexOf("/") + 1, -3);
        const lines = [...text.matchAll(/(?:import|export)\s([^;]*?)from\s+"([^"]+)"/g)].filter((match) =>
          (match[2] ?? "").endsWith(`/${name}.js`),
        );
        return !lines.every((match) => isTypeOnly(match[1] ?? ""));
      });
      return [file, runtime];
    }),
  );
}

function isTypeOnly(clause: string): boolean {
  if (/^type\s/.test(clause)) return true;
  const names = /\{([^}]*)\}/.exec(clause)?.[1]?.split(",") ?? [];
  return names.length > 0 && names.every((name) => name.trim() === "" || /^type\s/.test(name.trim()));
}
