import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { packageRoot } from "../../../src/base/assets.js";
import { Sandbox, type ScriptEnd, type ScriptLimits } from "../../../src/replay/script/sandbox.js";
import { askMaestro, hasMaestro, type MaestroAnswer } from "../../support/maestro-judge.js";

const VALUES = join(packageRoot(), "test", "replay", "script", "maestro-values.txt");
const ENV = { NAME: "Given", EMPTY: "", NUM: "7", FLAG: "true" };
const LIMITS: ScriptLimits = { timeMs: 10_000, memoryBytes: 64_000_000 };

interface Row {
  readonly scripts: readonly string[];
  /** `= value`, or `throws`. */
  readonly wanted: string;
}

function rows(): readonly Row[] {
  const lines = readFileSync(VALUES, "utf8").split("\n");
  return lines.flatMap((line) => {
    const [scripts, wanted] = line.split(" ⇒ ");
    return line.startsWith("# ") || scripts === undefined || wanted === undefined
      ? []
      : [{ scripts: scripts.split(" ⇥ "), wanted }];
  });
}

async function open(limits: Partial<ScriptLimits> = {}, log: (line: string) => void = () => {}): Promise<Sandbox> {
  return await Sandbox.open({ limits: { ...LIMITS, ...limits }, log, request: () => '{"failed":"no"}' });
}

function run(sandbox: Sandbox, source: string): ScriptEnd {
  return sandbox.run({ source, name: "script", env: ENV, platform: "android", copiedText: null });
}

const EMPTY_OUTPUT = "for (const key of Object.keys(output)) delete output[key]";

function ended(sandbox: Sandbox, scripts: readonly string[]): string {
  run(sandbox, EMPTY_OUTPUT);
  let last = "";
  for (const script of scripts) {
    const end = run(sandbox, script.replaceAll("\\n", "\n"));
    if (!("value" in end)) return "throws";
    last = end.value;
  }
  return `= ${last.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\t", "\\t")}`;
}

test("scripts have the same results as in Maestro", async () => {
  const sandbox = await open();
  const all = rows();
  assert.ok(all.length >= 300, `${all.length}`);
  for (const { scripts, wanted } of all) assert.equal(ended(sandbox, scripts), wanted, scripts.join(" ⇥ "));
});

/** Needs Maven's packages of Maestro, and some minutes: asked for by FOVEA_MAESTRO=1. */
const testWithMaestro = process.env["FOVEA_MAESTRO"] === "1" ? test : () => {};

testWithMaestro("the recorded results are those of Maestro's own engine", async () => {
  assert.ok(hasMaestro(), "a JDK and Maven are needed");
  const all = rows();
  const env = Object.entries(ENV).map(([name, value]) => `${name}=${value}`);
  const answers = await askMaestro(
    "js",
    all.map(({ scripts }) => scripts.join("\t")),
    env,
  );
  const words = ({ isOk, words: value }: MaestroAnswer) => (isOk ? `= ${value}` : "throws");
  assert.deepEqual(
    answers.map(words),
    all.map(({ wanted }) => wanted),
  );
});

test("a script reaches nothing outside its sandbox", async () => {
  const sandbox = await open();
  for (const name of [
    "process",
    "require",
    "module",
    "Buffer",
    "fetch",
    "setTimeout",
    "Deno",
    "std",
    "os",
    "postMessage",
  ])
    assert.deepEqual(run(sandbox, `typeof ${name}`), { value: "undefined" });
  for (const attack of [
    "(() => {}).constructor('return process')()",
    "console.log.constructor('return this.process')()",
    "http.get.constructor('return globalThis.process')()",
    "[].constructor.constructor('return typeof process === \"undefined\" ? undefined : process')()",
    "Reflect.construct(Function, ['return this'])()?.process",
    "({}).__proto__.constructor.constructor('return process')()",
  ])
    assert.deepEqual(run(sandbox, attack), { value: "undefined" }, attack);
  const asked = run(sandbox, "import('node:fs').then(m => { output.fs = 'read' }, () => {}); 1");
  assert.deepEqual([asked, run(sandbox, "output.fs")], [{ value: "1" }, { value: "undefined" }]);
});

test("a script that damages its own built-ins harms neither the program nor the program's output", async () => {
  const sandbox = await open();
  for (const broken of [
    "Array.prototype.push = () => { throw 1 }; Array.prototype.join = null",
    "JSON.parse = JSON.stringify = () => { throw 1 }",
    "Object.keys = Object.getOwnPropertyDescriptor = null",
    "Object.prototype.toString = String.prototype.replaceAll = () => 'x'",
    "globalThis.output = { kept: 1 }",
  ])
    run(sandbox, broken);
  assert.deepEqual(run(sandbox, "[1, 'a', {b: 2}]"), { value: '(3)[1, "a", {b: 2}]' });
  assert.deepEqual(run(sandbox, "NAME"), { value: "Given" });
  assert.deepEqual(run(sandbox, "output.kept"), { value: "1" });
});

test("a script that does not end, or uses too much, is ended, and the next one runs", async () => {
  const sandbox = await open({ timeMs: 30 });
  for (const endless of [
    "while (true) {}",
    "new Proxy({}, { ownKeys() { while (true) {} } })",
    "({ toString() { while (true) {} } }) + ''",
    "Promise.resolve().then(function again() { return Promise.resolve().then(again) }); while (1);",
  ]) {
    const end = run(sandbox, endless);
    assert.equal("value" in end, false, endless);
    assert.deepEqual(run(sandbox, "1 + 1"), { value: "2" }, endless);
  }
  assert.deepEqual(run(sandbox, "while (true) {}"), { limit: "time" });
});

test("memory and stack of a script are limited", async () => {
  const sandbox = await open({ memoryBytes: 16_000_000 });
  assert.deepEqual(run(sandbox, "new ArrayBuffer(1000000000)"), { limit: "memory" });
  assert.deepEqual(run(sandbox, "'x'.repeat(2 ** 29)"), { limit: "memory" });
  const deep = run(sandbox, "(function f() { return f() + 1 })()");
  assert.match("failed" in deep ? deep.failed : "", /stack overflow/);
  assert.deepEqual(run(sandbox, "1 + 1"), { value: "2" });
  const long = run(sandbox, "'x'.repeat(3000000)");
  assert.equal("value" in long && long.value.length, 1_000_000, "the output of the sandbox is limited, too");
});

test("a script can log and get random data", async () => {
  const lines: string[] = [];
  const sandbox = await open({}, (line) => lines.push(line));
  run(sandbox, "console.log('a', {b: 1}, [2]); console.error('c')");
  assert.deepEqual(lines, ["a {b: 1} [2]", "c"]);
  for (const [script, words] of [
    ["faker.name().firstName()", /^[A-Z][a-z]+$/],
    ["faker.internet().emailAddress()", /^[a-z]+\d{4}@example\.com$/],
    ["faker.number().digits(5)", /^\d{5}$/],
    ["faker.number().numberBetween(5, 6)", /^5$/],
    ["faker.address().city()", /^[A-Z]/],
    ["faker.lorem().sentence()", /^[A-Z].*\.$/],
  ] as const) {
    const end = run(sandbox, script);
    assert.match("value" in end ? end.value : JSON.stringify(end), words, script);
  }
  const unknown = run(sandbox, "faker.name().nickname()");
  assert.match(
    "failed" in unknown ? unknown.failed : "",
    /faker\.name\(\)\.nickname is not supported; there are firstName/,
  );
});
