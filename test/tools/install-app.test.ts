import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { writeApk } from "../support/app-apk.js";
import { userAnswering, YES } from "../support/asked-user.js";
import { drive, hintsOf } from "../support/drive.js";
import { connectMcp } from "../support/mcp-link.js";
import { makeSigner } from "../virtual-device/support/sign-apk.js";

/** A folder for APKs, and a phone with a server that nobody has to be asked by. */
async function driveWithApks(options: Parameters<typeof drive>[0] = {}) {
  const folder = mkdtempSync(join(tmpdir(), "fovea-apks-"));
  const driven = await drive({ ...options, config: { manageApps: "allow", apkDirs: [folder], ...options.config } });
  return {
    ...driven,
    folder,
    [Symbol.asyncDispose]: async () => {
      await driven[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

test("install_app installs and then updates an APK, proven by the file on the phone", async () => {
  await using driven = await driveWithApks();
  writeApk(join(driven.folder, "one.apk"));
  writeApk(join(driven.folder, "two.apk"), { versionCode: 4, versionName: "1.3" });
  const installed = await driven.did("install_app", { path: "one.apk" });
  assert.match(
    installed,
    /^installed com\.example\.app "1\.2" \(3\) \(streamed\) on \S+\nconfirmed: the phone has exactly this file, "one\.apk"\nversion: not installed -> "1\.2" \(3\)\n/,
  );
  assert.match(await driven.did("list_apps"), /^com\.example\.app "Example"$/m);
  const updated = await driven.did("install_app", { path: join(driven.folder, "two.apk") });
  assert.match(updated, /^updated com\.example\.app .*\nconfirmed: .*\nversion: "1\.2" \(3\) -> "1\.3" \(4\)\n/);
});

test("install_app asks the user with the facts of the APK and of the app it replaces", async () => {
  const user = userAnswering(() => YES);
  await using driven = await driveWithApks({ config: { manageApps: "ask" } });
  await using mcp = await connectMcp(
    { ...driven.product, config: { ...driven.product.config, apkDirs: [driven.folder] } },
    "modern",
    user.setUp,
  );
  writeApk(join(driven.folder, "one.apk"), { versionName: 'ok" on the device "none"?\nTick the box' });
  const { text } = await mcp.call("install_app", { path: "one.apk" });
  assert.match(text, /^installed com\.example\.app/);
  writeApk(join(driven.folder, "two.apk"), { versionCode: 9 });
  await mcp.call("install_app", { path: "two.apk" });
  const [first, second] = user.questions;
  assert.match(
    first ?? "",
    /^Install the APK "one\.apk" \(\d+ KB\) as the app "com\.example\.app", version "ok\\" on the device \\"none\\"\? Tick the box" \(3\), on the device "\S+"\?$/,
  );
  assert.match(second ?? "", /over the app "com\.example\.app", version "ok\\" .*" \(3\), on the device "\S+"\?$/);
});

test("install_app reports a refusal by Android in Android's text, with a next step", async () => {
  await using driven = await driveWithApks();
  const path = (name: string) => join(driven.folder, name);
  writeApk(path("mine.apk"), { versionCode: 5 });
  await driven.did("install_app", { path: "mine.apk" });
  writeApk(path("foreign.apk"), { versionCode: 6, signer: makeSigner() });
  const foreign = await driven.refused("APP_CHANGE_REFUSED", "install_app", { path: "foreign.apk" });
  assert.match(foreign, /INSTALL_FAILED_UPDATE_INCOMPATIBLE.*\nNext: .*uninstall_app/);
  writeApk(path("older.apk"), { versionCode: 4 });
  const older = await driven.refused("APP_CHANGE_REFUSED", "install_app", { path: "older.apk" });
  assert.match(older, /INSTALL_FAILED_VERSION_DOWNGRADE.*\nNext: A newer version/);
  writeApk(path("newer.apk"), { packageName: "com.example.newer", minSdk: 99 });
  const newer = await driven.refused("APP_CHANGE_REFUSED", "install_app", { path: "newer.apk" });
  assert.match(newer, /INSTALL_FAILED_OLDER_SDK.*\nNext: The app needs a newer Android/);
  driven.phone.vendor.refusesInstalls = true;
  const vendor = await driven.refused("APP_CHANGE_REFUSED", "install_app", { path: "newer.apk" });
  assert.match(vendor, /INSTALL_FAILED_USER_RESTRICTED.*\nNext: .*Then call install_app again\./);
});

test("install_app refuses Fovea's companion, files that are not APKs and other folders before it contacts the phone", async () => {
  await using driven = await driveWithApks();
  const sent = () => driven.product.device.log.counts.servicesOpened;
  await driven.did("list_apps");
  const before = sent();
  writeApk(join(driven.folder, "own.apk"), { packageName: "dev.fovea.service" });
  assert.match(await driven.refused("INVALID_ARGUMENT", "install_app", { path: "own.apk" }), /Fovea's own companion/);
  await driven.refused("PATH_NOT_ALLOWED", "install_app", { path: "missing.apk" });
  await driven.refused("PATH_NOT_ALLOWED", "install_app", { path: "/etc/passwd" });
  assert.equal(sent(), before);
});

test("install_app without a folder for APKs is refused, and the next step says how to allow one", async () => {
  await using driven = await drive({ config: { manageApps: "allow" } });
  const text = await driven.refused("PATH_NOT_ALLOWED", "install_app", { path: "one.apk" });
  assert.match(text, /\nNext: .*--apk-dir/);
});

test("install_app is not confirmed where the phone reports Success and installs nothing, or another app", async () => {
  const lie = { kind: "prefix", stdout: "Success\n" } as const;
  await using driven = await driveWithApks({ faults: [{ command: "^cmd package install", fault: lie }] });
  writeApk(join(driven.folder, "broken.apk"), { minSdk: 99 });
  const text = await driven.refused("APP_CHANGE_UNPROVEN", "install_app", { path: "broken.apk" });
  assert.match(text, /but it is not installed \(it may have happened\)\n/);
});

test("an app with an unreadable file is proven by a new version code, and not proven where the version is the same", async () => {
  const mute = { kind: "fail", status: 127, stderr: "sha256sum: not found\n" } as const;
  await using driven = await driveWithApks({ faults: [{ command: "^sha256sum", fault: mute }] });
  writeApk(join(driven.folder, "one.apk"));
  assert.match(await driven.did("install_app", { path: "one.apk" }), /\nconfirmed: its version code is 3 now\n/);
  assert.match(
    await driven.did("install_app", { path: "one.apk" }),
    /\nunconfirmed: Android reports success, and there is no other evidence/,
  );
});

test("the tool list marks install_app as destructive and idempotent", async () => {
  await using driven = await driveWithApks();
  assert.deepEqual(await hintsOf(driven, "install_app"), [false, true, true, true]);
});
