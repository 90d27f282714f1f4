import assert from "node:assert/strict";
import { test } from "node:test";
import { drive, hintsOf } from "../support/drive.js";

test("open_app brings an app to the front in its last state, however often it is called", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  await driven.did("tap", { target: "id/terms" });
  driven.phone.hooks.open("com.fovea.notes");
  const text = await driven.did("open_app", { package: "com.fovea.form" });
  assert.match(
    text,
    /^opened com\.fovea\.form\/\.FormActivity\nunknown: the screen looks unchanged, but was not read right before the action\ncom\.fovea\.form\/\.FormActivity \| /,
  );
  assert.match(text, /\n\(nothing (?:in the outline )?changed\)$/, "since the screen was last reported to the caller");
  assert.equal(driven.phone.state().focusedActivity?.packageName, "com.fovea.form");
  assert.match(await driven.did("open_app", { package: "com.fovea.form" }), /\(nothing (?:in the outline )?changed\)$/);
});

test("open_app opens a named activity", async () => {
  await using driven = await drive();
  const activity = ".Settings$DisplaySettingsActivity";
  await driven.did("open_app", { package: "com.android.settings", activity });
  assert.match(driven.phone.state().focusedActivity?.className ?? "", /DisplaySettingsActivity$/);
});

test("open_app refuses missing apps, apps without a launcher activity and invalid package ids", async () => {
  await using driven = await drive();
  const before = driven.phone.state().focusedActivity?.hash;
  const missing = await driven.refused("APP_NOT_FOUND", "open_app", { package: "com.example.none" });
  assert.match(missing, /com\.example\.none is not installed on .*\nNext: Call list_apps/);
  await driven.refused("INVALID_ARGUMENT", "open_app", { package: "" });
  await driven.refused("INVALID_ARGUMENT", "open_app", { package: "a.b; reboot" });
  await driven.refused("INVALID_ARGUMENT", "open_app", { package: "com.fovea.form", activity: ".A --user 10" });
  await driven.refused("APP_NOT_LAUNCHED", "open_app", { package: "com.fovea.form", activity: ".NoActivity" });
  assert.equal(driven.phone.state().focusedActivity?.hash, before);
  assert.deepEqual(await hintsOf(driven, "open_app"), [false, false, true, true]);
});

test("open_app finds an app by name in package ids, and lists the apps where several fit", async () => {
  await using driven = await drive();
  const { phone } = driven;
  const front = () => phone.state().focusedActivity?.packageName;
  for (const [name, packageName] of [
    ["settings", "com.android.settings"],
    ["Messages", "com.fovea.messages"],
    ["NOTES", "com.fovea.notes"],
  ] as const) {
    assert.match(await driven.did("open_app", { package: name }), new RegExp(`^opened ${packageName}/`));
    assert.equal(front(), packageName);
  }
  const apk = { versionCode: 1, versionName: "1", label: "Notes", minSdk: 24, targetSdk: 33, isTestOnly: false };
  phone.installPackage({ ...apk, packageName: "com.other.notes", launcherActivity: "com.other.notes.Main" });
  const several = await driven.refused("AMBIGUOUS_TARGET", "open_app", { package: "Notes" });
  assert.match(
    several,
    /2 apps have the name "Notes": com\.fovea\.notes, com\.other\.notes\nNext: Repeat the call with one/,
  );
  const unknown = await driven.refused("APP_NOT_FOUND", "open_app", { package: "My Bank" });
  assert.match(
    unknown,
    /"My Bank", as package id or as label in its launcher.*\nNext: Call list_apps .* or press_key home and tap/,
  );
  assert.equal(front(), "com.fovea.notes");
});

for (const apiLevel of [24, 28, 30, 36]) {
  test(`open_app opens apps on API ${apiLevel}, and recognises a missing one`, async () => {
    await using driven = await drive({ apiLevel });
    await driven.did("open_app", { package: "com.fovea.notes" });
    assert.equal(driven.phone.state().focusedActivity?.packageName, "com.fovea.notes");
    await driven.refused("APP_NOT_FOUND", "open_app", { package: "com.example.none" });
    await driven.refused("APP_NOT_LAUNCHED", "open_app", { package: "com.fovea.form", activity: ".NoActivity" });
  });
}
