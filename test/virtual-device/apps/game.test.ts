import assert from "node:assert/strict";
import { test } from "node:test";
import { openPhone } from "../../support/virtual-phone.js";

test("the game's hierarchy is one opaque node without text, in landscape", () => {
  using device = openPhone({ app: "com.fovea.game" });
  assert.deepEqual(device.texts(), []);
  const leaves = device.nodes().filter((node) => node.children.length === 0);
  assert.deepEqual(
    leaves.map((node) => node.className),
    ["android.view.SurfaceView"],
  );
  assert.deepEqual(leaves[0]?.bounds, { left: 0, top: 0, right: 2400, bottom: 1080 });
});

test("a tap on a balloon removes it from the frame", () => {
  using device = openPhone({ app: "com.fovea.game" });
  const score = () => Buffer.from(device.phone.pixels()?.rgba.subarray(0, 2400 * 4 * 200) ?? []).toString("base64");
  const before = score();
  for (let x = 100; x < 2400; x += 60) {
    for (let y = 60; y < 1080; y += 120) {
      device.phone.touchDown({ x, y });
      device.phone.touchUp({ x, y });
    }
  }
  assert.notEqual(score(), before);
});
