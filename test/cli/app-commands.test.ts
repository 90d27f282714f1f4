import assert from "node:assert/strict";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { confirmOnTerminal } from "../../src/cli/confirm-on-terminal.js";
import { writeApk } from "../support/app-apk.js";
import { coded } from "../support/coded.js";
import { runFovea } from "../support/fovea-process.js";
import { never } from "../support/never.js";
import { startProduct } from "../support/product.js";
import { productFlags } from "../support/serve-process.js";

const TINY = { size: { width: 360, height: 800 }, density: 140, speed: 30 } as const;

test("with --yes fovea installs, clears and uninstalls an app", async () => {
  await using product = await startProduct(TINY);
  const flags = [...productFlags(product), "--yes"];
  writeApk(join(product.folder, "app.apk"));
  symlinkSync(join(product.folder, "app.apk"), join(product.folder, "latest"));
  const runs = [
    [["install", join(product.folder, "latest")], /^installed com\.example\.app "1\.2" \(3\)/],
    [["clear", "com.example.app"], /^cleared the data of com\.example\.app/],
    [["uninstall", "com.example.app"], /^uninstalled com\.example\.app/],
  ] as const;
  for (const [args, said] of runs) {
    const { code, stdout, stderr } = await runFovea([...args, ...flags]);
    assert.deepEqual([code, stderr], [0, ""], stderr);
    assert.match(stdout, said);
  }
});

test("without a terminal and without --yes no app is changed", async () => {
  await using product = await startProduct(TINY);
  const flags = productFlags(product);
  const { code, stdout, stderr } = await runFovea(["uninstall", "com.fovea.notes", ...flags], { input: "y\n" });
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(stderr, /^CONSENT_IMPOSSIBLE: .*\nNext: .*--yes/);
  const readOnly = await runFovea(["uninstall", "com.fovea.notes", "--yes", "--read-only", ...flags]);
  assert.match(readOnly.stderr, /^READ_ONLY: /);
  assert.ok(product.phone.state().packages.some(({ packageName }) => packageName === "com.fovea.notes"));
});

test("with --apk-dir fovea install refuses an APK elsewhere", async () => {
  await using product = await startProduct(TINY);
  const path = join(product.folder, "app.apk");
  writeApk(path);
  const flags = [...productFlags(product), "--yes", "--apk-dir", join(product.folder, "output")];
  const { code, stderr } = await runFovea(["install", path, ...flags]);
  assert.equal(code, 1);
  assert.match(stderr, /^PATH_NOT_ALLOWED: /);
});

function terminal(typed: string | null) {
  const input = new PassThrough();
  const errors = new PassThrough();
  if (typed !== null) input.end(typed);
  return { input, output: new PassThrough(), errors, isInteractive: true, isPiped: false, env: {} };
}

for (const typed of ["y\n", "Y\n", " yes \n"]) {
  test(`typing ${JSON.stringify(typed)} agrees`, async () => {
    const asked = terminal(typed);
    await confirmOnTerminal("Delete\u001b[2J it?", asked, never());
    assert.equal(String(asked.errors.read()), "Delete [2J it? [y/N] ");
  });
}

for (const typed of ["n\n", "\n", "yesterday\n", ""]) {
  test(`typing ${JSON.stringify(typed)} does not agree`, async () => {
    const { code } = await coded(confirmOnTerminal("Delete it?", terminal(typed), never()));
    assert.equal(code, "CONSENT_REFUSED");
  });
}

test("an interrupt ends the question", async () => {
  const interrupt = new AbortController();
  const asking = confirmOnTerminal("Delete it?", terminal(null), interrupt.signal);
  interrupt.abort();
  await assert.rejects(asking, { name: "AbortError" });
});
