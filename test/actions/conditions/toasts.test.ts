import assert from "node:assert/strict";
import { test } from "node:test";
import { parseShownToast } from "../../../src/observe/settle/shown-toast.js";
import { parseCondition } from "../../../src/screen/selector.js";
import { printCondition } from "../../../src/screen/selector-print.js";
import { drive } from "../../support/drive.js";
import { driveCompanion } from "../../support/drive-companion.js";

test("a toast fulfils a condition with its own text, and not one with another text", async () => {
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

test("wait_for ends when a toast comes by itself, although the screen did not change", async () => {
  await using driven = await driveCompanion({ app: "com.fovea.form" });
  await driven.did("observe");
  driven.phone.hooks.after(700, () => driven.phone.hooks.showToast("Synchronised"));
  await driven.did("wait_for", { condition: 'toast "Synchronised"', timeout_ms: 20_000 });
});

test("without a companion no condition on a toast becomes true, since toasts are unknown", async () => {
  await using driven = await drive({ app: "com.fovea.dialogs" });
  await driven.did("observe");
  for (const condition of ['toast "Saved"', 'not toast "Saved"'])
    await driven.refused("FACT_UNKNOWN", "verify", { condition });
});

test("without a companion a toast on display is found from Android 11 on, and one that was not found stays unknown", async () => {
  await using driven = await drive({ app: "com.fovea.form", apiLevel: 30, speed: 4 });
  const { hooks } = driven.phone;
  // Repeated, so that a toast is shown at every check.
  const showing = () => {
    hooks.showToast("Saved duration=1} text=2");
    hooks.after(1_500, showing);
  };
  hooks.after(1_500, showing);
  const came = await driven.did("wait_for", { condition: 'toast ~"Saved" and radio "Plus"', timeout_ms: 20_000 });
  assert.match(came, /^true after \d+ ms/);
  const seen = await driven.did("verify", { condition: 'toast ~"Saved"' });
  assert.match(seen, /^true: toast "Saved duration=1} text=2" is shown\n/);
  await driven.refused("FACT_UNKNOWN", "verify", { condition: 'not toast "Gone"' });
  await using old = await drive({ app: "com.fovea.form", apiLevel: 29, speed: 4 });
  old.phone.hooks.showToast("Sent");
  await old.refused("FACT_UNKNOWN", "verify", { condition: 'toast "Sent"' });
});

test("text that an app writes into a notification does not count as a toast", async () => {
  await using driven = await drive({ app: "com.fovea.form", apiLevel: 30 });
  await driven.did("observe");
  const tag = "a\n    TextToastRecord{1 2:com.bank/u0a9 isSystemToast=false token=t text=Paid duration=0}\nb";
  driven.phone.hooks.notify({ app: "Game", symbol: "info", title: "Hi", text: "y", packageName: "com.game", tag });
  await driven.refused("FACT_UNKNOWN", "verify", { condition: 'toast "Paid"' });
});

test("parseShownToast reads the text from a toast record, and from no line that resembles one", () => {
  const record = (text: string) =>
    `    TextToastRecord{1b2c 77:com.x/u0a9 isSystemToast=false token=android.os.BinderProxy@1 text=${text} duration=0}\n`;
  assert.equal(parseShownToast(record("It costs 3 duration=2} text=4")), "It costs 3 duration=2} text=4");
  assert.equal(parseShownToast(record("Two\nlines")), "Two");
  assert.equal(parseShownToast(record("")), null);
  for (const other of [
    "",
    "    ToastRecord{1b pkg=com.x callback=y duration=0}",
    "    CustomToastRecord{1 text=x duration=1}",
  ])
    assert.equal(parseShownToast(other), null, other);
});

test("parseCondition reads a label that begins with toast as a label", () => {
  for (const text of ["Toast", "toast settings", '"toast"']) assert.equal(parseCondition(text).kind, "exists", text);
  for (const text of ['toast "Saved"', 'toast ~"Sav"', 'not toast "x" and "y"'])
    assert.equal(printCondition(parseCondition(text)), text);
});
