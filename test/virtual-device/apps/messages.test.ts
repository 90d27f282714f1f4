import assert from "node:assert/strict";
import { test } from "node:test";
import { openPhone } from "../../support/virtual-phone.js";

test("a sent message is kept, and answered after a while", () => {
  using device = openPhone({ app: "com.fovea.messages" });
  device.tap("Dad");
  const send = () => device.nodes().find((node) => node.contentDescription === "Send");
  assert.equal(send()?.isEnabled, false);
  device.tap("Text message");
  device.phone.typeText("See you soon");
  assert.equal(send()?.isEnabled, true);
  device.phone.hooks.tap("Send");
  assert.ok(device.texts().includes("See you soon"));
  device.wait(2000);
  assert.ok(device.texts().includes("“See you soon” – got it!"));
  device.phone.key("BACK", "down-up");
  device.phone.key("BACK", "down-up");
  device.wait();
  assert.ok(device.texts().includes("“See you soon” – got it!"));
});

test("the keyboard's action key also sends", () => {
  using device = openPhone({ app: "com.fovea.messages" });
  device.tap("Dad");
  device.tap("Text message");
  device.tap("Y");
  const ime = device.phone.accessibilityWindows().find((window) => window.kind === "inputMethod");
  assert.ok(JSON.stringify(ime?.root).includes('"Send"'));
  device.phone.key("ENTER", "down-up");
  assert.ok(device.nodes().some((node) => node.resourceId.endsWith("id/message_text") && node.text === "Y"));
});

test("opening a conversation marks it as read, and a menu marks all as read", () => {
  using device = openPhone({ app: "com.fovea.messages" });
  assert.ok(device.texts().includes("1 unread") && device.texts().includes("2 unread"));
  device.tap("Neighbour");
  device.phone.key("BACK", "down-up");
  device.wait();
  assert.ok(!device.texts().includes("1 unread"));
  device.tap("More options");
  device.tap("Mark all as read");
  assert.ok(!device.texts().includes("2 unread"));
});
