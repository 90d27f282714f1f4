import assert from "node:assert/strict";
import { mkdir, readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import * as z from "zod";
import { newLeaseName } from "../../src/farm/lease-names.js";
import { connect, isFoveaError } from "../../src/library/connect.js";
import { SMALL } from "../support/drive.js";
import { runFovea } from "../support/fovea-process.js";
import { connectMcp } from "../support/mcp-link.js";
import { type Product, startProduct } from "../support/product.js";
import { productFlags } from "../support/serve-process.js";

const failureSchema = z.looseObject({
  tool: z.string(),
  inputs: z.looseObject({}),
  code: z.string(),
  attemptedAction: z.string(),
  elementDescription: z.string(),
  visualContext: z.string(),
  recoverySuggestions: z.array(z.string()),
  timings: z.looseObject({
    durationMs: z.number(),
    observation: z.looseObject({ parts: z.looseObject({}) }).nullable(),
  }),
  missing: z.record(z.string(), z.string()),
});

async function bundle(folder: string) {
  const text = await readFile(join(folder, "failure.json"), "utf8");
  return { failure: failureSchema.parse(JSON.parse(text)), text, names: (await readdir(folder)).toSorted() };
}

async function open(product: Product, more: Readonly<Record<string, string | readonly string[]>>) {
  const { adbPort, config, serial } = product;
  const own = { adbHost: "127.0.0.1", adbPort, stateDir: config.stateDir, companion: "off", actionTimeoutMs: 0 };
  return await connect({ device: serial, options: { ...own, ...more } });
}

test("a failed call writes its screen, elements, log and timings to a folder that its error names", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.form" });
  const folder = join(product.folder, "failures");
  const phone = await open(product, { failures: folder });
  await phone.observe();
  product.phone.hooks.crashApp("com.fovea.form");
  const error: unknown = await phone.tap('button "Nothing"').catch((thrown: unknown) => thrown);
  assert.ok(isFoveaError(error, "ELEMENT_NOT_FOUND"));
  const kept = error.context.failureFolder ?? "";
  assert.ok(kept.startsWith(folder));
  await phone.close();
  const { failure, names } = await bundle(kept);
  assert.deepEqual(
    [failure.tool, failure.code, failure.inputs["target"]],
    ["tap", "ELEMENT_NOT_FOUND", 'button "Nothing"'],
  );
  assert.ok(failure.timings.observation);
  assert.deepEqual(failure.missing, {});
  assert.deepEqual(names, ["elements.json", "failure.json", "log.txt", "screen.txt", "screenshot.png"]);
  assert.equal((await stat(join(kept, "screenshot.png"))).mode & 0o077, 0);
  assert.match(await readFile(join(kept, "screen.txt"), "utf8"), /has stopped/);
  assert.match(await readFile(join(kept, "log.txt"), "utf8"), /FATAL EXCEPTION: main\n.*Process: com\.fovea\.form/);
});

test("a failure folder contains no password, no text typed into one and no text that a redaction pattern matches", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.form" });
  const folder = join(product.folder, "failures");
  const phone = await open(product, { failures: folder, redact: ["Create account"] });
  await phone.type("hunter2hunter2", { target: "id/password" });
  const error: unknown = await phone
    .type("hunter2hunter2", { target: "id/password", clear: true, expect: '"Nowhere"' })
    .catch((thrown: unknown) => thrown);
  assert.ok(isFoveaError(error, "EXPECTATION_FAILED"), String(error));
  await phone.close();
  const kept = error.context.failureFolder ?? "";
  for (const name of await readdir(kept)) {
    const text = await readFile(join(kept, name), "latin1");
    assert.doesNotMatch(text, /hunter2|Create account/, name);
  }
});

test("a password is in no failure, trace or history, however its call was refused", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.form" });
  const [folder, trace] = [join(product.folder, "failures"), join(product.folder, "trace")];
  const phone = await open(product, { failures: folder, trace });
  const secret = "hunter2hunter2";
  const target = "id/password";
  await phone.observe();
  const calls = [
    () => phone.type(secret, { target, clear: true, expect: `field password = "${secret}"` }),
    () => phone.type(secret, { target, expect: `field = = "${secret}` }),
    () => phone.act(`enter ${secret} in password please now`),
    () => phone.verify({ action: `type "${secret}" in field password`, expected: `it holds "${secret}"` }),
    () => phone.verify({ action: `type ${secret} somewhere there`, expected: `it shows ${secret}` }),
    () => phone.wait(`field password = "${secret}"`, { timeoutMs: 100 }),
    () => phone.wait(`"${secret}"`, { timeoutMs: 100 }),
    () => phone.batch([{ tool: "verify", condition: `id/password = "${secret}"` }]),
  ];
  for (const call of calls) await call().catch((error: unknown) => assert.ok(isFoveaError(error), String(error)));
  assert.ok(!JSON.stringify(await phone.history()).includes(secret));
  await phone.close();
  const names = await readdir(product.folder, { recursive: true, withFileTypes: true });
  const files = names.filter(
    (one) => one.isFile() && /^(?:failures|trace)/.test(one.parentPath.slice(product.folder.length + 1)),
  );
  assert.ok(files.some(({ name }) => name === "failure.json") && files.some(({ name }) => name === "calls.jsonl"));
  for (const { parentPath, name } of files) {
    assert.doesNotMatch(await readFile(join(parentPath, name), "latin1"), /hunter2/, join(parentPath, name));
  }
});

