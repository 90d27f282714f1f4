import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { COMMANDS } from "../packages/virtual-android/src/commands.js";
import { packageRoot } from "../src/base/assets.js";
import { OPTIONS } from "../src/base/config.js";
import { ERROR_CODES } from "../src/base/errors.js";
import { DETECTOR_WORDS } from "../src/base/options/choices.js";
import { OPTIONAL_TOOLS, TOOLS } from "../src/tools/tools.js";

const ROOT = packageRoot();
const PHONE = "packages/virtual-android/src";
const AGENT = "packages/fovea-agent/src";

function files(folder: string, ending: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true })
    .map((name) => String(name).replaceAll("\\", "/"))
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name}`);
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), "utf8");
}

/** A file without its comments. */
function code(file: string): string {
  return read(file).replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, "");
}

/** The environment of the virtual phone's own processes is a Map, so that brackets there mean the host's. */
function hostEnvironment(file: string): RegExp {
  return file.startsWith(PHONE) ? /\bprocess\.env\s*\[/ : /\bprocess\.env\b/;
}

const SOURCES = [...files("src", ".ts"), ...files(PHONE, ".ts"), ...files(AGENT, ".ts")];
const TESTS = files("test", ".ts");

test("source files are short: of 100 at most 2 have more than 300 lines, and none more than 450", () => {
  const lengths = SOURCES.map((file) => [file, read(file).split("\n").length - 1] as const);
  const above = (most: number) => lengths.filter(([, lines]) => lines > most);
  assert.deepEqual(above(450), []);
  assert.ok(above(300).length <= SOURCES.length / 50, above(300).join("\n"));
});

test("files have the same bytes on every system: Git gives them no Windows line ends", () => {
  assert.match(read(".gitattributes"), /^\* text=auto eol=lf$/m);
  const texts = [...SOURCES, ...TESTS, ...files("protocol", ".json"), ...files("docs", ".md")];
  assert.ok(texts.length > 1_000);
  assert.deepEqual(
    texts.filter((file) => read(file).includes("\r\n")),
    [],
  );
});

test("no suite awaits before a test, since later tests would belong to no suite (scripts/test-hooks.mjs)", () => {
  const found = TESTS.filter((file) => /^\s*(?:describe|suite)\(.*\basync\b/m.test(code(file)));
  assert.deepEqual(found, []);
});

test("nothing sleeps for a fixed time, but waits for events or polls a condition", () => {
  const wait = /\bsetTimeout\(\s*resolve|\bsetTimeout\b.*timers\/promises|\bsleep\(\s*\d|Atomics\.wait/;
  // signals.ts is where polls and retries wait; the virtual phone and the fakes of tests take their time. A thread of
  // scripts stands still until the program has answered its request.
  const allowed = new Set([
    "src/base/signals.ts",
    "src/replay/script/script-thread.ts",
    "test/support/delay.ts",
    "test/support/jumping-time.ts",
    "test/support/whole-time.ts",
    "test/conventions.test.ts",
  ]);
  const found = [...SOURCES, ...TESTS].filter(
    (file) => !allowed.has(file) && !/virtual-(?:device|android)\//.test(file),
  );
  assert.deepEqual(
    found.filter((file) => wait.test(code(file))),
    [],
  );
});

test("only signals.ts uses timers, and everything else waits for an event or a condition", () => {
  const timer = /\bset(?:Timeout|Interval)\(|timers\/promises|\bAtomics\.wait\b/;
  // A stream that stays silent is closed, and news of devices are reported together: nobody waits for either timer.
  const allowed = new Set([
    "src/base/signals.ts",
    "src/devices/shell.ts",
    "src/devices/device-events.ts",
    "src/replay/script/script-thread.ts",
  ]);
  const own = SOURCES.filter((file) => !allowed.has(file) && !file.startsWith(PHONE));
  assert.deepEqual(
    own.filter((file) => timer.test(code(file))),
    [],
  );
  // A pause between two tries is for connections, never for a screen; a batch pauses where its caller says.
  const isOfScreens = (file: string) => /^src\/(?:observe|actions|screen|session|tools)\//.test(file);
  const ofScreens = own.filter((file) => isOfScreens(file) && file !== "src/tools/batch.ts");
  assert.deepEqual(
    ofScreens.filter((file) => /\bbackOff\b/.test(code(file))),
    [],
  );
});

test("no test is skipped, focused or marked as to do", () => {
  const left = /\b(?:test|it|describe)\.(?:skip|only|todo)\b|\bskip: true\b/;
  assert.deepEqual(
    TESTS.filter((file) => file !== "test/conventions.test.ts" && left.test(read(file))),
    [],
  );
});

test("the environment is read in one place", () => {
  // cli/terminal.ts is where a command is typed; base/telemetry.ts sets one variable for native code, and tracing.ts
  // removes those that would send a run to others.
  const allowed = new Set([
    "src/base/config.ts",
    "src/base/telemetry.ts",
    "src/cli/terminal.ts",
    `${AGENT}/run/tracing.ts`,
  ]);
  assert.deepEqual(
    SOURCES.filter((file) => !allowed.has(file) && hostEnvironment(file).test(code(file))),
    [],
  );
});

test("types have no any, no non-null assertion and no compiler directive", () => {
  const cheat = /: any\b|\bas any\b|<any>|@ts-(?:ignore|expect-error|nocheck)|\bas unknown as\b/;
  assert.deepEqual(
    SOURCES.filter((file) => cheat.test(code(file))),
    [],
  );
});

test("tables of words are read through lookUp, which ignores properties of every JavaScript object", () => {
  const wrong = SOURCES.filter((file) => !file.startsWith(PHONE)).flatMap((file) => {
    const text = code(file);
    const tables = [...text.matchAll(/const ([A-Z_]+): Readonly<Record<string, /g)].map((found) => found[1] ?? "");
    const isGuarded = (name: string) => text.includes(`Object.hasOwn(${name}, `) || name in ONLY_OWN_WORDS;
    return tables
      .filter((name) => new RegExp(`\\b${name}\\[`).test(text) && !isGuarded(name))
      .map((name) => `${file} ${name}`);
  });
  assert.deepEqual(wrong, []);
});

/** Tables that are asked for words of Fovea alone. */
const ONLY_OWN_WORDS: Readonly<Record<string, string>> = {
  TYPE_WORDS: "the types of windows",
  LETTERS: "the letters of the pattern before it",
};

test("there are no index files except those of packages, and no default exports", () => {
  assert.deepEqual(
    SOURCES.filter((file) => /\/index\.ts$/.test(file) || /^export default\b/m.test(read(file))),
    // What programs import of the package.
    [`${PHONE}/index.ts`, `${AGENT}/index.ts`],
  );
});

test("every tool is named after its file, has a short description and a test", () => {
  for (const tool of [...TOOLS, ...OPTIONAL_TOOLS]) {
    const file = tool.name.replaceAll("_", "-");
    assert.match(tool.name, /^[a-z]+(?:_[a-z]+)*$/);
    assert.ok(tool.name.length <= 32, tool.name);
    assert.ok(existsSync(join(ROOT, `src/tools/${file}.ts`)), `src/tools/${file}.ts`);
    assert.ok(existsSync(join(ROOT, `test/tools/${file}.test.ts`)), `test/tools/${file}.test.ts`);
    assert.ok(tool.description.length <= 300, tool.name);
  }
});

/** Where things are added: a folder, which of its files are such things, and where they are registered. */
interface Registry {
  readonly folder: string;
  readonly is: (file: string) => boolean;
  readonly registry: readonly string[];
  /** The test of each, where it has to have its own one; null if the registry's test tries all. */
  readonly testOf: ((name: string) => string) | null;
}

const REGISTRIES: Readonly<Record<string, Registry>> = {
  tool: {
    folder: "src/tools",
    is: (file) => file !== "src/tools/tools.ts",
    registry: ["src/tools/tools.ts"],
    testOf: (name) => `test/tools/${name}.test.ts`,
  },
  probe: {
    folder: "src/observe/probes",
    is: (file) => code(file).includes("defineFact"),
    registry: ["src/observe/probes.ts"],
    testOf: null,
  },
  detector: {
    folder: "src/vision/detectors",
    is: (file) => /^export (?:async )?function create\w+\([^)]*\): (?:Promise<)?Detector\b/m.test(code(file)),
    registry: ["src/vision/detectors.ts"],
    testOf: (name) => `test/vision/detectors/${name}.test.ts`,
  },
  "app of the virtual phone": {
    folder: `${PHONE}/apps`,
    is: (file) => /^export function \w+App\([^)]*\): App\b/m.test(code(file)) && !file.endsWith("/foreign.ts"),
    registry: [`${PHONE}/apps/apps.ts`],
    testOf: (name) => `test/virtual-device/apps/${name}.test.ts`,
  },
  command: {
    folder: "src/cli",
    is: (file) => /^export const \w+: Command = /m.test(code(file)),
    registry: ["src/cli/commands.ts", "src/cli/device-commands.ts", "src/cli/recording-commands.ts"],
    testOf: null,
  },
  "program of the virtual phone": {
    folder: `${PHONE}/commands`,
    is: () => true,
    registry: [`${PHONE}/toolbox.ts`, `${PHONE}/framework-commands.ts`],
    testOf: null,
  },
};

for (const [kind, { folder, is, registry, testOf }] of Object.entries(REGISTRIES)) {
  test(`every ${kind} is registered and has its test`, () => {
    const found = readdirSync(join(ROOT, folder))
      .map((name) => `${folder}/${name}`)
      .filter((file) => file.endsWith(".ts") && is(file));
    assert.ok(found.length > 1, `${folder} has ${found.length}`);
    const registered = registry.map(read).join("\n");
    const nameOf = (file: string) => file.slice(folder.length + 1, -3);
    const missing = found.flatMap((file) => {
      const test = testOf?.(nameOf(file));
      return [
        ...(registered.includes(`/${nameOf(file)}.js"`) ? [] : [`${file}: add a line to ${registry.join(" or ")}`]),
        ...(test === undefined || existsSync(join(ROOT, test)) ? [] : [`${file}: write ${test}`]),
      ];
    });
    assert.deepEqual(missing, []);
  });
}

