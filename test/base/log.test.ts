import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { startProduct } from "../support/product.js";
import { productFlags, RawServe } from "../support/serve-process.js";

test("a warning is one line on standard error with its area, without control characters, and the call goes on", async () => {
  await using product = await startProduct({ app: "com.fovea.form" });
  const folder = mkdtempSync(join(tmpdir(), "fovea-log-"));
  const file = join(folder, "file\n\u001b[31mstate");
  writeFileSync(file, "");
  await using server = new RawServe([...productFlags(product), "--state-dir", file]);
  await server.initialize();
  server.request(1, "tools/call", { name: "observe", arguments: {} });
  assert.match(JSON.stringify((await server.answer(1)).result), /checkbox/);
  server.child.stdin.end();
  await server.ended();
  rmSync(folder, { recursive: true });
  assert.match(server.stderr, /^fovea: session: refs cannot be reserved in [^\n\u001b]*\n$/);
});

test("texts of the screen, typed texts and values of the environment are not logged", async () => {
  const secret = "Sw0rdfish";
  await using product = await startProduct({
    app: "com.fovea.form",
    faults: [{ command: "^(dumpsys|screencap)", fault: { kind: "fail", status: 1, stderr: secret } }],
  });
  await using server = new RawServe([...productFlags(product), "--state-dir", "/dev/null/none"], { API_TOKEN: secret });
  await server.initialize();
  server.request(1, "tools/call", { name: "type_text", arguments: { text: secret, target: "id/name" } });
  server.request(2, "tools/call", { name: "observe", arguments: {} });
  server.request(3, "tools/call", { name: "find", arguments: { query: `"${secret}"` } });
  server.line(`{"jsonrpc":"2.0","id":4,"method":"${secret}`);
  for (const id of [1, 2, 3]) await server.answer(id);
  server.child.stdin.end();
  await server.ended();
  assert.match(server.stderr, /^fovea: session: /, "something was logged");
  assert.doesNotMatch(server.stderr, new RegExp(`${secret}|I agree`));
});
