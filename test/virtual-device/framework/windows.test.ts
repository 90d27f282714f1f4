import assert from "node:assert/strict";
import { test } from "node:test";
import { openPhone } from "../../support/virtual-phone.js";

const FORM = "com.fovea.form/com.fovea.form.FormActivity";

test("a new phone is on its home screen, awake and unlocked", () => {
  using device = openPhone({ apiLevel: 33 });
  const state = device.phone.state();
  assert.equal(state.focusedWindow?.title, "com.android.launcher3/com.android.launcher3.uioverrides.QuickstepLauncher");
  assert.equal(state.focusedActivity?.state, "RESUMED");
  assert.equal(state.tasks[0]?.kind, "home");
  assert.deepEqual([state.power.wakefulness, state.keyguard.isShowing], ["Awake", false]);
});

test("while an activity opens nothing has the focus, and no window is active", () => {
  using device = openPhone();
  device.phone.hooks.open("com.fovea.form");
  assert.equal(device.phone.state().focusedWindow, null);
  assert.equal(device.phone.state().focusedActivity?.packageName, "com.fovea.form");
  assert.ok(device.phone.accessibilityWindows().every((window) => !window.isActive));
  device.wait(290);
  assert.equal(device.phone.state().focusedWindow, null);
  device.wait(60);
  assert.equal(device.phone.state().focusedWindow?.title, FORM);
});

test("with animations off the focus comes with the first frame", () => {
  using device = openPhone({ animationScale: 0 });
  device.phone.hooks.open("com.fovea.form");
  device.wait(40);
  assert.equal(device.phone.state().focusedWindow?.title, FORM);
});

test("a dialog has its activity's title, the focus, and all touches; BACK and a touch outside close it", () => {
  using device = openPhone({ app: "com.fovea.dialogs" });
  for (const close of [() => device.phone.key("BACK", "down-up"), () => tapAt(device, 540, 200)]) {
    device.tap("Alert");
    const [front, behind] = device.phone
      .state()
      .windows.filter((window) => window.ownerPackage === "com.fovea.dialogs");
    assert.deepEqual([front?.kind, behind?.kind], ["dialog", "application"]);
    assert.equal(front?.title, behind?.title);
    assert.equal(device.phone.state().focusedWindow?.hash, front?.hash);
    close();
    device.wait();
    assert.ok(device.texts().includes("Alert: cancelled"));
  }
});

function tapAt(device: ReturnType<typeof openPhone>, x: number, y: number): void {
  device.phone.touchDown({ x, y });
  device.phone.touchUp({ x, y });
}

test("a window that closes stays in the list as exiting until its animation is over", () => {
  using device = openPhone({ app: "com.fovea.dialogs" });
  device.tap("Alert");
  device.phone.hooks.tap("Cancel");
  assert.equal(device.phone.state().windows.filter((window) => window.isExiting).length, 1);
  device.wait();
  assert.equal(device.phone.state().windows.filter((window) => window.isExiting).length, 0);
});

test("the system's windows have the release's names", () => {
  const titles = (apiLevel: number) => {
    using device = openPhone({ apiLevel });
    return device.phone.state().windows.map((window) => window.title);
  };
  assert.ok(titles(24).includes("NavigationBar") && !titles(24).includes("NotificationShade"));
  assert.ok(titles(28).includes("StatusBar"));
  assert.ok(titles(30).includes("NotificationShade") && titles(30).includes("NavigationBar0"));
  assert.ok(titles(33).includes("com.android.systemui.wallpapers.ImageWallpaper"));
  assert.ok(titles(36).includes("Taskbar"));
});

test("windows are listed front first: system bars, dialogs, activities, wallpaper", () => {
  using device = openPhone({ app: "com.fovea.dialogs" });
  device.tap("Alert");
  const kinds = device.phone
    .state()
    .windows.filter((window) => window.isVisible)
    .map((window) => window.kind);
  assert.deepEqual(kinds, ["navigationBar", "statusBar", "dialog", "application", "wallpaper"]);
});

test("each window has its own hash, which stays", () => {
  using device = openPhone({ app: "com.fovea.dialogs" });
  const before = device.phone.state().windows.map((window) => window.hash);
  assert.equal(new Set(before).size, before.length);
  device.tap("Alert");
  const after = device.phone.state().windows.map((window) => window.hash);
  assert.ok(before.every((hash) => after.includes(hash)));
});

test("the same seed makes the same phone, another seed another", () => {
  const hashes = (seed: number) => {
    using device = openPhone({ seed });
    return device.phone.state().windows.map((window) => window.hash);
  };
  assert.deepEqual(hashes(7), hashes(7));
  assert.notDeepEqual(hashes(7), hashes(8));
});

test("a disposed phone leaves no timer behind", () => {
  const device = openPhone({ app: "com.fovea.endless" });
  assert.ok(device.time.pending > 0);
  device.phone[Symbol.dispose]();
  assert.equal(device.time.pending, 0);
});

test("calls on a disposed phone start nothing", () => {
  const device = openPhone();
  device.phone[Symbol.dispose]();
  device.phone.hooks.open("com.fovea.form");
  assert.equal(device.time.pending, 0);
});

test("an API level between the known ones behaves as the nearest one and keeps its own number", () => {
  using device = openPhone({ apiLevel: 34 });
  const { build, properties } = device.phone.state();
  assert.deepEqual([build.apiLevel, build.family, build.release], [34, 33, "14"]);
  assert.equal(properties.get("ro.build.version.sdk"), "34");
  assert.equal(properties.get("ro.build.version.release"), "14");
});