test("every detector's own test runs the detector contract", () => {
  const untried = Object.keys(DETECTOR_WORDS).filter((name) => {
    const file = join(ROOT, `test/vision/detectors/${name}.test.ts`);
    return !existsSync(file) || !readFileSync(file, "utf8").includes(`testDetectorContract("${name}"`);
  });
  assert.deepEqual(untried, [], "call testDetectorContract in test/vision/detectors/NAME.test.ts");
});

test("the virtual phone has all of its programs", () => {
  assert.ok(COMMANDS.length >= readdirSync(join(ROOT, `${PHONE}/commands`)).length);
});

test("every error code is asserted in a test", () => {
  const texts = TESTS.filter((file) => file !== "test/conventions.test.ts")
    .map(read)
    .join("\n");
  assert.deepEqual(
    Object.keys(ERROR_CODES).filter((code) => !texts.includes(`"${code}"`)),
    [],
  );
});

test("every option has a flag, a variable and a key of the same words", () => {
  for (const { flag, env, key } of OPTIONS) {
    assert.match(flag, /^--[a-z]+(?:-[a-z]+)*$/);
    assert.equal(env, `FOVEA_${flag.slice(2).replaceAll("-", "_").toUpperCase()}`);
    assert.match(key, /^[a-z][A-Za-z]*$/);
  }
});

test("compiled files that scripts load exist", () => {
  const missing = files("scripts", ".mjs").flatMap((file) => {
    const loaded = [...read(file).matchAll(/"\.\.?\/dist\/((?:src|test|bench|packages)\/[^"]+)\.js"/g)];
    return loaded.flatMap(([, path = ""]) => (existsSync(join(ROOT, `${path}.ts`)) ? [] : [`${file} loads ${path}`]));
  });
  assert.deepEqual(missing, []);
});

test("the repository names no machine paths and no package registries", () => {
  const tracked = [
    ...SOURCES,
    ...TESTS,
    ...files("docs", ".md"),
    ...files("scripts", ".mjs"),
    "README.md",
    "package-lock.json",
  ];
  const place = /(?:^|[^\w./~-])\/(?:root|home|work)\/|registry\.npmjs\.org/m;
  assert.deepEqual(
    tracked.filter((file) => file !== "test/conventions.test.ts" && place.test(read(file))),
    [],
  );
});
