import assert from "node:assert/strict";
import { test } from "node:test";
import { parseCondition } from "../../../src/screen/selector.js";
import { printCondition } from "../../../src/screen/selector-print.js";
import { drive } from "../../support/drive.js";
import { driveCompanion } from "../../support/drive-companion.js";

test("a toast proves what an action was for, by its words, and another one does not", async () => {
  await using driven = await driveCompanion({ app: "com.fovea.dialogs" });
  await driven.did("observe");
  const before = await driven.refused("EXPECTATION_FAILED", "verify", { condition: 'toast "This is a toast"' });
  assert.match(before, /no toast since the last action/);
  const met = await driven.did("tap", { target: '"Toast"', expect: 'toast "this is a toast"' });
  assert.match(met, /\ntrue: toast "this is a toast"/);
  assert.match(await driven.did("verify", { condition: 'toast ~"a toast"' }), /^true: toast "This is a toast"/);
  await driven.did("verify", { condition: 'not toast "a toast"' });
  const other = await driven.refused("EXPECTATION_FAILED", "verify", { condition: 'toast "Saved"' });
  assert.match(other, /toast "This is a toast"/);
  await driven.did("tap", { target: '"Alert"', expect: '"Discard draft?"' });
  await driven.refused("EXPECTATION_FAILED", "verify", { condition: 'toast ~"toast"' });
});

test("a toast that comes by itself ends a wait for it, though no screen changed", async () => {
  await using driven = await driveCompanion({ app: "com.fovea.form" });
  await driven.did("observe");
  driven.phone.hooks.after(700, () => driven.phone.hooks.showToast("Synchronised"));
  await driven.did("wait_for", { condition: 'toast "Synchronised"', timeout_ms: 20_000 });
});

test("without a companion toasts are unknown, and no condition on them holds", async () => {
  await using driven = await drive({ app: "com.fovea.dialogs" });
  await driven.did("observe");
  for (const condition of ['toast "Saved"', 'not toast "Saved"'])
    await driven.refused("FACT_UNKNOWN", "verify", { condition });
});

test("a label that says toast stays a label", () => {
  for (const text of ["Toast", "toast settings", '"toast"']) assert.equal(parseCondition(text).kind, "exists", text);
  for (const text of ['toast "Saved"', 'toast ~"Sav"', 'not toast "x" and "y"'])
    assert.equal(printCondition(parseCondition(text)), text);
});
