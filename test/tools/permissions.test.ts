import assert from "node:assert/strict";
import { test } from "node:test";
import { parsePermissions } from "../../src/devices/app-permissions.js";
import { type Driven, drive, hintsOf } from "../support/drive.js";
import { runOnPhone } from "../support/run-on-phone.js";

const APP = { config: { tools: ["app"] }, app: "com.fovea.dialogs" } as const;
const OWNER = { package: "com.fovea.dialogs" };

for (const apiLevel of [24, 33])
  test(`permissions grants, revokes and resets, and an app that loses a permission is ended (API ${apiLevel})`, async () => {
    await using driven = await drive({ ...APP, apiLevel });
    const dump = async () => (await runOnPhone(driven.product.device, "dumpsys package com.fovea.dialogs")).stdout;
    assert.match(await driven.did("permissions", OWNER), /^android\.permission\.CAMERA: denied\n/);
    const given = await driven.did("permissions", { ...OWNER, grant: ["camera", "microphone"] });
    assert.match(given, /^changed the permissions of com\.fovea\.dialogs: gave CAMERA, gave RECORD_AUDIO\n/);
    assert.match(given, /^android\.permission\.CAMERA: granted$/m);
    assert.match(await dump(), /android\.permission\.CAMERA: granted=true/);
    const again = await driven.did("permissions", { ...OWNER, grant: ["camera"] });
    assert.match(again, /^changed nothing: com\.fovea\.dialogs has its permissions in that state already\n/);
    const op = await driven.did("permissions", { ...OWNER, grant: ["SYSTEM_ALERT_WINDOW"] });
    assert.match(op, /SYSTEM_ALERT_WINDOW: granted/);
    assert.match((await runOnPhone(driven.product.device, "dumpsys appops")).stdout, /SYSTEM_ALERT_WINDOW \(allow\)/);
    const opAgain = await driven.did("permissions", { ...OWNER, grant: ["SYSTEM_ALERT_WINDOW", "camera"] });
    assert.match(opAgain, /^changed nothing: com\.fovea\.dialogs has its permissions in that state already\n/);
    assert.doesNotMatch(opAgain, /^changed: /m);
    const both = await driven.did("permissions", { ...OWNER, reset: true, grant: ["camera", "SYSTEM_ALERT_WINDOW"] });
    assert.match(both, /: took CAMERA, took RECORD_AUDIO, gave CAMERA\n/);
    const denied = await driven.did("permissions", { ...OWNER, revoke: ["SYSTEM_ALERT_WINDOW"] });
    assert.match(denied, /: took SYSTEM_ALERT_WINDOW\n/);
    const deniedAgain = await driven.did("permissions", { ...OWNER, revoke: ["SYSTEM_ALERT_WINDOW"] });
    assert.match(deniedAgain, /^changed nothing: /);
    await driven.did("open_app", OWNER);
    const runs = () => driven.phone.state().processes.some((one) => one.packageName === OWNER.package);
    assert.ok(runs());
    await driven.did("permissions", { ...OWNER, revoke: ["camera"] });
    assert.ok(!runs());
    await driven.did("permissions", { ...OWNER, reset: true });
    assert.doesNotMatch(await dump(), /granted=true/);
    assert.deepEqual(await hintsOf(driven, "permissions"), [false, true, true, true]);
  });

/** The app asks for the camera, and its user refuses. */
async function refuseCamera(driven: Driven): Promise<void> {
  await driven.did("open_app", OWNER);
  await driven.did("tap", { target: '"Camera permission"', expect: "id/permission_message" });
  await driven.did("tap", { target: "id/permission_deny_button", expect: '"Camera: denied"' });
}

for (const apiLevel of [24, 29, 33, 36])
  test(`permissions reset gives rights that app-ops control the default of the release (API ${apiLevel})`, async () => {
    await using driven = await drive({ ...APP, apiLevel });
    const op = async () => (await runOnPhone(driven.product.device, "appops get com.fovea.dialogs")).stdout;
    await driven.did("permissions", { ...OWNER, grant: ["SYSTEM_ALERT_WINDOW"] });
    assert.match(await op(), /^SYSTEM_ALERT_WINDOW: allow/m);
    const text = await driven.did("permissions", { ...OWNER, reset: true });
    assert.match(text, /: forgot the decision on SYSTEM_ALERT_WINDOW\n/);
    assert.match(text, /^android\.permission\.SYSTEM_ALERT_WINDOW: default$/m);
    assert.doesNotMatch(await op(), /allow|deny/);
    assert.match(await driven.did("permissions", { ...OWNER, reset: true }), /^changed nothing: /);
    await driven.did("permissions", { ...OWNER, grant: ["SYSTEM_ALERT_WINDOW"] });
    const again = await driven.did("permissions", { ...OWNER, reset: true, grant: ["SYSTEM_ALERT_WINDOW"] });
    assert.match(again, /^android\.permission\.SYSTEM_ALERT_WINDOW: granted$/m);
    await driven.did("permissions", { ...OWNER, revoke: ["SYSTEM_ALERT_WINDOW"] });
    assert.match(await driven.did("permissions", { ...OWNER, reset: true }), /SYSTEM_ALERT_WINDOW: default$/m);
  });

