import assert from "node:assert/strict";
import { test } from "node:test";
import { openPhone } from "../../support/virtual-phone.js";

test("every launchable app has an icon that opens it", () => {
  using probe = openPhone();
  const apps = probe.phone.state().packages.filter((entry) => entry.launcherActivity !== null);
  assert.ok(apps.length >= 14);
  for (const app of apps) {
    using device = openPhone({ animationScale: 0 });
    device.tap(app.label);
    assert.equal(device.phone.state().focusedActivity?.packageName, app.packageName, app.label);
  }
});

test("BACK stays on the home screen", () => {
  using device = openPhone();
  device.phone.key("BACK", "down-up");
  device.wait();
  assert.equal(device.phone.state().tasks[0]?.kind, "home");
  assert.notEqual(device.phone.state().focusedWindow, null);
});
