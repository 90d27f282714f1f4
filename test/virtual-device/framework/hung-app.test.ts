import assert from "node:assert/strict";
import { test } from "node:test";
import { openPhone } from "../../support/virtual-phone.js";

function openSluggish() {
  return openPhone({ app: "com.fovea.sluggish" });
}

test("an app that hangs keeps its pixels, gives no hierarchy, and handles its input when it runs again", () => {
  using device = openSluggish();
  device.tap("Hang for a minute");
  const frozen = device.phone.pixels();
  device.phone.hooks.tap("Work for 2 seconds");
  device.wait(500);
  assert.deepEqual(device.phone.pixels()?.rgba, frozen?.rgba);
  assert.equal(device.phone.accessibilityWindows().find((window) => window.isActive)?.root, null);
  device.wait(63_000);
  device.tap("Wait");
  assert.ok(device.texts().includes("Worked 1 times"));
});

test("input that waits five seconds opens the system's dialog, and the dump of that moment is kept", () => {
  using device = openSluggish();
  device.tap("Hang for a minute");
  device.phone.hooks.tap("Work for 2 seconds");
  device.wait(4900);
  assert.equal(device.phone.state().focusedWindow?.ownerPackage, "com.fovea.sluggish");
  device.wait(800);
  const state = device.phone.state();
  assert.equal(state.focusedWindow?.title, "Application Not Responding: com.fovea.sluggish");
  assert.equal(state.processes.find((process) => process.packageName === "com.fovea.sluggish")?.isNotResponding, true);
  assert.equal(state.lastAnr?.windowTitle, "com.fovea.sluggish/com.fovea.sluggish.SluggishActivity");
  assert.equal(state.lastAnr?.snapshot.focusedWindow?.ownerPackage, "com.fovea.sluggish");
  assert.ok(device.nodes().some((node) => node.resourceId === "android:id/aerr_wait"));
});

test("the dialog can wait for the app or close it", () => {
  using device = openSluggish();
  device.tap("Hang for a minute");
  device.phone.hooks.tap("Work for 2 seconds");
  device.wait(6000);
  device.tap("Wait");
  assert.equal(device.phone.state().focusedWindow?.ownerPackage, "com.fovea.sluggish");
  device.wait(6000);
  assert.match(device.phone.state().focusedWindow?.title ?? "", /^Application Not Responding/);
  assert.ok(device.phone.state().processes.some((process) => process.packageName === "com.fovea.sluggish"));
  device.phone.forceStop("com.fovea.sluggish");
  device.wait();
  assert.equal(device.phone.state().tasks[0]?.kind, "home");
});

test("a crash replaces the report that the app does not respond", () => {
  using device = openPhone({ app: "com.fovea.dialogs" });
  device.phone.hooks.tap("Hang for 8 seconds");
  device.wait(100);
  device.phone.hooks.tap("Crash");
  device.wait(6000);
  assert.match(device.phone.state().focusedWindow?.title ?? "", /^Application Not Responding/);
  device.wait(4000);
  assert.match(device.phone.state().focusedWindow?.title ?? "", /^Application Error/);
  device.tap("Close app");
  assert.equal(device.phone.state().focusedWindow?.ownerPackage, "com.android.launcher3");
});

test("an app that does not respond blocks the sender of input for at most five seconds", () => {
  using device = openSluggish();
  assert.equal(device.phone.inputLagMs(), 0);
  device.tap("Work for 2 seconds");
  device.phone.hooks.tap("Answer in 3 seconds");
  const lag = device.phone.inputLagMs();
  assert.ok(lag > 0 && lag <= 2000, `${lag} ms`);
  device.wait(2100);
  assert.equal(device.phone.inputLagMs(), 0);
});

test("an app that crashes opens the system's dialog, with another text the second time", () => {
  using device = openPhone({ app: "com.fovea.form" });
  device.phone.hooks.crashApp("com.fovea.form");
  device.wait();
  assert.equal(device.phone.state().focusedWindow?.title, "Application Error: com.fovea.form");
  assert.ok(device.texts().includes("Sign up has stopped"));
  device.tap("Close app");
  device.phone.hooks.open("com.fovea.form");
  device.wait();
  device.phone.hooks.crashApp("com.fovea.form");
  device.wait();
  assert.ok(device.texts().includes("Sign up keeps stopping"));
});