test("a reset lets the app ask again for a permission that its user denied for good", async () => {
  await using driven = await drive({ ...APP, apiLevel: 33 });
  const dump = async () => (await runOnPhone(driven.product.device, "dumpsys package com.fovea.dialogs")).stdout;
  for (let time = 1; time <= 2; time += 1) await refuseCamera(driven);
  assert.match(await dump(), /CAMERA: granted=false, flags=\[ USER_SET\|USER_FIXED \]/);
  assert.match(await driven.did("permissions", OWNER), /^android\.permission\.CAMERA: denied, fixed$/m);
  const text = await driven.did("permissions", { ...OWNER, reset: true });
  assert.match(text, /^changed the permissions of com\.fovea\.dialogs: forgot the decision on CAMERA\n/);
  assert.match(await dump(), /CAMERA: granted=false, flags=\[ \]/);
  await refuseCamera(driven);
});

test("before Android 13 a reset says which denials stay remembered, and how to forget them", async () => {
  await using driven = await drive({ ...APP, apiLevel: 30 });
  await refuseCamera(driven);
  const text = await driven.did("permissions", { ...OWNER, reset: true });
  assert.match(text, /^changed nothing: /);
  assert.match(
    text,
    /^Android still counts these as decided: CAMERA; before Android 13 only clear_app_data resets that$/m,
  );
  assert.doesNotMatch(await driven.did("permissions", { ...OWNER, grant: ["camera"] }), /remembered/);
});

test("a reset is not confirmed where the phone keeps the permissions", async () => {
  await using driven = await drive({ ...APP, apiLevel: 33 });
  await refuseCamera(driven);
  driven.phone.forgetRefusals = () => {};
  const text = await driven.refused("STATE_REFUSED", "permissions", { ...OWNER, reset: true });
  assert.match(
    text,
    /accepted the change without an error, and still remembers a decision on android\.permission\.CAMERA/,
  );
});

test("permissions that the app does not request, missing apps and protected apps are refused before any change", async () => {
  await using driven = await drive(APP);
  const text = await driven.refused("PERMISSION_NOT_REQUESTED", "permissions", { ...OWNER, grant: ["sms"] });
  assert.match(text, /does not ask for sms: it asks for android\.permission\.CAMERA, /);
  await driven.refused("PERMISSION_NOT_REQUESTED", "permissions", { ...OWNER, grant: ["camera", "INTERNET"] });
  await driven.refused("INVALID_ARGUMENT", "permissions", { ...OWNER, grant: ["$(reboot)"] });
  await driven.refused("INVALID_ARGUMENT", "permissions", { ...OWNER, grant: ["camera"], revoke: ["camera"] });
  await driven.refused("INVALID_ARGUMENT", "permissions", { ...OWNER, reset: true, revoke: ["camera"] });
  await driven.refused("INVALID_ARGUMENT", "permissions", { package: "com.x; reboot" });
  await driven.refused("INVALID_ARGUMENT", "permissions", { package: "com.android.systemui", revoke: ["all"] });
  await driven.refused("APP_NOT_FOUND", "permissions", { package: "com.example.none", grant: ["camera"] });
  await driven.refused("APP_NOT_FOUND", "permissions", { package: "com.example.none" });
  assert.match(await driven.did("permissions", OWNER), /CAMERA: denied/);
});

test("permissions is refused where the phone ignores the change", async () => {
  await using driven = await drive(APP);
  driven.phone.setPermission = () => {};
  const text = await driven.refused("STATE_REFUSED", "permissions", { ...OWNER, grant: ["camera"] });
  assert.match(text, /without an error, and com\.fovea\.dialogs has not android\.permission\.CAMERA/);
});

test("the permissions of the user in front are read, from the first of two blocks", () => {
  const block = (granted: boolean) => [
    "  Package [com.x] (1a2b):",
    "    requested permissions:",
    "      android.permission.CAMERA",
    "      android.permission.INTERNET: restricted=true",
    "    install permissions:",
    "      android.permission.INTERNET: granted=true",
    "    User 0: ceDataInode=1 installed=true",
    "      gids=[3003]",
    "      runtime permissions:",
    `        android.permission.CAMERA: granted=${granted}, flags=[ USER_SET|USER_FIXED ]`,
    "    User 10: ceDataInode=0 installed=true",
    "      runtime permissions:",
    `        android.permission.CAMERA: granted=${!granted}, flags=[ ]`,
    "",
  ];
  const dump = ["Packages:", ...block(true), "Hidden system packages:", ...block(false)].join("\n");
  const flags = ["USER_SET", "USER_FIXED"];
  const requested = ["android.permission.CAMERA", "android.permission.INTERNET"];
  const of = (isGranted: boolean, own: readonly string[]) => ({
    requested,
    runtime: [{ name: "android.permission.CAMERA", isGranted, flags: own }],
  });
  assert.deepEqual(parsePermissions(dump, "com.x", 0), of(true, flags));
  assert.deepEqual(parsePermissions(dump, "com.x", 10), of(false, []));
  assert.equal(parsePermissions(dump, "com.y", 0), null);
});
