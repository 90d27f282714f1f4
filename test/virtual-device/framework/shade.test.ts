import assert from "node:assert/strict";
import { test } from "node:test";
import { openPhone } from "../../support/virtual-phone.js";

test("a swipe down from the status bar opens the shade, and BACK or a swipe up closes it", () => {
  using device = openPhone({ app: "com.fovea.form" });
  for (const close of [
    () => device.phone.key("BACK", "down-up"),
    () => device.swipe({ x: 540, y: 2200 }, { x: 540, y: 1200 }),
  ]) {
    device.swipe({ x: 540, y: 20 }, { x: 540, y: 900 });
    assert.equal(device.phone.state().focusedWindow?.title, "NotificationShade");
    assert.ok(device.texts().includes("Bluetooth"));
    close();
    device.wait();
    assert.equal(device.phone.state().focusedWindow?.ownerPackage, "com.fovea.form");
  }
});

test("the tiles switch the settings that they show", () => {
  using device = openPhone();
  device.phone.setShade("notifications");
  device.wait();
  device.tap("Bluetooth");
  assert.equal(device.phone.state().settings.global.get("bluetooth_on"), "1");
  const tile = device.nodes().find((node) => node.contentDescription === "Bluetooth");
  assert.deepEqual([tile?.isChecked, tile?.stateDescription], [true, "On"]);
});

test("a notification opens its app and disappears, and Clear all removes the notifications", () => {
  using device = openPhone();
  const opened: string[] = [];
  const message = { app: "Messages", symbol: "chat", title: "Neighbour", text: "Hi" } as const;
  device.phone.hooks.notify({ ...message, onClick: () => opened.push("Neighbour") });
  device.phone.hooks.notify({ ...message, title: "Plumber" });
  device.phone.setShade("notifications");
  device.wait();
  const row = device.nodes().find((node) => node.text === "Neighbour");
  assert.ok(row);
  device.phone.touchDown({ x: row.bounds.left + 5, y: row.bounds.top + 5 });
  device.phone.touchUp({ x: row.bounds.left + 5, y: row.bounds.top + 5 });
  device.wait();
  assert.deepEqual(opened, ["Neighbour"]);
  device.phone.setShade("notifications");
  device.wait();
  device.tap("Clear all");
  assert.ok(device.texts().includes("No notifications"));
});

test("a shade higher than the screen scrolls, and opens at its tiles", () => {
  using device = openPhone({ rotation: 1 });
  const message = { app: "Messages", symbol: "chat", text: "Hi" } as const;
  for (let number = 1; number <= 8; number += 1) device.phone.hooks.notify({ ...message, title: `Friend ${number}` });
  device.phone.setShade("notifications");
  device.wait();
  assert.equal(device.phone.hooks.find("Friend 1"), undefined);
  for (const x of [1200, 700]) device.swipe({ x, y: 1000 }, { x, y: 100 }, { ms: 1_000 });
  assert.ok(device.phone.hooks.find("Friend 1"));
  assert.ok(device.phone.state().focusedWindow?.title.includes("Shade"));
  device.phone.setShade(null);
  device.phone.setShade("notifications");
  device.wait();
  assert.ok(device.phone.hooks.find("Bluetooth"));
  assert.equal(device.phone.hooks.find("Friend 1"), undefined);
});

test("with gesture navigation a swipe from the side goes back, and one from below goes home", () => {
  using device = openPhone({ apiLevel: 33, app: "com.android.settings" });
  device.tap("Display");
  device.swipe({ x: 4, y: 1200 }, { x: 500, y: 1210 });
  assert.ok(device.texts().includes("Network & internet"));
  device.swipe({ x: 540, y: 2390 }, { x: 540, y: 1500 });
  assert.equal(device.phone.state().tasks[0]?.kind, "home");
});

test("a swipe from the edge that returns does not go back", () => {
  using device = openPhone({ apiLevel: 33, app: "com.android.settings" });
  device.tap("Display");
  device.phone.touchDown({ x: 4, y: 1200 });
  for (const x of [100, 300, 100, 6]) device.phone.touchMove({ x, y: 1200 });
  device.phone.touchUp({ x: 6, y: 1200 });
  device.wait();
  assert.ok(device.texts().includes("Dark theme"));
});

test("the three navigation buttons go back, go home and open the overview", () => {
  using device = openPhone({ apiLevel: 28, app: "com.android.settings" });
  device.tap("Display");
  device.tap("Back");
  assert.ok(device.texts().includes("Network & internet"));
  device.tap("Home");
  assert.equal(device.phone.state().tasks[0]?.kind, "home");
  device.tap("Overview");
  assert.ok(device.texts().includes("Clear all"));
});

test("a toast is over the app for two seconds, without focus, touch or node", () => {
  using device = openPhone({ apiLevel: 33, app: "com.fovea.form" });
  const before = device.phone.pixels();
  device.phone.hooks.showToast("Saved");
  const toast = device.phone.state().windows.find((window) => window.kind === "toast");
  assert.deepEqual([toast?.title, toast?.layoutType, toast?.ownerPackage], ["Toast", 2005, "com.android.systemui"]);
  assert.equal(device.phone.state().focusedWindow?.ownerPackage, "com.fovea.form");
  assert.ok(!JSON.stringify(device.phone.accessibilityWindows()).includes("Saved"));
  assert.notDeepEqual(device.phone.pixels()?.rgba, before?.rgba);
  device.wait(2100);
  assert.deepEqual(device.phone.pixels()?.rgba, before?.rgba);
});

test("before Android 11 a toast belongs to the app", () => {
  using device = openPhone({ apiLevel: 28, app: "com.fovea.form" });
  device.phone.hooks.showToast("Saved");
  assert.equal(device.phone.state().windows.find((window) => window.kind === "toast")?.ownerPackage, "com.fovea.form");
});
