import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { readApk } from "../../../packages/virtual-android/src/apk/apk.js";
import { pm } from "../../../packages/virtual-android/src/commands/pm.js";
import { cmd } from "../../../packages/virtual-android/src/framework-commands.js";
import { phoneState } from "../fixtures/phone-states.js";
import { type ApkOptions, buildApk, type ManifestElement } from "../support/apk-builder.js";
import { fakePhone } from "../support/fake-phone.js";
import { runCommand } from "../support/run-command.js";
import { makeSigner, signApk } from "../support/sign-apk.js";

const MAIN_FILTER: ManifestElement = {
  name: "intent-filter",
  children: [
    { name: "action", attributes: { name: "android.intent.action.MAIN" } },
    { name: "category", attributes: { name: "android.intent.category.LAUNCHER" } },
  ],
};

interface Facts {
  readonly packageName?: string;
  readonly versionCode?: number;
  readonly minSdk?: number;
  readonly targetSdk?: number;
  readonly testOnly?: boolean;
}

function manifest(facts: Facts = {}): ManifestElement {
  const { packageName = "com.new.app", versionCode = 3, minSdk = 24, targetSdk = 34, testOnly = false } = facts;
  return {
    name: "manifest",
    attributes: { package: packageName, versionCode, versionName: "1.2" },
    children: [
      { name: "uses-sdk", attributes: { minSdkVersion: minSdk, targetSdkVersion: targetSdk } },
      {
        name: "application",
        attributes: { label: "New", testOnly },
        children: [{ name: "activity", attributes: { name: ".Main", exported: true }, children: [MAIN_FILTER] }],
      },
    ],
  };
}

const SIGNER = makeSigner();

function signedApk(root: ManifestElement, options: ApkOptions = {}): Uint8Array {
  return signApk(buildApk(root, options), SIGNER);
}

const APK = "/data/local/tmp/new.apk";

async function install(line: string, bytes: Uint8Array, api = 33) {
  const { phone } = fakePhone(phoneState({ api }), { [APK]: bytes });
  return { ...(await runCommand(pm, line, phone)), phone };
}

async function run(line: string, api = 33) {
  return runCommand(pm, line, fakePhone(phoneState({ api })).phone);
}

describe("pm list and path", () => {
  it("filters by owner of the package and by name", async () => {
    assert.equal((await run("pm list packages -3")).stdout, "package:com.example.form\npackage:com.example.keyboard\n");
    assert.match((await run("pm list packages -s")).stdout, /^package:android\npackage:com\.android\.settings\n/);
    assert.equal((await run("pm list packages form")).stdout, "package:com.example.form\n");
    assert.equal((await run("pm list packages --user 10")).stdout, "");
  });

  it("prints path, version and uid where requested", async () => {
    const { stdout } = await run("pm list packages -f -U --show-versioncode --user 0 form");
    assert.equal(stdout, "package:/data/app/com.example.form-1/base.apk=com.example.form versionCode:210 uid:10090\n");
    assert.equal((await run("pm list packages --wrong")).stderr, "Error: Unknown option: --wrong\n");
  });

  it("prints the path of a package, or nothing with status 1", async () => {
    assert.equal((await run("pm path com.example.form")).stdout, "package:/data/app/com.example.form-1/base.apk\n");
    const none = await run("pm path com.nowhere");
    assert.deepEqual([none.status, none.stdout, none.stderr], [1, "", ""]);
  });

  it("prints features and users", async () => {
    assert.match((await run("pm list features")).stdout, /^feature:android\.hardware\.touchscreen$/m);
    assert.equal((await run("pm list users")).stdout, "Users:\n\tUserInfo{0:Owner:c13} running\n");
  });
});

