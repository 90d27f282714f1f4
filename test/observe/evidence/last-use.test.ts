import assert from "node:assert/strict";
import { test } from "node:test";
import { readScript } from "../../../src/devices/script.js";
import { runShell } from "../../../src/devices/shell.js";
import { LAST_USE, lastUsesIn } from "../../../src/observe/evidence/last-use.js";
import type { Session } from "../../../src/session/session.js";
import { corpusTest, readCorpus } from "../../support/corpus.js";
import { never } from "../../support/never.js";
import { startProduct } from "../../support/product.js";

async function lastUsesOf({ device }: Session): Promise<readonly number[]> {
  const { stdout } = await runShell(device, readScript(LAST_USE.step), LAST_USE, never());
  return lastUsesIn(stdout.toString("utf8"));
}

for (const apiLevel of [24, 28, 30, 33, 36]) {
  test(`the power manager reports when the touch began, however long \`input\` took (API ${apiLevel})`, async () => {
    await using product = await startProduct({ app: "com.fovea.form", apiLevel });
    const session = await product.session();
    const { phone } = product;
    assert.deepEqual(new Set(await lastUsesOf(session)), new Set([0]));
    const from = phone.state().uptimeMs;
    phone.touchDown({ x: 500, y: 900 });
    const to = phone.state().uptimeMs;
    phone.touchUp({ x: 500, y: 900 });
    const reported = await lastUsesOf(session);
    assert.ok(reported.length >= 1);
    for (const atMs of reported) assert.ok(atMs >= from && atMs <= to, `${atMs} is not between ${from} and ${to}`);
  });
}

corpusTest("all lines of a real dump that have the last use give the same one", (folder) => {
  const reported = ["smartron", "sunmi", "vivo15", "emu36"].map((name) => {
    const uses = lastUsesIn(readCorpus(folder, `dumpsys-other/${name}-power.txt`));
    return [name, new Set(uses).size, uses.length > 0 && uses.every((atMs) => atMs > 0)];
  });
  assert.deepEqual(reported, [
    ["smartron", 1, true],
    ["sunmi", 1, true],
    ["vivo15", 1, true],
    ["emu36", 1, true],
  ]);
});
