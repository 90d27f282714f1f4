import assert from "node:assert/strict";
import { test } from "node:test";
import type { InsetsKind } from "../../../packages/virtual-android/src/phone-state.js";
import { intersect, isEmpty, type Rect, rectOf } from "../../../src/base/geometry.js";
import { openPhone } from "../../support/virtual-phone.js";

function insetOf(device: ReturnType<typeof openPhone>, kind: InsetsKind): Rect | undefined {
  return device.phone.state().insets.find((source) => source.kind === kind)?.frame;
}

test("a locked rotation rotates size, system bars and pixels", () => {
  using device = openPhone({ apiLevel: 28 });
  device.phone.setRotation("lock", 1);
  device.wait();
  const { display } = device.phone.state();
  assert.deepEqual([display.rotation, display.size], [1, { width: 2160, height: 1080 }]);
  assert.deepEqual(insetOf(device, "navigationBars"), rectOf(2034, 0, 2160, 1080));
  const pixels = device.phone.pixels();
  assert.deepEqual([pixels?.width, pixels?.height, pixels?.rgba.length], [2160, 1080, 2160 * 1080 * 4]);
  device.phone.setRotation("lock", 3);
  assert.deepEqual(insetOf(device, "navigationBars"), rectOf(0, 0, 126, 1080));
});

test("with auto-rotate the screen follows the phone's position", () => {
  using device = openPhone();
  device.phone.hooks.tilt(1);
  assert.equal(device.phone.state().display.rotation, 0);
  device.phone.setRotation("free", 0);
  assert.equal(device.phone.state().display.rotation, 1);
  device.phone.hooks.tilt(0);
  assert.equal(device.phone.state().display.rotation, 0);
});

test("a rotation takes a transition without focus", () => {
  using device = openPhone();
  device.phone.setRotation("lock", 1);
  assert.equal(device.phone.state().focusedWindow, null);
  device.wait();
  assert.notEqual(device.phone.state().focusedWindow, null);
});

test("a landscape activity rotates the screen, which is rotated back afterwards", () => {
  using device = openPhone({ app: "com.fovea.game" });
  assert.equal(device.phone.state().display.rotation, 1);
  assert.equal(device.phone.state().display.userRotation, 0);
  device.phone.key("HOME", "down-up");
  device.wait();
  assert.equal(device.phone.state().display.rotation, 0);
});

test("the cutout moves with the rotation", () => {
  using device = openPhone({ apiLevel: 33 });
  const edges = ([0, 1, 3] as const).map((rotation) => {
    device.phone.setRotation("lock", rotation);
    const insets = device.phone.state().display.cutout?.insets;
    return [insets?.left, insets?.top, insets?.right].map((depth) => (depth ?? 0) > 0);
  });
  assert.deepEqual(edges, [
    [false, true, false],
    [true, false, false],
    [false, false, true],
  ]);
});

test("size and density overrides change the logical display and not the panel", () => {
  using device = openPhone({ app: "com.fovea.form" });
  device.phone.setSizeOverride({ width: 720, height: 1280 });
  device.phone.setDensityOverride(320);
  device.wait();
  const { display } = device.phone.state();
  assert.deepEqual([display.size, display.density], [{ width: 720, height: 1280 }, 320]);
  assert.deepEqual([display.physicalSize, display.physicalDensity], [{ width: 1080, height: 2400 }, 420]);
  assert.equal(device.phone.pixels()?.width, 720);
  device.phone.setSizeOverride(null);
  assert.equal(device.phone.state().display.size.width, 1080);
});

test("an app in full screen hides the system bars in insets and pixels", () => {
  using device = openPhone({ app: "com.fovea.game" });
  const visible = device.phone
    .state()
    .insets.filter((source) => source.visible)
    .map((source) => source.kind);
  assert.ok(!visible.includes("statusBars") && !visible.includes("navigationBars"));
});

test("every inset is on the screen at every rotation, density and navigation mode", () => {
  for (const navigation of ["buttons", "gesture"] as const) {
    for (const rotation of [0, 1, 2, 3] as const) {
      for (const density of [160, 320, 640]) {
        using device = openPhone({
          navigation,
          rotation,
          density,
          hasCutout: true,
          size: { width: 1440, height: 3040 },
        });
        const { insets, display } = device.phone.state();
        const screen = rectOf(0, 0, display.size.width, display.size.height);
        for (const { frame } of insets) assert.ok(isEmpty(frame) || isSame(intersect(frame, screen), frame));
      }
    }
  }
});

function isSame(a: Rect, b: Rect): boolean {
  return a.left === b.left && a.top === b.top && a.right === b.right && a.bottom === b.bottom;
}
