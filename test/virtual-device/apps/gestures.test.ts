import assert from "node:assert/strict";
import { test } from "node:test";
import { openPhone } from "../../support/virtual-phone.js";

test("two strokes draw two lines, and Clear removes them", () => {
  using device = openPhone({ app: "com.fovea.gestures" });
  device.swipe({ x: 200, y: 900 }, { x: 800, y: 900 });
  device.swipe({ x: 200, y: 1100 }, { x: 800, y: 1300 });
  assert.ok(device.texts().includes("2 lines"));
  device.tap("Clear");
  assert.ok(device.texts().includes("0 lines"));
});
