import assert from "node:assert/strict";
import { test } from "node:test";
import type { PhoneIntent } from "../../../packages/virtual-android/src/intent.js";
import { openPhone } from "../../support/virtual-phone.js";

function intent(parts: Partial<PhoneIntent>): PhoneIntent {
  return { action: null, data: null, component: null, packageName: null, categories: [], ...parts };
}

function stack(device: ReturnType<typeof openPhone>): readonly string[] {
  return (device.phone.state().tasks[0]?.activities ?? []).map(
    (activity) => activity.className.split(".").at(-1) ?? "",
  );
}

test("an app opened from its icon runs in its own task, and HOME and the icon bring it back in its last state", () => {
  using device = openPhone();
  device.tap("Settings");
  device.tap("Display");
  assert.deepEqual(stack(device), ["SubSettings", "Settings"]);
  device.phone.key("HOME", "down-up");
  device.wait();
  assert.equal(device.phone.state().tasks[0]?.kind, "home");
  device.tap("Settings");
  assert.deepEqual(stack(device), ["SubSettings", "Settings"]);
  assert.ok(device.texts().includes("Dark theme"));
});

test("BACK ends the top activity, and the one below resumes", () => {
  using device = openPhone({ app: "com.android.settings" });
  device.tap("Display");
  device.phone.key("BACK", "down-up");
  device.wait();
  assert.deepEqual(stack(device), ["Settings"]);
  assert.equal(device.phone.state().focusedActivity?.state, "RESUMED");
});

test("BACK on an app's first screen ends it up to Android 11 and keeps it in the background from 12 on", () => {
  for (const [apiLevel, isKept] of [
    [30, false],
    [33, true],
  ] as const) {
    using device = openPhone({ apiLevel, app: "com.fovea.form" });
    device.phone.key("BACK", "down-up");
    device.wait();
    assert.equal(device.phone.state().tasks[0]?.kind, "home");
    assert.equal(
      device.phone.state().tasks.some((task) => task.affinity === "com.fovea.form"),
      isKept,
      String(apiLevel),
    );
  }
});

test("startActivity reports whether the activity was started, got the intent, or was brought to the front", () => {
  using device = openPhone();
  const form = intent({ component: "com.fovea.form/.FormActivity" });
  assert.deepEqual(pick(device.phone.launch(form)), ["started", "COLD"]);
  assert.deepEqual(pick(device.phone.launch(form)), ["delivered", "HOT"]);
  device.phone.key("HOME", "down-up");
  assert.deepEqual(pick(device.phone.launch(form)), ["brought-to-front", "HOT"]);
  assert.deepEqual(pick(device.phone.launch(form, { stopFirst: true })), ["started", "WARM"].with(1, "COLD"));
});

function pick(result: { outcome: string; launchState: string }): readonly string[] {
  return [result.outcome, result.launchState];
}

test("startActivity distinguishes the reasons why an activity cannot be started", () => {
  using device = openPhone();
  assert.equal(device.phone.launch(intent({ component: "com.fovea.form/.Nothing" })).outcome, "no-such-activity");
  assert.equal(device.phone.launch(intent({ component: "com.nobody/.Main" })).outcome, "no-such-activity");
  assert.equal(device.phone.launch(intent({ component: "com.fovea.form/.DoneActivity" })).outcome, "not-exported");
  assert.equal(device.phone.launch(intent({ action: "com.nobody.ACTION" })).outcome, "unresolved");
  assert.equal(
    device.phone.startActivity(intent({ component: "a.b/.C" })),
    "Error: Activity class {a.b/.C} does not exist.",
  );
  assert.equal(device.phone.startActivity(intent({ action: "android.settings.SETTINGS" })), null);
});

test("an address that one app opens goes to it, and one that two apps open goes to the resolver", () => {
  using device = openPhone();
  const view = (data: string) => device.phone.launch(intent({ action: "android.intent.action.VIEW", data })).component;
  assert.equal(view("https://example.org/a"), "com.fovea.browser/com.fovea.browser.BrowserActivity");
  const send = device.phone.launch(intent({ action: "android.intent.action.SENDTO", data: "mailto:a@b.org" }));
  assert.equal(send.component, "android/com.android.internal.app.ResolverActivity");
});

test("force-stop ends the process and all its activities", () => {
  using device = openPhone({ app: "com.fovea.form" });
  assert.ok(device.phone.state().processes.some((process) => process.packageName === "com.fovea.form"));
  device.phone.forceStop("com.fovea.form");
  device.wait();
  const state = device.phone.state();
  assert.ok(!state.processes.some((process) => process.packageName === "com.fovea.form"));
  assert.ok(!state.windows.some((window) => window.ownerPackage === "com.fovea.form"));
  assert.equal(state.tasks[0]?.kind, "home");
});

test("an app's stored data outlive its process, until they are cleared", () => {
  using device = openPhone({ app: "com.fovea.notes" });
  device.tap("Shopping");
  device.tap("Delete");
  device.phone.forceStop("com.fovea.notes");
  device.phone.hooks.open("com.fovea.notes");
  device.wait();
  assert.ok(!device.texts().includes("Shopping"));
  assert.equal(device.phone.clearPackage("com.fovea.notes"), true);
  device.phone.hooks.open("com.fovea.notes");
  device.wait();
  assert.ok(device.texts().includes("Shopping"));
});

test("the overview shows the open apps, opens one, and ends them all", () => {
  using device = openPhone({ app: "com.fovea.clock" });
  device.phone.hooks.open("com.fovea.form");
  device.wait();
  device.phone.key("APP_SWITCH", "down-up");
  device.wait();
  assert.ok(device.texts().includes("Sign up") && device.texts().includes("Clock"));
  device.tap("Clock");
  assert.equal(device.phone.state().focusedActivity?.packageName, "com.fovea.clock");
  device.phone.key("APP_SWITCH", "down-up");
  device.wait();
  device.tap("Clear all");
  assert.deepEqual(
    device.phone.state().tasks.map((task) => task.kind),
    ["home"],
  );
});

test("an installed APK appears among the apps and can be opened and removed", () => {
  using device = openPhone();
  const apk = {
    packageName: "org.sample",
    versionCode: 3,
    versionName: "1.2",
    label: "Sample",
    minSdk: 21,
    targetSdk: 34,
    isTestOnly: false,
    launcherActivity: "org.sample.Main",
  };
  assert.equal(device.phone.installPackage({ ...apk, minSdk: 99 }), "INSTALL_FAILED_OLDER_SDK");
  assert.equal(device.phone.installPackage(apk), null);
  assert.equal(device.phone.installPackage({ ...apk, versionCode: 2 }), "INSTALL_FAILED_VERSION_DOWNGRADE");
  assert.equal(
    device.phone.installPackage({ ...apk, packageName: "com.android.settings" }),
    "INSTALL_FAILED_UPDATE_INCOMPATIBLE",
  );
  device.tap("Sample");
  assert.ok(device.texts().includes("Version 1.2"));
  assert.equal(device.phone.uninstallPackage("org.sample"), true);
  assert.equal(device.phone.uninstallPackage("org.sample"), false);
  assert.equal(device.phone.uninstallPackage("com.android.settings"), false);
  assert.equal(device.phone.uninstallPackage("com.android.settings", true), true, "for one user a phone hides it");
});
