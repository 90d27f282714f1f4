import assert from "node:assert/strict";
import { test } from "node:test";
import { openPhone } from "../../support/virtual-phone.js";

test("the position advances every second, and Next changes the track", () => {
  using device = openPhone({ app: "com.fovea.player" });
  const elapsed = () => device.nodes().find((node) => node.resourceId.endsWith("id/elapsed"))?.text;
  assert.equal(elapsed(), "0:47");
  device.phone.hooks.tap("Play");
  device.wait(3100);
  assert.equal(elapsed(), "0:50");
  device.phone.hooks.tap("Pause");
  device.wait(3000);
  assert.equal(elapsed(), "0:50");
  device.tap("Next");
  assert.ok(device.texts().includes("Paper Lanterns") && elapsed() === "0:00");
});

test("the player in the background sends no event and draws no frame", () => {
  using device = openPhone({ app: "com.fovea.player" });
  device.phone.hooks.tap("Play");
  device.phone.key("HOME", "down-up");
  device.wait(2000);
  const frames = () =>
    device.phone.state().processes.find((process) => process.packageName === "com.fovea.player")?.frames?.totalFrames;
  const before = frames();
  device.wait(3000);
  assert.ok(device.phone.stillness().quietMs > 3000);
  assert.equal(frames(), before);
});

test("a double tap on the cover likes the track", () => {
  using device = openPhone({ app: "com.fovea.player" });
  device.phone.hooks.tap("Album cover");
  device.wait(120);
  device.phone.hooks.tap("Album cover");
  device.wait();
  assert.ok(device.texts().includes("Remove from favourites"));
});
