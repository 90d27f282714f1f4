import assert from "node:assert/strict";
import { test } from "node:test";
import type { AccessibilityNodeState } from "../../../packages/virtual-android/src/accessibility-state.js";
import { contains, isEmpty } from "../../../src/base/geometry.js";
import { everyNode, openPhone } from "../../support/virtual-phone.js";

const APPS = [
  "com.android.launcher3",
  "com.android.settings",
  "com.fovea.messages",
  "com.fovea.form",
  "com.fovea.notes",
  "com.fovea.browser",
  "com.fovea.clock",
  "com.fovea.player",
  "com.fovea.dialogs",
  "com.fovea.world",
  "com.fovea.gestures",
  "com.fovea.game",
  "com.fovea.vault",
  "com.fovea.stress",
  "com.fovea.endless",
  "com.fovea.sluggish",
];

test("in every app, the bounds of every node are within those of its parent and of the screen", () => {
  for (const app of APPS) {
    using device = openPhone({ app });
    const { size } = device.phone.state().display;
    for (const window of device.phone.accessibilityWindows()) {
      if (window.root) checkInside(window.root, { left: 0, top: 0, right: size.width, bottom: size.height });
    }
  }
});

function checkInside(node: AccessibilityNodeState, outer: AccessibilityNodeState["bounds"]): void {
  if (!isEmpty(node.bounds)) assert.ok(contains(outer, node.bounds), `${node.className} ${node.text}`);
  for (const child of node.children) checkInside(child, node.bounds);
}

test("in every app, a touch in the centre of a visible clickable node reaches that node", () => {
  for (const app of APPS) {
    using device = openPhone({ app, size: { width: 540, height: 1200 }, density: 210 });
    for (const { bounds } of device.nodes().filter(isTarget)) {
      const point = {
        x: Math.floor((bounds.left + bounds.right) / 2),
        y: Math.floor((bounds.top + bounds.bottom) / 2),
      };
      const before = device.phone.pixels();
      device.phone.touchDown(point);
      // The pressed look shows that nothing in front of the node took the touch.
      assert.ok(changedInside(before, device.phone.pixels(), bounds), `${app} at ${point.x},${point.y}`);
      device.phone.touchCancel();
    }
  }
});

function isTarget(node: AccessibilityNodeState): boolean {
  return node.isClickable && node.isEnabled && !isEmpty(node.bounds) && !isCovered(node);
}

/** Whether a clickable node inside this one covers its middle, so that a touch there goes to the inner node. */
function isCovered(node: AccessibilityNodeState): boolean {
  const x = (node.bounds.left + node.bounds.right) / 2;
  const y = (node.bounds.top + node.bounds.bottom) / 2;
  const inside = node.children.flatMap((child) => [...everyNode(child)]).filter((child) => child.isClickable);
  return inside.some(({ bounds: b }) => x >= b.left && x < b.right && y >= b.top && y < b.bottom);
}

type Pixels = ReturnType<ReturnType<typeof openPhone>["phone"]["pixels"]>;

function changedInside(a: Pixels, b: Pixels, bounds: AccessibilityNodeState["bounds"]): boolean {
  if (!a || !b) return false;
  if (a.hasSecureContent) return true;
  for (let y = bounds.top; y < bounds.bottom; y += 3) {
    const from = (y * a.width + bounds.left) * 4;
    const to = (y * a.width + bounds.right) * 4;
    if (Buffer.compare(a.rgba.subarray(from, to), b.rgba.subarray(from, to)) !== 0) return true;
  }
  return false;
}

test("a change of state shows in pixels and in the hierarchy, and both return when it is undone", () => {
  using device = openPhone({ app: "com.android.settings" });
  device.tap("Network & internet");
  const look = () => [device.phone.pixels()?.rgba, device.nodes().map((node) => [node.isChecked, node.text])] as const;
  const before = look();
  device.tap("Wi-Fi");
  const off = look();
  assert.notDeepEqual(off[0], before[0]);
  assert.notDeepEqual(off[1], before[1]);
  device.tap("Wi-Fi");
  assert.deepEqual(look(), before);
});

test("an unchanged screen is not drawn again", () => {
  using device = openPhone({ app: "com.android.settings" });
  const first = device.phone.pixels();
  device.wait(500);
  assert.equal(device.phone.pixels(), first);
});

test("the minute on the screen advances by itself", () => {
  using device = openPhone();
  const clock = () => device.nodes().find((node) => node.resourceId.endsWith("id/clock"))?.text;
  const [before, picture] = [clock(), device.phone.pixels()];
  device.wait(60_000);
  assert.deepEqual([before, clock()], ["9:41", "9:42"]);
  assert.notDeepEqual(device.phone.pixels()?.rgba, picture?.rgba);
});

test("a secure screen is black in the screenshot and whole in the hierarchy", () => {
  using device = openPhone({ app: "com.fovea.vault" });
  const pixels = device.phone.pixels();
  assert.equal(pixels?.hasSecureContent, true);
  assert.ok(device.texts().includes("Bank card"));
  const row = pixels?.rgba.subarray(1080 * 4 * 1200, 1080 * 4 * 1201) ?? new Uint8Array();
  assert.ok(row.every((byte, i) => byte === (i % 4 === 3 ? 255 : 0)));
});

test("the dark theme turns every app dark", () => {
  for (const app of ["com.fovea.form", "com.android.settings"]) {
    using light = openPhone({ app });
    using dark = openPhone({ app, isDark: true });
    const brightness = (device: typeof light) => device.phone.pixels()?.rgba.reduce((sum, byte) => sum + byte, 0) ?? 0;
    assert.ok(brightness(dark) < brightness(light) * 0.7);
  }
});
