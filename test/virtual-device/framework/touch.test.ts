import assert from "node:assert/strict";
import { test } from "node:test";
import { openPhone } from "../../support/virtual-phone.js";

type Device = ReturnType<typeof openPhone>;

function center(device: Device, id: string): { x: number; y: number } {
  const node = device.nodes().find((candidate) => candidate.resourceId.endsWith(`:id/${id}`));
  assert.ok(node, `there is no ${id}`);
  return { x: (node.bounds.left + node.bounds.right) / 2, y: (node.bounds.top + node.bounds.bottom) / 2 };
}

function press(device: Device, id: string, holdMs: number): void {
  const point = center(device, id);
  device.phone.touchDown(point);
  device.wait(holdMs);
  device.phone.touchUp(point);
}

test("a click happens where the finger lifts inside, not where it slid out", () => {
  using device = openPhone({ app: "com.fovea.gestures" });
  const point = center(device, "tap_pad");
  device.phone.touchDown(point);
  assert.ok(device.texts().includes("Taps: 0"));
  device.phone.touchUp(point);
  assert.ok(device.texts().includes("Taps: 1"));
  device.phone.touchDown(point);
  device.phone.touchMove({ x: point.x, y: point.y + 900 });
  device.phone.touchUp({ x: point.x, y: point.y + 900 });
  assert.ok(device.texts().includes("Taps: 1"));
});

test("a finger that stays is a long press: after 400 ms from Android 11 on, after 500 ms before", () => {
  for (const [apiLevel, ms] of [
    [28, 500],
    [33, 400],
  ] as const) {
    using device = openPhone({ apiLevel, app: "com.fovea.gestures" });
    press(device, "long_pad", ms - 10);
    assert.ok(device.texts().includes("Long: 0"));
    press(device, "long_pad", ms + 10);
    assert.ok(device.texts().includes("Long: 1"), `${ms} ms`);
    assert.ok(device.texts().includes("Taps: 1"), "only the short one was a tap");
  }
});

test("two taps 40 to 300 ms apart are a double tap, and closer or further apart two taps", () => {
  for (const [gap, doubles] of [
    [20, 0],
    [100, 1],
    [290, 1],
    [400, 0],
  ] as const) {
    using device = openPhone({ app: "com.fovea.gestures" });
    press(device, "double_pad", 5);
    device.wait(gap - 5);
    press(device, "double_pad", 5);
    device.wait();
    assert.ok(device.texts().includes(`Double: ${doubles}`), `gap ${gap}`);
  }
});

test("a drag below the touch slop of 8 dp is still a tap", () => {
  using device = openPhone({ app: "com.fovea.gestures" });
  const point = center(device, "tap_pad");
  device.phone.touchDown(point);
  device.phone.touchMove({ x: point.x + 15, y: point.y });
  device.phone.touchUp({ x: point.x + 15, y: point.y });
  assert.ok(device.texts().includes("Taps: 1"));
});

test("a canvas follows the finger, also in pixels", () => {
  using device = openPhone({ app: "com.fovea.gestures" });
  const before = device.phone.pixels();
  device.swipe({ x: 200, y: 900 }, { x: 800, y: 1500 });
  assert.ok(device.texts().includes("1 line"));
  assert.notDeepEqual(device.phone.pixels()?.rgba, before?.rgba);
  device.tap("Clear");
  assert.ok(device.texts().includes("0 lines"));
});

test("dragging a list scrolls it by the distance of the finger, and clicks no row", () => {
  using device = openPhone({ app: "com.android.settings" });
  device.tap("Region");
  const top = () => device.nodes().find((node) => node.text === "Belgium")?.bounds.top ?? 0;
  const before = top();
  device.swipe({ x: 540, y: 1500 }, { x: 540, y: 1300 }, { ms: 4000 });
  const moved = before - top();
  assert.ok(moved > 160 && moved <= 200, `${moved} px`);
  assert.ok(!device.phone.state().windows.some((window) => window.kind === "toast"));
});

test("a fast swipe flings the list, and a touch stops it without a click", () => {
  using device = openPhone({ app: "com.android.settings" });
  device.tap("Region");
  const first = () =>
    device.texts().find((words) => /^[A-Z]/.test(words) && words !== "Region" && words !== "Navigate up");
  device.swipe({ x: 540, y: 1800 }, { x: 540, y: 900 }, { ms: 100, waitMs: 50 });
  const flying = first();
  device.wait(150);
  assert.notEqual(first(), flying);
  device.phone.touchDown({ x: 540, y: 1200 });
  const stopped = first();
  device.phone.touchUp({ x: 540, y: 1200 });
  device.wait(1000);
  assert.equal(first(), stopped);
  assert.ok(!device.phone.state().windows.some((window) => window.kind === "toast"));
});

test("rows scrolled out are not in the hierarchy of a list, and in that of a scroll view as invisible", () => {
  using device = openPhone({ app: "com.android.settings" });
  device.tap("Region");
  assert.ok(!device.texts().includes("Zimbabwe"));
  for (let i = 0; i < 8; i += 1) device.swipe({ x: 540, y: 2000 }, { x: 540, y: 500 }, { ms: 100 });
  assert.ok(device.texts().includes("Zimbabwe") && !device.texts().includes("Argentina"));
  device.phone.hooks.open("com.fovea.form");
  device.phone.setSizeOverride({ width: 720, height: 1000 });
  device.wait();
  const submit = device.nodes().find((node) => node.resourceId.endsWith("id/submit"));
  assert.deepEqual([submit?.text, submit?.isVisibleToUser], ["Create account", false]);
});

test("a slider follows the finger and reports its value", () => {
  using device = openPhone({ app: "com.fovea.player" });
  const bar = device.nodes().find((node) => node.className.endsWith("SeekBar"));
  assert.ok(bar);
  const y = (bar.bounds.top + bar.bounds.bottom) / 2;
  device.swipe({ x: bar.bounds.left + 20, y }, { x: (bar.bounds.left + bar.bounds.right) / 2, y });
  const after = device.nodes().find((node) => node.className.endsWith("SeekBar"));
  assert.match(after?.stateDescription ?? "", /^(49|50|51)%$/);
});

test("a touch that is cancelled does nothing", () => {
  using device = openPhone({ app: "com.fovea.gestures" });
  const point = center(device, "long_pad");
  device.phone.touchDown(point);
  device.phone.touchCancel();
  device.wait(1000);
  assert.ok(device.texts().includes("Taps: 0") && device.texts().includes("Long: 0"));
});

test("a wheel scrolls the list under it", () => {
  using device = openPhone({ app: "com.android.settings" });
  device.tap("Region");
  device.phone.turnWheel({ x: 540, y: 1200 }, { horizontal: 0, vertical: -3 });
  assert.ok(!device.texts().includes("Argentina"));
  device.phone.turnWheel(null, { horizontal: 0, vertical: 3 });
  assert.ok(device.texts().includes("Argentina"));
});
