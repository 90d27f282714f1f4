import assert from "node:assert/strict";
import { test } from "node:test";
import { openPhone } from "../../support/virtual-phone.js";

test("each field formats or limits typed text in its own way", () => {
  using device = openPhone({ app: "com.fovea.form" });
  device.phone.hooks.open("com.fovea.form/com.fovea.form.FieldsActivity");
  device.wait();
  const type = (hint: string, text: string) => {
    device.tap(hint);
    device.phone.typeText(text);
    device.phone.key("BACK", "down-up");
    device.wait();
  };
  type("A note", "teh cat");
  type("A phone", "5550123");
  type("A code", "ab");
  type("A short", "abcdefghij");
  device.tap("A first");
  device.phone.typeText("123456"); // the field gives its focus away, and the keyboard with it
  device.wait();
  const texts = device.texts();
  for (const shown of ["the cat", "555-0123", "AB", "abcdefgh", "1234"])
    assert.ok(texts.includes(shown), texts.join("; "));
});

test("a phone that hides error dialogs shows none, and ends an app that does not respond", () => {
  using device = openPhone({ app: "com.fovea.dialogs" });
  device.phone.putSetting("global", "hide_error_dialogs", "1");
  device.tap("Crash");
  assert.equal(device.phone.state().focusedWindow?.ownerPackage, "com.android.launcher3");
  device.phone.hooks.open("com.fovea.dialogs");
  device.wait();
  device.phone.hooks.tap("Hang for 8 seconds");
  device.phone.hooks.tap("Alert");
  device.wait(6_000);
  assert.equal(device.phone.state().focusedWindow?.ownerPackage, "com.android.launcher3");
  assert.equal(device.phone.state().crashes?.length, 1);
});
