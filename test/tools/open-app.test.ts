import assert from "node:assert/strict";
import { test } from "node:test";
import { drive, hintsOf } from "../support/drive.js";

test("an app comes to the front as it was left, however often it is opened", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  await driven.did("tap", { target: "id/terms" });
  driven.phone.hooks.open("com.fovea.notes");
  const text = await driven.did("open_app", { package: "com.fovea.form" });
  assert.match(
    text,
    /^opened com\.fovea\.form\/\.FormActivity\nunknown: looks unchanged, but was not read just before\ncom\.fovea\.form\/\.FormActivity \| /,
  );
  assert.match(text, /\n\(nothing (?:in the outline )?changed\)$/, "since the screen was last reported to the caller");
  assert.equal(driven.phone.state().focusedActivity?.packageName, "com.fovea.form");
  assert.match(await driven.did("open_app", { package: "com.fovea.form" }), /\(nothing (?:in the outline )?changed\)$/);
});

test("an activity can be named", async () => {
  await using driven = await drive();
  const activity = ".Settings$DisplaySettingsActivity";
  await driven.did("open_app", { package: "com.android.settings", activity });
  assert.match(driven.phone.state().focusedActivity?.className ?? "", /DisplaySettingsActivity$/);
});

test("what is not there, has nothing to open or is not a package id is refused", async () => {
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

test("an app opens by its name as far as package ids show it, and several of one name are listed", async () => {
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
    /2 apps have the name "Notes": com\.fovea\.notes, com\.other\.notes\nNext: Call open_app with one/,
  );
  const unknown = await driven.refused("APP_NOT_FOUND", "open_app", { package: "My Bank" });
  assert.match(
    unknown,
    /"My Bank", as package id or as label in its launcher.*\nNext: Call list_apps .* or press_key home and tap/,
  );
  assert.equal(front(), "com.fovea.notes");
});

for (const apiLevel of [24, 28, 30, 36]) {
  test(`apps are opened on API ${apiLevel}, and one that is not there is known as such`, async () => {
    await using driven = await drive({ apiLevel });
    await driven.did("open_app", { package: "com.fovea.notes" });
    assert.equal(driven.phone.state().focusedActivity?.packageName, "com.fovea.notes");
    await driven.refused("APP_NOT_FOUND", "open_app", { package: "com.example.none" });
    await driven.refused("APP_NOT_LAUNCHED", "open_app", { package: "com.fovea.form", activity: ".NoActivity" });
  });
}
