// Slow; npm test has testing.test.ts and attempt-folder.test.ts, which need no phone.
import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { isFoveaError } from "../../../src/library/connect.js";
import { phoneTests } from "../../../src/library/testing/testing.js";
import type { NodeTestContext, Phone } from "../../../src/library/types.js";
import { openTrace } from "../../../src/trace/open-trace.js";

const FORM = "com.fovea.form";
const OPTIONS = { actionTimeoutMs: 0, companion: "off" };

async function artifacts() {
  const folder = await mkdtemp(join(tmpdir(), "fovea-tests-"));
  const dispose = async () => await rm(folder, { recursive: true });
  return { folder, [Symbol.asyncDispose]: dispose };
}

/** A runner of one test: what it reports, and the error that the test ended with. */
async function runTest(name: string, run: (t: NodeTestContext) => Promise<void>) {
  const [hooks, said]: [(() => Promise<void>)[], string[]] = [[], []];
  const t: NodeTestContext = {
    name,
    signal: new AbortController().signal,
    after: (hook) => void hooks.push(hook),
    diagnostic: (message) => void said.push(message),
  };
  const error: unknown = await run(t).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  for (const hook of hooks) await hook();
  return { said, error };
}

test("a failed test names its folder with screenshot, trace and error, and a passed one leaves nothing", async () => {
  await using kept = await artifacts();
  const onPhone = phoneTests({ virtual: {}, app: FORM, clear: true, artifacts: kept.folder, options: OPTIONS });
  const body = async (phone: Phone) => {
    await phone.tap("id/terms", { expect: "id/terms checked" });
  };
  assert.deepEqual(await runTest("agrees", onPhone(body)), { said: [], error: null });
  assert.deepEqual(readdirSync(kept.folder), []);
  const failing = onPhone(async (phone) => {
    await body(phone);
    assert.fail("on purpose");
  });
  const { said, error } = await runTest("agrees: not/so", failing);
  assert.match(String(error), /on purpose/);
  const folder = join(kept.folder, "agrees-not-so", "attempt-1");
  assert.equal(said[0], `fovea: kept in ${folder}`);
  assert.equal(readFileSync(join(folder, "screenshot.png")).toString("latin1", 1, 4), "PNG");
  const about = JSON.parse(readFileSync(join(folder, "test.json"), "utf8"));
  assert.deepEqual([about.test, about.hasPassed, about.missing], ["agrees: not/so", false, []]);
  await using trace = await openTrace(about.trace);
  assert.ok(trace.manifest);
  const again = await runTest("agrees: not/so", failing);
  assert.equal(again.said[0], `fovea: kept in ${join(kept.folder, "agrees-not-so", "attempt-2")}`);
});

test("the tests of a worker share a phone until one fails", async () => {
  await using kept = await artifacts();
  // Its hook closes the phone behind this test.
  const onPhone = phoneTests({ virtual: {}, per: "worker", app: FORM, artifacts: kept.folder, options: OPTIONS });
  const phones: Phone[] = [];
  const noted = onPhone(async (phone) => void phones.push(phone));
  const broken = onPhone(async () => assert.fail("on purpose"));
  await Promise.all([runTest("a", noted), runTest("b", noted)]);
  await runTest("c", broken);
  await runTest("d", noted);
  assert.equal(phones.length, 3);
  assert.equal(phones[0], phones[1]);
  assert.notEqual(phones[1], phones[2]);
  assert.deepEqual(readdirSync(kept.folder), ["c"]);
});

test("a test whose app cannot be opened fails, and its folder is kept", async () => {
  await using kept = await artifacts();
  const onPhone = phoneTests({ virtual: {}, app: "com.nowhere", artifacts: kept.folder, options: OPTIONS });
  const { said, error } = await runTest(
    "opens",
    onPhone(() => assert.fail("the body was run")),
  );
  assert.ok(isFoveaError(error), String(error));
  assert.ok(existsSync(join(kept.folder, "opens", "attempt-1", "screenshot.png")), said.join("\n"));
});

test("the folder of a test that timed out is kept when its runner ends it, while its function still runs", async () => {
  await using kept = await artifacts();
  const onPhone = phoneTests({ virtual: {}, artifacts: kept.folder, options: OPTIONS });
  const running = new EventEmitter();
  const begun = once(running, "begun");
  const run = onPhone(async () => {
    running.emit("begun");
    await once(running, "end");
  });
  const { said } = await runTest("waits", async (t) => {
    run(t).catch(() => {});
    await begun;
  });
  assert.match(said[0] ?? "", /waits.attempt-1$/);
  running.emit("end");
});