describe("pm install", () => {
  it("installs an APK from a file", async () => {
    const { status, stdout, phone } = await install(`pm install -r -g ${APK}`, signedApk(manifest()));
    assert.deepEqual([status, stdout], [0, "Success\n"]);
    const installed = phone.state().packages.find((one) => one.packageName === "com.new.app");
    assert.equal(installed?.versionCode, 3);
    assert.equal(installed?.launcherActivity, "com.new.app.Main");
    assert.match((await runCommand(pm, "pm path com.new.app", phone)).stdout, /^package:/);
  });

  it("installs an APK from standard input and leaves the rest of the input", async () => {
    const apk = signedApk(manifest(), { isDeflated: false });
    const { phone } = fakePhone(phoneState({ api: 33 }));
    const bytes = Buffer.concat([apk, Buffer.from("what comes after")]);
    const { stdout } = await runCommand(cmd, `cmd package install -r -S ${apk.length}`, phone, bytes);
    assert.equal(stdout, "Success\n");
    const short = await runCommand(cmd, `cmd package install -S ${apk.length}`, phone, apk.subarray(0, 300));
    assert.match(short.stdout, /^Failure \[INSTALL_PARSE_FAILED_NOT_APK: /);
    assert.equal(short.status, 1);
  });

  it("refuses a file that is not an APK", async () => {
    const text = await install(`pm install ${APK}`, Buffer.from("not a zip"));
    assert.match(text.stdout, /^Failure \[INSTALL_PARSE_FAILED_NOT_APK: Failed to parse \S+\]\n$/);
    const empty = await install(`pm install ${APK}`, signedApk(manifest(), { fileName: "classes.dex" }));
    assert.match(empty.stdout, /^Failure \[INSTALL_PARSE_FAILED_UNEXPECTED_EXCEPTION: .*: AndroidManifest\.xml\]\n$/);
    const missing = await install("pm install /data/local/tmp/other.apk", Buffer.alloc(0));
    assert.equal(missing.status, 1);
    assert.match(missing.stderr, /^Error: Unable to open file: \/data\/local\/tmp\/other\.apk\n/);
  });

  it("refuses another package than the named one", async () => {
    const named = await install(`pm install --pkg com.new.app ${APK}`, signedApk(manifest()));
    assert.equal(named.stdout, "Success\n");
    const other = await install(`pm install --pkg com.other.app ${APK}`, signedApk(manifest()));
    assert.deepEqual(
      [other.status, other.stdout],
      [
        1,
        "Failure [INSTALL_FAILED_INVALID_APK: /data/app/vmdl1.tmp/base.apk specified package com.other.app inconsistent with com.new.app]\n",
      ],
    );
  });

  it("refuses APKs that the release does not accept", async () => {
    const failure = async (line: string, facts: Facts, api: number): Promise<string> =>
      (await install(line, signedApk(manifest(facts)), api)).stdout;
    const plain = `pm install ${APK}`;
    assert.match(
      await failure(plain, { minSdk: 31 }, 30),
      /INSTALL_FAILED_OLDER_SDK: .*#31 \(current version is #30\)/,
    );
    assert.match(await failure(plain, { targetSdk: 22 }, 34), /INSTALL_FAILED_DEPRECATED_SDK_VERSION/);
    assert.match(await failure(plain, { targetSdk: 23 }, 35), /INSTALL_FAILED_DEPRECATED_SDK_VERSION/);
    assert.equal(await failure(plain, { targetSdk: 22 }, 33), "Success\n");
    assert.equal(await failure(`pm install --bypass-low-target-sdk-block ${APK}`, { targetSdk: 22 }, 34), "Success\n");
    assert.match(await failure(plain, { testOnly: true }, 33), /INSTALL_FAILED_TEST_ONLY/);
    assert.equal(await failure(`pm install -t ${APK}`, { testOnly: true }, 33), "Success\n");
    const same = { packageName: "com.example.form", versionCode: 211 };
    assert.match(await failure(plain, same, 27), /INSTALL_FAILED_ALREADY_EXISTS/);
    assert.equal(await failure(plain, same, 28), "Success\n");
    assert.match(await failure(plain, { ...same, versionCode: 209 }, 33), /INSTALL_FAILED_VERSION_DOWNGRADE/);
    assert.equal(await failure(`pm install -d ${APK}`, { ...same, versionCode: 209 }, 33), "Success\n");
    const unknown = await install(`pm install --bypass-low-target-sdk-block ${APK}`, signedApk(manifest()), 33);
    assert.equal(unknown.stderr, "Error: Unknown option: --bypass-low-target-sdk-block\n");
  });

  it("does not print Success on a phone that accepts no packages", async () => {
    const { installPackage: _, ...phone } = fakePhone(phoneState({ api: 33 }), { [APK]: signedApk(manifest()) }).phone;
    const { status, stdout } = await runCommand(pm, `pm install ${APK}`, phone);
    assert.equal(status, 1);
    assert.match(stdout, /^Failure \[INSTALL_FAILED_INTERNAL_ERROR/);
  });
});

describe("the manifest of an APK", () => {
  it("is read whatever its strings are", () => {
    const word = fc.string({ unit: "grapheme", minLength: 1, maxLength: 400, size: "max" });
    const property = fc.property(
      word,
      fc.nat(),
      fc.boolean(),
      fc.boolean(),
      (versionName, versionCode, isDeflated, isUtf8) => {
        const root = manifest({ versionCode });
        const apk = buildApk({ ...root, attributes: { ...root.attributes, versionName } }, { isDeflated, isUtf8 });
        const reading = readApk(apk);
        assert.ok("facts" in reading);
        assert.deepEqual(reading.facts, {
          ...{ packageName: "com.new.app", versionCode, versionName, label: "New", minSdk: 24, targetSdk: 34 },
          ...{ isTestOnly: false, launcherActivity: "com.new.app.Main" },
          ...{ accessibilityServices: [], activities: ["com.new.app.Main"] },
        });
      },
    );
    fc.assert(property, { numRuns: 50 });
  });

  it("is refused without an exception where it is damaged", () => {
    const apk = buildApk(manifest(), { isDeflated: false });
    const property = fc.property(fc.nat(apk.length - 1), fc.nat(255), (at, value) => {
      const damaged = Uint8Array.from(apk);
      damaged[at] = value;
      const reading = readApk(damaged);
      assert.ok("facts" in reading || reading.failure.startsWith("INSTALL_"));
    });
    fc.assert(property, { numRuns: 300 });
  });

  it("may name its label by a resource", () => {
    const root = manifest();
    const application = { name: "application", attributes: { label: { resource: 0x7f010000 } } };
    const reading = readApk(buildApk({ ...root, children: [application] }));
    assert.ok("facts" in reading);
    assert.equal(reading.facts.label, null);
    assert.equal(reading.facts.launcherActivity, null);
    assert.deepEqual([reading.facts.minSdk, reading.facts.targetSdk], [1, 1]);
  });
});

describe("pm uninstall and clear", () => {
  it("answer as on a real phone", async () => {
    assert.equal((await run("pm uninstall com.example.form")).stdout, "Success\n");
    assert.equal((await run("pm uninstall com.nowhere")).stdout, "Failure [not installed for 0]\n");
    assert.equal((await run("pm uninstall com.nowhere", 28)).stdout, "Failure [DELETE_FAILED_INTERNAL_ERROR]\n");
    const system = await run("pm uninstall com.android.settings");
    assert.deepEqual([system.status, system.stdout], [1, "Failure [DELETE_FAILED_INTERNAL_ERROR]\n"]);
    assert.equal((await run("pm clear com.example.form")).stdout, "Success\n");
    const failed = await run("pm clear com.nowhere");
    assert.deepEqual([failed.status, failed.stderr], [1, "Failed\n"]);
  });
});

describe("cmd package resolve-activity and query-activities", () => {
  const ask = async (line: string, api = 33): Promise<string> =>
    (await runCommand(cmd, `cmd package ${line}`, fakePhone(phoneState({ api })).phone)).stdout;
  const match = "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault";

  it("find the launcher activity of a package", async () => {
    assert.equal(
      await ask("resolve-activity --brief com.example.form"),
      `${match}=true\ncom.example.form/.ui.FormActivity\n`,
    );
    assert.equal(await ask("resolve-activity --components com.example.form"), "com.example.form/.ui.FormActivity\n");
    assert.equal(await ask("resolve-activity --brief com.example.keyboard"), "No activity found\n");
  });

  it("find the home screen", async () => {
    const home = "-a android.intent.action.MAIN -c android.intent.category.HOME";
    assert.equal(await ask(`resolve-activity --brief ${home}`), `${match}=true\ncom.fovea.launcher/.Home\n`);
  });

  it("find all launcher activities", async () => {
    const launcher = "-a android.intent.action.MAIN -c android.intent.category.LAUNCHER";
    assert.equal(
      await ask(`query-activities --brief ${launcher}`),
      `2 activities found:\n  Activity #0:\n    ${match}=false\n    com.android.settings/.Settings\n  Activity #1:\n    ${match}=false\n    com.example.form/.ui.FormActivity\n`,
    );
    assert.equal(await ask("query-activities --brief -a android.intent.action.VIEW"), "No activities found\n");
  });
});

describe("pm", () => {
  it("reports unknown commands", async () => {
    const now = await run("pm toString");
    assert.deepEqual([now.status, now.stdout], [255, "Unknown command: toString\n"]);
    const before = await run("pm toString", 27);
    assert.deepEqual([before.status, before.stderr], [1, "Error: unknown command 'toString'\n"]);
  });
});
