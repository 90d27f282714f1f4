import assert from "node:assert/strict";
import { test } from "node:test";
import { openPhone } from "../../support/virtual-phone.js";

test("a phone without a lock wakes up on its last screen", () => {
  using device = openPhone({ app: "com.fovea.form" });
  device.phone.key("POWER", "down-up");
  assert.deepEqual([device.phone.state().power.wakefulness, device.phone.pixels()], ["Asleep", null]);
  assert.equal(device.phone.accessibilityWindows().length, 0);
  device.phone.key("POWER", "down-up");
  device.wait();
  assert.equal(device.phone.state().focusedActivity?.packageName, "com.fovea.form");
  assert.equal(device.phone.state().keyguard.isShowing, false);
});

test("a swipe lock appears after sleep, hides the apps, and disappears with a swipe up", () => {
  using device = openPhone({ lock: "swipe", app: "com.fovea.form" });
  device.phone.key("SLEEP", "down-up");
  device.phone.key("WAKEUP", "down-up");
  device.wait();
  const locked = device.phone.state();
  assert.deepEqual(locked.keyguard, { isShowing: true, isSecure: false, isOccluded: false });
  assert.equal(locked.focusedWindow?.title, "NotificationShade");
  assert.ok(device.texts().includes("Swipe up to open"));
  device.swipe({ x: 540, y: 1900 }, { x: 540, y: 900 });
  assert.equal(device.phone.state().keyguard.isShowing, false);
  assert.equal(device.phone.state().focusedWindow?.ownerPackage, "com.fovea.form");
});

test("a PIN lock refuses a wrong PIN and opens with the right one", () => {
  using device = openPhone({ lock: "pin", pin: "2580" });
  device.phone.hooks.lock();
  device.wait();
  device.swipe({ x: 540, y: 1900 }, { x: 540, y: 900 });
  assert.equal(device.phone.state().keyguard.isShowing, true);
  for (const digit of "1111") device.tap(digit);
  device.tap("Enter");
  assert.ok(device.texts().includes("Wrong PIN"));
  for (const digit of "2580") device.tap(digit);
  assert.ok(device.texts().includes("••••"));
  device.tap("Enter");
  assert.equal(device.phone.state().keyguard.isShowing, false);
});

test("the PIN can be typed with keys, and BACK closes the pad", () => {
  using device = openPhone({ lock: "pin" });
  device.phone.hooks.lock();
  device.phone.dismissKeyguard();
  device.wait();
  device.phone.key("BACK", "down-up");
  device.wait();
  assert.ok(device.texts().includes("Swipe up to open"));
  device.phone.key("MENU", "down-up");
  device.phone.typeText("1234");
  device.phone.key("ENTER", "down-up");
  device.wait();
  assert.equal(device.phone.state().keyguard.isShowing, false);
});

test("up to Android 10 the lock screen is in the status bar's window", () => {
  using device = openPhone({ apiLevel: 28, lock: "swipe" });
  device.phone.hooks.lock();
  device.wait();
  assert.equal(device.phone.state().focusedWindow?.title, "StatusBar");
  assert.equal(device.phone.state().focusedWindow?.frame.bottom, 2160);
});

test("HOME and apps do not open over the lock, and an alarm does", () => {
  using device = openPhone({ lock: "pin" });
  device.phone.hooks.lock();
  device.phone.key("HOME", "down-up");
  device.phone.hooks.open("com.fovea.form");
  device.wait();
  assert.equal(device.phone.state().focusedWindow?.title, "NotificationShade");
  device.phone.hooks.open("com.fovea.clock/.AlarmActivity");
  device.wait();
  assert.deepEqual(device.phone.state().keyguard, { isShowing: true, isSecure: true, isOccluded: true });
  device.tap("Dismiss");
  assert.equal(device.phone.state().keyguard.isOccluded, false);
});

test("the screen turns off after its timeout, but not while the phone is used or kept awake", () => {
  using device = openPhone();
  device.phone.putSetting("system", "screen_off_timeout", "15000");
  device.wait(14_000);
  device.phone.key("VOLUME_UP", "down-up");
  device.wait(14_000);
  assert.equal(device.phone.state().power.wakefulness, "Awake");
  device.wait(1500);
  assert.equal(device.phone.state().power.wakefulness, "Asleep");
  device.phone.key("WAKEUP", "down-up");
  device.phone.putSetting("global", "stay_on_while_plugged_in", "7");
  device.wait(60_000);
  assert.equal(device.phone.state().power.wakefulness, "Awake");
});

test("a screen that is off receives no touches and no text", () => {
  using device = openPhone({ app: "com.fovea.form" });
  device.tap("Given and family name");
  device.phone.key("SLEEP", "down-up");
  device.phone.typeText("lost");
  device.phone.touchDown({ x: 540, y: 700 });
  device.phone.touchUp({ x: 540, y: 700 });
  device.phone.key("WAKEUP", "down-up");
  device.wait();
  assert.ok(!device.texts().includes("lost"));
});
