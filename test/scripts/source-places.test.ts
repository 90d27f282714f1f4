import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { packageRoot } from "../../src/base/assets.js";

interface Reported {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly details: { readonly error: Error };
}

const SOURCE = join(packageRoot(), "test", "scripts", "source-places.test.ts");
const SCRIPT = pathToFileURL(join(packageRoot(), "scripts", "source-places.mjs")).href;

async function inSources(reported: Reported): Promise<Reported> {
  const { inSources: map } = await import(SCRIPT);
  return map(reported);
}

/** The line of a source that a stack names first. */
function lineOf({ stack = "" }: Error): string {
  const [, file = "", line = ""] = /(\/[^\s()]+\.ts):(\d+):\d+/.exec(stack) ?? assert.fail(stack);
  assert.equal(file, SOURCE);
  return readFileSync(file, "utf8").split("\n")[Number(line) - 1] ?? "";
}

test("a failure and its causes are reported by the lines of the sources", async () => {
  const cause = new Error("the cause"); // made here
  const error = new Error("the test failed", { cause }); // and here
  const compiled = fileURLToPath(import.meta.url);
  const [, line, column] = /\.js:(\d+):(\d+)/.exec(error.stack ?? "") ?? [];
  const place = { line: Number(line), column: Number(column) };
  const reported = await inSources({ file: compiled, ...place, details: { error } });
  assert.equal(reported.file, SOURCE);
  assert.match(readFileSync(SOURCE, "utf8").split("\n")[reported.line - 1] ?? "", /and here$/);
  assert.match(lineOf(error), /and here$/);
  assert.match(lineOf(cause), /made here$/);
});

test("an error whose stack cannot be changed is still reported", async () => {
  const cause = new Error("sealed"); // sealed here
  Object.defineProperty(cause, "stack", { value: cause.stack, writable: false, configurable: true });
  const error = new Error("for good");
  Object.defineProperty(error, "stack", { value: error.stack, writable: false, configurable: false });
  await inSources({ file: "/nowhere/at/all.js", line: 1, column: 1, details: { error: new Error("x", { cause }) } });
  assert.match(lineOf(cause), /sealed here$/);
  await inSources({ file: "/nowhere/at/all.js", line: 1, column: 1, details: { error } });
});

test("places in code that has no source of Fovea stay unchanged", async () => {
  const error = new Error("elsewhere");
  error.stack = "Error: elsewhere\n    at run (/nowhere/at/all.js:3:7)\n    at node:internal/x:1:1";
  const reported = await inSources({ file: "/nowhere/at/all.js", line: 3, column: 7, details: { error } });
  assert.deepEqual([reported.file, reported.line, reported.column], ["/nowhere/at/all.js", 3, 7]);
  assert.match(error.stack, /\/nowhere\/at\/all\.js:3:7/);
});
