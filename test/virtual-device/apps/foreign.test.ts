import assert from "node:assert/strict";
import { test } from "node:test";
import { openPhone } from "../../support/virtual-phone.js";

test("an app without a label is named by its package, and one without a launcher activity has no icon", () => {
  using device = openPhone();
  const facts = { versionCode: 1, versionName: "1", label: null, minSdk: 21, targetSdk: 34, isTestOnly: false };
  device.phone.installPackage({ ...facts, packageName: "org.a", launcherActivity: "org.a.Main" });
  device.phone.installPackage({ ...facts, packageName: "org.b", launcherActivity: null });
  const state = device.phone.state();
  assert.deepEqual(
    state.packages.filter((entry) => entry.packageName.startsWith("org.")).map((entry) => entry.label),
    ["org.a", "org.b"],
  );
  assert.ok(device.texts().includes("org.a") && !device.texts().includes("org.b"));
});
