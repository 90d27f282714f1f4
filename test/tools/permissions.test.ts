import assert from "node:assert/strict";
import { test } from "node:test";
import { parsePermissions } from "../../src/devices/app-permissions.js";
import { drive, hintsOf } from "../support/drive.js";
import { runOnPhone } from "../support/run-on-phone.js";

const APP = { config: { tools: ["app"] }, app: "com.fovea.dialogs" } as const;
const OWNER = { package: "com.fovea.dialogs" };

for (const apiLevel of [24, 33])
  test(`permissions are given, taken and reset, and the app is ended that loses one (API ${apiLevel})`, async () => {
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

test("what the app does not ask for, what is not installed and what must stay is refused before anything is changed", async () => {
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

test("a phone that does not do what it is asked for is not believed", async () => {
  await using driven = await drive(APP);
  driven.phone.setPermission = () => {};
  const text = await driven.refused("STATE_REFUSED", "permissions", { ...OWNER, grant: ["camera"] });
  assert.match(text, /without an error, and com\.fovea\.dialogs has not android\.permission\.CAMERA/);
});

test("of the users of a phone the one in front counts, and of two blocks the first", () => {
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