test("a password that only a condition names is in no failure and no trace, and other texts of conditions are", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.form" });
  const [folder, trace] = [join(product.folder, "failures"), join(product.folder, "trace")];
  const phone = await open(product, { failures: folder, trace });
  await phone.observe();
  const calls = [
    () => phone.wait('field password = "hunter2hunter2"', { timeoutMs: 100 }),
    () => phone.verify('id/password = "hunter2hunter2"'),
    () => phone.verify('field password = "hunter2hunter2'),
    () => phone.verify("field password = hunter2hunter2"),
    () => phone.verify({ expected: 'the password field shows "hunter2hunter2"' }),
    () => phone.tap("id/terms", { expect: 'field #3 = "hunter2hunter2"' }),
    () => phone.batch([{ tool: "wait_for", condition: 'field #3 = "hunter2hunter2"', timeout_ms: 100 }]),
    () => phone.verify('"kept words" and text="more words"'),
  ];
  for (const call of calls) await assert.rejects(call, (error) => isFoveaError(error));
  await phone.close();
  const names = await readdir(product.folder, { recursive: true, withFileTypes: true });
  const files = names.filter(
    (one) => one.isFile() && /^(?:failures|trace)/.test(one.parentPath.slice(product.folder.length + 1)),
  );
  assert.equal(files.filter(({ name }) => name === "failure.json").length, calls.length);
  const texts = await Promise.all(
    files.map(async ({ parentPath, name }) => await readFile(join(parentPath, name), "latin1")),
  );
  for (const [at, text] of texts.entries()) assert.doesNotMatch(text, /hunter2/, files[at]?.name);
  assert.ok(texts.some((text) => text.includes("kept words") && text.includes("more words")));
});

test("a failure folder does not contain the name of a farm's lease", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.form" });
  const phone = await open(product, { failures: join(product.folder, "failures") });
  const lease = newLeaseName();
  const error: unknown = await phone.tap(`"${lease}"`).catch((thrown: unknown) => thrown);
  assert.ok(isFoveaError(error, "ELEMENT_NOT_FOUND"), String(error));
  await phone.close();
  const { text } = await bundle(error.context.failureFolder ?? "");
  assert.ok(!text.includes(lease));
  assert.match(text, /lease:\[redacted\]/);
});

test("the newest hundred failure folders are kept, and other folders are left alone", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.form" });
  const folder = join(product.folder, "failures");
  for (let number = 1; number <= 105; number += 1) {
    await mkdir(join(folder, `20200101T000000-1-${String(number).padStart(4, "0")}-tap-REF_STALE`), {
      recursive: true,
    });
  }
  await mkdir(join(folder, "mine"));
  const phone = await open(product, { failures: folder });
  await assert.rejects(phone.tap("e99999"));
  await phone.close();
  const names = (await readdir(folder)).toSorted();
  assert.equal(names.length, 101);
  assert.ok(names.includes("mine"));
  assert.ok(!names.some((name) => /-000[1-6]-tap/.test(name) && name.startsWith("2020")));
});

test("of a burst of failing calls the newest hundred folders are kept, each whole, without a warning", async (t) => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.form" });
  const folder = join(product.folder, "failures");
  const phone = await open(product, { failures: folder });
  await phone.observe();
  const printed = t.mock.method(process.stderr, "write", () => true);
  const burst = Array.from({ length: 130 }, async () => await phone.tap("e99999").catch((error: unknown) => error));
  for (const error of await Promise.all(burst)) assert.ok(isFoveaError(error, "REF_STALE"), String(error));
  await phone.close();
  const lines = printed.mock.calls.map(({ arguments: [line] }) => String(line));
  printed.mock.restore();
  assert.deepEqual(
    lines.filter((line) => line.includes("could not be kept")),
    [],
  );
  const names = await readdir(folder);
  assert.equal(names.length, 100);
  for (const name of names) assert.ok((await bundle(join(folder, name))).names.includes("failure.json"), name);
});

test("commands and servers also write failure folders, and say where", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.form" });
  const failures = join(product.folder, "failures");
  const run = await runFovea([
    "tap",
    '"Nothing"',
    "--timeout-ms",
    "3000",
    "--failures",
    failures,
    ...productFlags(product),
  ]);
  assert.match(run.stderr, /^ELEMENT_NOT_FOUND: [\s\S]*\nKept in .*-tap-ELEMENT_NOT_FOUND$/m);
  assert.equal((await readdir(failures)).length, 1);
  await using served = await startProduct({ ...SMALL, app: "com.fovea.form", config: { failures } });
  const mcp = await connectMcp(served);
  const { text } = await mcp.call("tap", { target: '"Nothing"' });
  assert.match(text, /\nKept in .*-tap-ELEMENT_NOT_FOUND/);
  await mcp[Symbol.asyncDispose]();
  await served.recorder.settled();
  assert.equal((await readdir(failures)).length, 2);
});
