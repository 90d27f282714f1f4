import assert from "node:assert/strict";
import { test } from "node:test";
import { programRunner } from "../../src/app/run-program.js";
import { coded } from "../support/coded.js";
import { never } from "../support/never.js";

const NONE = new Uint8Array();

function script(text: string, more: { readonly input?: Uint8Array; readonly mostOutput?: number } = {}) {
  return { file: process.execPath, args: ["-e", text], input: NONE, env: {}, mostOutput: 10_000, ...more };
}

const run = programRunner({ ...process.env, FOVEA_SECRET: "s3cret" });

test("runProgram passes the whole input, and returns output, error output and exit code", async () => {
  const input = Buffer.alloc(3_000_000, 7);
  const text =
    "let n = 0; process.stdin.on('data', (part) => { n += part.length }).on('end', () => { console.log(n); console.error('oh'); process.exitCode = 3 })";
  const { code, output, complaint } = await run(script(text, { input }), never());
  assert.deepEqual([code, Buffer.from(output).toString(), complaint], [3, "3000000\n", "oh\n"]);
});

test("runProgram returns the exit code of a program that does not read its input", async () => {
  const { code } = await run(script("process.exit(4)", { input: Buffer.alloc(3_000_000) }), never());
  assert.equal(code, 4);
});

test("a program gets only the paths from the environment", async () => {
  const call = { ...script("console.log(JSON.stringify(process.env))"), env: { OMP_THREAD_LIMIT: "1" } };
  const reported: unknown = JSON.parse(Buffer.from((await run(call, never())).output).toString());
  assert.ok(typeof reported === "object" && reported !== null);
  assert.ok("OMP_THREAD_LIMIT" in reported && "PATH" in reported && !("FOVEA_SECRET" in reported));
});

test("a program also gets the path where the environment names it as Windows does", async () => {
  const onWindows = programRunner({ Path: "C:\\bin", SystemRoot: "C:\\Windows", Secret: "s3cret" });
  const said = await onWindows(script("console.log(JSON.stringify(process.env))"), never());
  const { Path, SystemRoot, Secret } = JSON.parse(Buffer.from(said.output).toString());
  assert.deepEqual([Path, SystemRoot, Secret], ["C:\\bin", "C:\\Windows", undefined]);
});

test("an argument with spaces stays one argument, since there is no shell in between", async () => {
  const call = { ...script("console.log(process.argv.slice(1).join('|'))") };
  const { output } = await run({ ...call, args: [...call.args, "--", "$(id); a b", "*"] }, never());
  assert.equal(Buffer.from(output).toString(), "$(id); a b|*\n");
});

test("a program that is missing or cannot be run is reported as such", async () => {
  for (const file of ["no-such-program-of-fovea", import.meta.dirname]) {
    const error = await coded(run({ ...script(""), file }, never()));
    assert.equal(error.code, "OCR_UNAVAILABLE");
    assert.match(error.message, /cannot be run/);
  }
});

test("a program that prints too much is ended", async () => {
  const error = await coded(run(script("for (;;) process.stdout.write('x'.repeat(1000))"), never()));
  assert.equal(error.code, "OUTPUT_TOO_LARGE");
});

test("only the beginning of a long error output is kept", async () => {
  const { complaint } = await run(script("process.stderr.write('y'.repeat(100000))"), never());
  assert.ok(complaint.length <= 4_096 && complaint.startsWith("yyy"));
});

test("an abort kills the program, and the abort's reason is the error", async () => {
  const controller = new AbortController();
  const text = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)";
  const ending = run(script(text), controller.signal);
  const reason = new Error("enough");
  controller.abort(reason);
  await assert.rejects(ending, reason);
  await assert.rejects(run(script(text), AbortSignal.abort(reason)), reason);
});
