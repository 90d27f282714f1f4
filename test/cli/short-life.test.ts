import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join, normalize } from "node:path";
import { test } from "node:test";
import { packageRoot } from "../../src/base/assets.js";
import { COMMANDS } from "../../src/cli/commands.js";
import { shortLifeFlags } from "../../src/cli/short-life.js";
import * as toolCommands from "../../src/cli/tool-commands.js";

const IMPORT = /^(?:import|export) (?!type\b)[^;]*?from "([^"]+)";/gm;

/**
 * What is loaded with a file: the sources that it imports first of all, and all that those do, and packages by name.
 */
function loadedWith(file: string, known = new Set<string>()): ReadonlySet<string> {
  if (known.has(file)) return known;
  known.add(file);
  const text = readFileSync(join(packageRoot(), "src", file), "utf8");
  for (const [, from = ""] of text.matchAll(IMPORT)) {
    if (!from.startsWith(".")) known.add(from);
    else loadedWith(normalize(join(file, "..", from.replace(/\.js$/, ".ts"))), known);
  }
  return known;
}

test("a command of one call loads only its own tool, and no module that most calls do not need", () => {
  const loaded = loadedWith("cli/observe.ts");
  assert.ok(loaded.has("tools/observe.ts") && loaded.has("observe/observe.ts") && loaded.has("zod"));
  const needless = [
    ...[
      "actions/act.ts",
      "actions/targets/choose-element.ts",
      "tools/batch.ts",
      "tools/tap.ts",
      "answers/marked-screen.ts",
    ],
    ...["device-recording/phone-recorder.ts", "vision/marks.ts", "re2js", "sharp", "@modelcontextprotocol/server"],
  ];
  assert.deepEqual(
    needless.filter((name) => loaded.has(name)),
    [],
  );
  const others = [...loaded].filter((name) => name.startsWith("actions/"));
  assert.deepEqual(others.toSorted(), ["actions/targets/device-today.ts", "actions/targets/refuse-screen.ts"]);
});

test("no file imports the whole of zod when it is needed, which would load its messages in all languages", () => {
  const compiled = join(packageRoot(), "dist", "src");
  const files = readdirSync(compiled, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".js"));
  const whole = files.filter((file) => readFileSync(join(compiled, file), "utf8").includes('import("zod'));
  assert.ok(files.includes(join("cli", "program.js")));
  assert.deepEqual(whole, []);
});

test("every command that runs a tool is marked as one call, and fovea serve is not", () => {
  const missing = Object.keys(toolCommands).filter((name) => COMMANDS[name]?.isOneCall !== true);
  assert.deepEqual(missing, []);
  assert.notEqual(COMMANDS["serve"]?.isOneCall, true);
});

test("shortLifeFlags switches the optimising compiler off only for a Node that has a second, quick one", () => {
  assert.ok(!shortLifeFlags("22.13.0").includes("--no-opt"));
  assert.ok(shortLifeFlags("24.21.0").includes("--no-opt"));
});
