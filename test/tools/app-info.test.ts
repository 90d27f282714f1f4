import assert from "node:assert/strict";
import { test } from "node:test";
import { drive, hintsOf } from "../support/drive.js";

const APP = { config: { tools: ["app"] }, app: "com.fovea.dialogs" } as const;

for (const apiLevel of [24, 29, 36])
  test(`app_info reports version, flags, permissions and processes of an app as the device has them (API ${apiLevel})`, async () => {
    await using driven = await drive({ ...APP, apiLevel });
    const name = "com.fovea.dialogs";
    const known = driven.phone.state().packages.find(({ packageName }) => packageName === name);
    await driven.did("permissions", { package: name, grant: ["camera"] });
    const text = await driven.did("app_info", { package: name });
    const [first, version, sdk] = text.split("\n");
    assert.match(first ?? "", /^com\.fovea\.dialogs "Dialogs": (?:installed|came with the device)$/);
    assert.equal(version, `version: "${known?.versionName}" (${known?.versionCode})`);
    assert.match(sdk ?? "", /^SDK: from \d+, made for \d+$/);
    assert.match(
      text,
      new RegExp(`^runs: pid ${driven.phone.state().processes.find((one) => one.packageName === name)?.pid}$`, "m"),
    );
    assert.match(text, /^permissions .*: granted CAMERA; denied .*RECORD_AUDIO/m);
    assert.match(text, /^first installed: 20\d\d-.*; last updated: 20\d\d-/m);
    assert.deepEqual(await hintsOf(driven, "app_info"), [true, false, true, true]);
  });

test("app_info distinguishes an app that is not running from one that is not installed", async () => {
  await using driven = await drive(APP);
  await driven.did("close_app", { package: "com.fovea.dialogs" });
  assert.match(await driven.did("app_info", { package: "com.fovea.dialogs" }), /^does not run$/m);
  assert.match(await driven.did("app_info", { package: "com.fovea.dialogs" }), /, stopped: not opened since/);
  await driven.did("open_app", { package: "com.fovea.dialogs" });
  assert.doesNotMatch(await driven.did("app_info", { package: "com.fovea.dialogs" }), /stopped/);
  await driven.refused("APP_NOT_FOUND", "app_info", { package: "com.nope.none" });
  await driven.refused("INVALID_ARGUMENT", "app_info", { package: "com.x; reboot" });
});

for (const apiLevel of [24, 29, 33, 36])
  test(`app_info takes the label of an app (API ${apiLevel})`, async () => {
    await using driven = await drive({ ...APP, apiLevel });
    const byId = await driven.did("app_info", { package: "com.fovea.dialogs" });
    for (const label of ["Dialogs", "dialogs"]) assert.equal(await driven.did("app_info", { package: label }), byId);
    assert.match(await driven.did("app_info", { package: "Sign up" }), /^com\.fovea\.form "Sign up": /);
    assert.match(
      await driven.refused("APP_NOT_FOUND", "app_info", { package: "Dialosg" }),
      /no app of \S+ has the name "Dialosg".*; similar: "Dialogs" \(com\.fovea\.dialogs\)/,
    );
    await driven.refused("INVALID_ARGUMENT", "app_info", { package: "Dialogs; reboot" });
  });
