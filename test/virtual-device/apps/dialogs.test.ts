import assert from "node:assert/strict";
import { test } from "node:test";
import { openPhone } from "../../support/virtual-phone.js";

test("each dialog reports the button that was tapped", () => {
  const cases = [
    ["Alert", "Discard", "Alert: Discard"],
    ["List", "Green", "Colour: Green"],
    ["Bottom sheet", "Rename", "Sheet: Rename"],
  ] as const;
  using device = openPhone({ app: "com.fovea.dialogs" });
  for (const [entry, choice, answer] of cases) {
    device.tap(entry);
    device.tap(choice);
    assert.ok(device.texts().includes(answer));
  }
});

test("a dialog that cannot be cancelled stays until its button is tapped", () => {
  using device = openPhone({ app: "com.fovea.dialogs" });
  device.tap("Not cancelable");
  device.phone.key("BACK", "down-up");
  device.phone.touchDown({ x: 540, y: 300 });
  device.phone.touchUp({ x: 540, y: 300 });
  device.wait();
  assert.ok(device.texts().includes("Update required"));
  device.tap("OK");
  assert.ok(device.texts().includes("Update: OK"));
});

test("a snackbar disappears after four seconds, or by its action", () => {
  using device = openPhone({ app: "com.fovea.dialogs" });
  device.phone.hooks.tap("Snackbar");
  assert.ok(device.texts().includes("Conversation archived"));
  device.wait(4100);
  assert.ok(!device.texts().includes("Conversation archived"));
  device.phone.hooks.tap("Snackbar");
  device.tap("Undo");
  assert.ok(device.texts().includes("Snackbar: Undo"));
});

test("Crash and Hang open the system's dialogs", () => {
  using device = openPhone({ app: "com.fovea.dialogs" });
  device.tap("Crash");
  assert.equal(device.phone.state().focusedWindow?.title, "Application Error: com.fovea.dialogs");
  device.tap("Close app");
  device.phone.hooks.open("com.fovea.dialogs");
  device.wait();
  device.tap("Hang for 8 seconds");
  device.phone.hooks.tap("Toast");
  device.wait(5600);
  assert.equal(device.phone.state().focusedWindow?.title, "Application Not Responding: com.fovea.dialogs");
});
