import assert from "node:assert/strict";
import { test } from "node:test";
import { openPhone } from "../../support/virtual-phone.js";

type Device = ReturnType<typeof openPhone>;

function fill(device: Device, hint: string, words: string): void {
  device.tap(hint);
  device.phone.typeText(words);
  device.phone.key("BACK", "down-up");
  device.wait();
}

test("an empty form is refused, and each error is shown at its field", () => {
  using device = openPhone({ app: "com.fovea.form" });
  device.tap("Create account");
  const texts = device.texts();
  for (const complaint of [
    "Enter your name",
    "Enter a valid e-mail address",
    "Use at least 8 characters",
    "Agree to the terms to go on",
  ]) {
    assert.ok(texts.includes(complaint), complaint);
  }
});

test("a correct form leads to the welcome page", () => {
  using device = openPhone({ app: "com.fovea.form" });
  fill(device, "Given and family name", "Example User");
  fill(device, "name@example.com", "ann@example.org");
  fill(device, "At least 8 characters", "correct horse");
  fill(device, "0–150", "a4b1");
  device.tap("Plus");
  device.tap("I agree to the terms");
  device.tap("Create account");
  assert.ok(device.texts().includes("Welcome, Example User!"));
  assert.ok(device.texts().includes("Your plan: Plus"));
});

test("country and birthday are chosen in a popup and a calendar", () => {
  using device = openPhone({ app: "com.fovea.form" });
  device.tap("Germany");
  assert.match(device.phone.state().focusedWindow?.title ?? "", /^PopupWindow:/);
  device.tap("Japan");
  device.tap("Not set");
  device.tap("Next month");
  device.tap("17");
  device.tap("OK");
  assert.ok(device.texts().includes("Japan") && device.texts().includes("17 April 2026"));
});

test("Reset clears all fields", () => {
  using device = openPhone({ app: "com.fovea.form" });
  fill(device, "Given and family name", "Abc");
  device.tap("I agree to the terms");
  device.tap("Reset");
  assert.ok(device.texts().includes("Given and family name"));
  assert.equal(device.nodes().find((node) => node.resourceId.endsWith("id/terms"))?.isChecked, false);
});

test("a field of several lines accepts line breaks", () => {
  using device = openPhone({ app: "com.fovea.form" });
  device.tap("A few words (optional)");
  device.phone.typeText("one\ntwo");
  assert.equal(device.nodes().find((node) => node.resourceId.endsWith("id/about"))?.text, "one\ntwo");
});
