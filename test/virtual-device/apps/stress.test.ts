import assert from "node:assert/strict";
import { test } from "node:test";
import { openPhone } from "../../support/virtual-phone.js";

test("the stress app has about 300 nodes, all on the screen", () => {
  using device = openPhone({ app: "com.fovea.stress" });
  const visible = device.nodes().filter((node) => node.isVisibleToUser);
  assert.ok(visible.length >= 300 && visible.length <= 330, String(visible.length));
  assert.equal(visible.length, device.nodes().length);
});

test("a tapped cell is marked", () => {
  using device = openPhone({ app: "com.fovea.stress" });
  device.tap("Cell 42");
  assert.ok(device.texts().includes("Board – 1 marked"));
  const cell = device.nodes().find((node) => node.resourceId.endsWith("id/cell_42"));
  assert.equal(cell?.isChecked, true);
});
