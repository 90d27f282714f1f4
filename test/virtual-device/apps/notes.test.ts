import assert from "node:assert/strict";
import { test } from "node:test";
import { openPhone } from "../../support/virtual-phone.js";

test("a note is written, saved by BACK, and deleted", () => {
  using device = openPhone({ app: "com.fovea.notes" });
  device.tap("New note");
  device.tap("Title");
  device.phone.typeText("Plan");
  device.phone.key("BACK", "down-up");
  device.wait();
  device.phone.key("BACK", "down-up");
  device.wait();
  device.tap("Plan");
  device.tap("Delete");
  assert.ok(!device.texts().includes("Plan"));
});

test("sharing opens the chooser, and the chosen app gets the text", () => {
  for (const [apiLevel, owner] of [
    [33, "android"],
    [36, "com.android.intentresolver"],
  ] as const) {
    using device = openPhone({ apiLevel, app: "com.fovea.notes" });
    device.tap("Shopping");
    device.tap("Share");
    const state = device.phone.state();
    assert.equal(state.focusedActivity?.packageName, owner);
    assert.match(state.focusedActivity?.className ?? "", /ChooserActivity$/);
    device.tap("Messages");
    assert.equal(device.phone.state().focusedActivity?.packageName, "com.fovea.messages");
    const field = device.nodes().find((node) => node.resourceId.endsWith("id/compose_message_text"));
    assert.ok(field?.text.startsWith("Shopping"));
  }
});
