import assert from "node:assert/strict";
import { test } from "node:test";
import { signApk } from "../../../src/devices/companion/apk/sign-apk.js";
import { removeSetup } from "../../../src/devices/companion/remove.js";
import { setUp } from "../../../src/devices/companion/setup.js";
import { testSigner } from "../../support/apk/test-signer.js";
import { apkOfSize } from "../../support/apk/tiny-apk.js";
import { coded } from "../../support/coded.js";
import { never } from "../../support/never.js";
import { OURS, type Said, SetupPhone } from "../../support/setup-phone.js";

const signer = testSigner();
const apk = signApk(apkOfSize(90_000), signer);
const older = signApk(apkOfSize(80_000), signer);
const foreign = signApk(apkOfSize(90_000), testSigner());
const TALKBACK = "com.google.android.marvin.talkback/com.google.android.marvin.talkback.TalkBackService";
const QUICK = { installMs: 300, bindMs: 150, offMs: 1, longOffMs: 2 };
const LIST = "0 enabled_accessibility_services";
const SWITCH = "0 accessibility_enabled";

function run(phone: SetupPhone, signal = never(), using = apk) {
  return setUp(phone, { apk: using, client: "test", timing: QUICK }, signal);
}

function outcomes(steps: readonly { readonly name: string; readonly outcome: string }[]): readonly string[] {
  return steps.map(({ name, outcome }) => `${name} ${outcome}`);
}

/** What a phone says to commands that match, in place of its own answers. */
function says(phone: SetupPhone, pattern: RegExp, said: Said | "hang"): SetupPhone {
  const before = phone.script;
  phone.script = (command) => (pattern.test(command) ? said : before(command));
  return phone;
}

test("setup on a new phone ends with a snapshot from the service as proof", async () => {
  const phone = new SetupPhone();
  const { proof, steps, user, certificateSha256 } = await run(phone);
  assert.ok(phone.apk?.equals(apk.bytes));
  assert.equal(phone.settings.get(LIST), OURS);
  assert.equal(phone.settings.get(SWITCH), "1");
  assert.equal(phone.appOp, "allow");
  assert.deepEqual([user, certificateSha256], [0, apk.certificateSha256]);
  assert.ok(proof.windows > 0 && proof.nodes > 0);
  assert.deepEqual(outcomes(steps), ["check done", "install done", "app-op done", "enable done", "bind done"]);
});

test("setup leaves a phone that is already set up as it is", async () => {
  const phone = new SetupPhone();
  await run(phone);
  phone.commands.length = 0;
  const { steps } = await run(phone);
  assert.equal(phone.installs, 1);
  assert.deepEqual(outcomes(steps), ["check done", "install already", "app-op done", "enable already", "bind done"]);
  assert.deepEqual(
    phone.commands.filter((text) => /settings (?:put|delete)|install|rm/.test(text)),
    [],
  );
});

test("setup updates another build with the same certificate, without a second entry", async () => {
  const phone = new SetupPhone();
  await run(phone, never(), older);
  const { steps } = await run(phone);
  assert.ok(phone.apk?.equals(apk.bytes));
  assert.match(steps.find(({ name }) => name === "install")?.detail ?? "", /^updated/);
  assert.equal(phone.settings.get(LIST), OURS);
});

test("setup and removal keep other services, and how they are written", async () => {
  for (const before of [TALKBACK, `${TALKBACK}:com.a/.B`, `com.a/com.a.B:com.ä/.C`]) {
    const phone = new SetupPhone();
    phone.settings.set(LIST, before).set(SWITCH, "1");
    await run(phone);
    assert.equal(phone.settings.get(LIST), `${before}:${OURS}`);
    await removeSetup(phone, { apk }, never());
    assert.deepEqual([phone.settings.get(LIST), phone.settings.get(SWITCH)], [before, "1"]);
  }
});

test("removal also removes an entry of Fovea in the long form", async () => {
  const phone = new SetupPhone();
  const long = "dev.fovea.service/dev.fovea.service.FoveaAccessibilityService";
  phone.settings.set(LIST, `${long}:${TALKBACK}`).set(SWITCH, "1");
  await run(phone);
  assert.equal(phone.settings.get(LIST), `${long}:${TALKBACK}`);
  await removeSetup(phone, { apk }, never());
  assert.equal(phone.settings.get(LIST), TALKBACK);
});

test("setup for a user who is not the first changes only that user's settings", async () => {
  const phone = new SetupPhone();
  phone.user = 10;
  phone.settings.set(LIST, TALKBACK);
  await run(phone);
  assert.equal(phone.settings.get("10 enabled_accessibility_services"), OURS);
  assert.equal(phone.settings.get(LIST), TALKBACK);
  assert.ok(phone.commands.some((text) => /cmd package install -S \d+ -r -g --user 10\b/.test(text)));
});

test("the flag for old target SDKs and the app-op are used only where they exist", async () => {
  for (const [apiLevel, bypass, appOp] of [
    [24, false, false],
    [32, false, false],
    [33, false, true],
    [34, true, true],
    [36, true, true],
  ] as const) {
    const phone = new SetupPhone();
    phone.apiLevel = apiLevel;
    await run(phone);
    const has = (words: string) => phone.commands.some((text) => text.includes(words));
    assert.deepEqual([has("--bypass-low-target-sdk-block"), has("ACCESS_RESTRICTED_SETTINGS allow")], [bypass, appOp]);
  }
});

test("setup pushes the package where the package manager takes no stream, and leaves no file behind", async () => {
  for (const said of [
    "Error: Unknown option: -S",
    "Error: failed to write; null",
    "sh: cmd: inaccessible or not found",
  ]) {
    const phone = says(new SetupPhone(), /package install -S/, { stderr: `${said}\n`, exitCode: 1 });
    const { steps } = await run(phone);
    assert.match(steps.find(({ name }) => name === "install")?.detail ?? "", /pushed/);
    assert.ok(phone.apk?.equals(apk.bytes));
    assert.deepEqual([...phone.files.keys()], []);
  }
});

const GATES: readonly (readonly [said: string, code: string, manufacturer: string, hint: RegExp])[] = [
  [
    "Failure [INSTALL_FAILED_USER_RESTRICTED: Install canceled by user]",
    "SETUP_INSTALL_BLOCKED",
    "Xiaomi",
    /Install via USB/,
  ],
  ["Failure [INSTALL_FAILED_ABORTED: User rejected permissions]", "SETUP_INSTALL_BLOCKED", "vivo", /password/],
  [
    "Failure [INSTALL_FAILED_USER_RESTRICTED: Install canceled by user]",
    "SETUP_INSTALL_BLOCKED",
    "samsung",
    /Auto Blocker/,
  ],
  ["Failure [INSTALL_FAILED_VERIFICATION_FAILURE]", "SETUP_INSTALL_BLOCKED", "Google", /Verify apps over USB/],
  [
    "java.lang.SecurityException: User restriction prevents installing",
    "SETUP_INSTALL_BLOCKED",
    "Google",
    /administrator/,
  ],
  [
    "java.lang.SecurityException: Neither user 2000 nor current process has android.permission.GRANT_RUNTIME_PERMISSIONS.",
    "SETUP_INSTALL_BLOCKED",
    "Redmi",
    /USB debugging \(Security settings\)/,
  ],
  ["Failure [INSTALL_FAILED_VERSION_DOWNGRADE: Downgrade detected]", "SETUP_INSTALL_FAILED", "Google", /newer Fovea/],
  ["Failure [INSTALL_FAILED_INSUFFICIENT_STORAGE]", "SETUP_INSTALL_FAILED", "Google", /space/],
  [
    "Failure [INSTALL_FAILED_DEPRECATED_SDK_VERSION: App package must target…]",
    "SETUP_INSTALL_FAILED",
    "Google",
    /report/,
  ],
  ["Failure [-124: Failed parse during installPackageLI]", "SETUP_INSTALL_FAILED", "Google", /message/],
  ["Failure [INSTALL_FAILED_OLDER_SDK]", "UNSUPPORTED_ON_DEVICE", "Google", /Android 7/],
  [
    "Failure [INSTALL_FAILED_UPDATE_INCOMPATIBLE: signatures do not match]",
    "ON_DEVICE_FOREIGN_CERTIFICATE",
    "Google",
    /adb uninstall/,
  ],
];

for (const [said, code, manufacturer, hint] of GATES) {
  test(`on a ${manufacturer} "${said.slice(0, 60)}" is ${code}, with the next step`, async () => {
    const phone = says(new SetupPhone(), /package install/, { stdout: `${said}\n`, exitCode: 1 });
    phone.manufacturer = manufacturer;
    const error = await coded(run(phone));
    assert.equal(error.code, code);
    assert.match(error.hint, hint);
    assert.ok(error.message.includes(said.slice(0, 40)), error.message);
    assert.equal(phone.settings.size, 0);
  });
}

test("an install without an answer ends with advice to look at the phone, and says what may be left", async () => {
  const phone = says(new SetupPhone(), /package install/, "hang");
  phone.manufacturer = "Xiaomi";
  const { code, message, hint, context } = await coded(run(phone));
  assert.equal(code, "TIMEOUT");
  assert.match(message, /did not answer the install.*Left on the device: dev\.fovea\.service is installed, or may be/);
  assert.match(hint, /^Look at the phone.*Install via USB/);
  assert.equal(context.mayHaveHappened, true);
});

test("another developer's package under the same name is refused before anything is changed", async () => {
  const phone = new SetupPhone();
  phone.apk = foreign.bytes;
  for (const work of [run(phone), removeSetup(phone, { apk }, never()), removeSetup(phone, { apk: null }, never())]) {
    const { code, message } = await coded(work);
    assert.equal(code, "ON_DEVICE_FOREIGN_CERTIFICATE");
    assert.match(message, /nothing was changed on the device$/);
  }
  assert.ok(phone.apk.equals(foreign.bytes));
  assert.equal(phone.settings.size, 0);
});

const WRITES = "Permission denial: writing to settings requires:android.permission.WRITE_SECURE_SETTINGS";
for (const [said, manufacturer, hint] of [
  [`java.lang.SecurityException: ${WRITES}`, "Xiaomi", /USB debugging \(Security settings\)/],
  [
    "java.lang.SecurityException: Permission denial: uid 2000 does not have WRITE_SECURE_SETTINGS",
    "OPPO",
    /Disable permission monitoring/,
  ],
  ["", "realme", /Disable permission monitoring/],
] as const) {
  test(`a ${manufacturer} that ${said === "" ? "silently ignores" : "refuses"} changed settings is reported as such`, async () => {
    const phone = says(new SetupPhone(), /settings put/, { stderr: `${said}\n`, exitCode: said === "" ? 0 : 255 });
    phone.manufacturer = manufacturer;
    const error = await coded(run(phone));
    assert.equal(error.code, "SETUP_SETTINGS_BLOCKED");
    assert.match(error.hint, hint);
    assert.match(error.message, said === "" ? /keeps its old value and gives no error/ : /Exception/);
    assert.match(error.message, /Left on the device: dev\.fovea\.service is installed/);
  });
}

test("a change that another tool makes at the same time is not lost", async () => {
  const phone = new SetupPhone();
  let reads = 0;
  phone.script = (command) => {
    if (/settings put .*enabled_accessibility_services/.test(command) && reads === 0) {
      reads += 1;
      phone.settings.set(LIST, TALKBACK); // its write came after ours
      return {};
    }
    return undefined;
  };
  await run(phone);
  assert.equal(phone.settings.get(LIST), `${TALKBACK}:${OURS}`);
});

test("restricted settings that prevent the service are named, and no further attempt is made", async () => {
  const phone = says(new SetupPhone(), /appops get/, { stdout: "ACCESS_RESTRICTED_SETTINGS: deny\n" });
  phone.binds = () => false;
  const { code, message } = await coded(run(phone));
  assert.equal(code, "SETUP_RESTRICTED");
  assert.match(message, /app-op deny/);
  assert.equal(phone.switchOffs, 0);
});

test("a device administrator that forbids the service is named with Android's own text", async () => {
  const line =
    "W AccessibilityManagerService: Skipping enabling service disallowed by device admin policy: ComponentInfo{dev.fovea.service/dev.fovea.service.FoveaAccessibilityService}";
  const phone = says(new SetupPhone(), /logcat/, { stdout: `--------- beginning of system\n${line}\n` });
  phone.binds = () => false;
  const { code, message } = await coded(run(phone));
  assert.equal(code, "SETUP_RESTRICTED");
  assert.match(message, /disallowed by device admin policy/);
});

test("a tool that holds UiAutomation is named, and the service stays enabled for later", async () => {
  const phone = new SetupPhone();
  phone.automation = "io.appium.uiautomator2.server";
  const { code, message } = await coded(run(phone));
  assert.equal(code, "ON_DEVICE_SUPPRESSED");
  assert.match(message, /Appium holds UiAutomation/);
  assert.equal(phone.settings.get(LIST), OURS);
  assert.equal(phone.switchOffs, 0);
});

const LADDER: readonly (readonly [what: string, binds: (phone: SetupPhone) => boolean])[] = [
  ["off and on again", (phone) => phone.switchOffs >= 1],
  ["its recovery activity", (phone) => phone.activityStarts >= 1 && phone.switchOffs >= 2],
  ["a longer pause", (phone) => phone.switchOffs >= 3],
  ["another install", (phone) => phone.installs >= 2],
];
for (const [index, [what, binds]] of LADDER.entries()) {
  test(`setup starts a service that runs only after ${what}`, async () => {
    const phone = new SetupPhone();
    phone.settings.set(LIST, TALKBACK).set(SWITCH, "1");
    phone.binds = binds;
    const { steps } = await run(phone);
    const tried = outcomes(steps).filter((outcome) => outcome.startsWith("recover"));
    assert.deepEqual(tried, [...Array.from({ length: index }, () => "recover refused"), "recover done"]);
    assert.equal(phone.settings.get(LIST), `${TALKBACK}:${OURS}`);
  });
}

test("a service that never starts is reported with its state and with what is left on the phone", async () => {
  const phone = new SetupPhone();
  phone.manufacturer = "Xiaomi";
  phone.binds = () => false;
  phone.isCrashed = true;
  const { code, message, hint } = await coded(run(phone));
  assert.equal(code, "ON_DEVICE_NOT_BOUND");
  assert.match(message, /it crashed.*Left on the device: .*fovea setup --remove/);
  assert.match(hint, /Autostart/);
  assert.deepEqual([phone.installs, phone.switchOffs, phone.activityStarts], [2, 3, 1]);
});

test("a phone that cannot report a reason is reported as not bound, with both errors", async () => {
  const phone = new SetupPhone();
  phone.binds = () => false;
  let asked = 0;
  phone.script = (command) => {
    asked += Number(command.includes("get-current-user"));
    return command.includes("get-current-user") && asked > 1 ? { stderr: "Killed", exitCode: 137 } : undefined;
  };
  const { code, message } = await coded(run(phone));
  assert.equal(code, "ON_DEVICE_NOT_BOUND");
  assert.match(message, /does not answer \(.*closed\), and the phone does not say why: .*Killed/);
  assert.equal(phone.installs, 2);
});

test("another program that listens on the service's socket is never taken for the service", async () => {
  const phone = new SetupPhone();
  phone.impostorEpoch = "ffffffffffffffff";
  assert.equal((await coded(run(phone))).code, "ON_DEVICE_UNTRUSTED");
  const squatted = new SetupPhone();
  squatted.impostorEpoch = squatted.epoch; // it knows even the epoch, but Android runs no service
  squatted.binds = () => false;
  assert.equal((await coded(run(squatted))).code, "ON_DEVICE_NOT_BOUND");
});

test("a phone that hangs at any step ends setup, which says what is left", async () => {
  const steps = [
    /get-current-user/,
    /pm path/,
    /tail -c/,
    /appops set/,
    /settings get/,
    /settings put/,
    /pm uninstall/,
  ];
  const ends = steps.map(async (pattern) => {
    const phone = new SetupPhone();
    phone.apk = older.bytes;
    says(phone, pattern, "hang");
    const isRemoval = pattern.test("pm uninstall");
    if (isRemoval) phone.settings.set(LIST, OURS);
    const work = isRemoval ? removeSetup(phone, { apk }, AbortSignal.timeout(6_000)) : run(phone);
    const { code, message } = await coded(work);
    assert.ok(code === "TIMEOUT" || isRemoval, `${pattern}: ${code}`);
    assert.match(message, /Left on the device: /);
  });
  await Promise.all(ends);
});

test("a phone where Android turns accessibility off again at once is not reported as one that forbids settings", async () => {
  const phone = says(new SetupPhone(), /appops get/, { stdout: "ACCESS_RESTRICTED_SETTINGS: ignore\n" });
  says(phone, /settings put .*accessibility_enabled 1/, {});
  assert.equal((await coded(run(phone))).code, "SETUP_RESTRICTED");
});

test("a cancelled setup says what is on the phone, at whatever step it was", async () => {
  const left = [
    [/pm path/, /nothing was changed/],
    [/package install/, /is installed, or may be/],
    [/settings put/, /is installed.*it is in the list of enabled accessibility services, or may be/],
    [/dumpsys -t 3 activity/, /is installed.*it is in the list.*`fovea setup --remove` undoes it/],
  ] as const;
  for (const [pattern, words] of left) {
    const controller = new AbortController();
    const phone = new SetupPhone();
    phone.script = (command) => {
      if (!pattern.test(command)) return undefined;
      queueMicrotask(() => controller.abort(new DOMException("interrupted", "AbortError")));
      return "hang";
    };
    const { code, message } = await coded(run(phone, controller.signal));
    assert.equal(code, "CANCELLED");
    assert.match(message, words);
  }
});

test("removal removes entry, package and files, turns unused accessibility off, and can be repeated", async () => {
  const phone = new SetupPhone();
  const hash = "0123456789ab";
  for (const name of [`fovea-shell-${hash}.jar`, "fovea-shell.epoch", "other.jar", `xfovea-shell-${hash}.jar`])
    phone.files.set(`/data/local/tmp/${name}`, { bytes: Buffer.from("x"), mode: 0o444 });
  await run(phone);
  const { steps } = await removeSetup(phone, { apk }, never());
  assert.deepEqual(outcomes(steps), ["disable done", "uninstall done", "clean up done"]);
  assert.equal(phone.apk, null);
  assert.deepEqual([phone.settings.get(LIST), phone.settings.get(SWITCH)], [undefined, "0"]);
  assert.deepEqual([...phone.files.keys()], ["/data/local/tmp/other.jar", `/data/local/tmp/xfovea-shell-${hash}.jar`]);
  const again = await removeSetup(phone, { apk: null }, never());
  assert.deepEqual(outcomes(again.steps), ["disable already", "uninstall already", "clean up already"]);
});

test("an uninstall that an administrator forbids fails, and says what was already done", async () => {
  const phone = new SetupPhone();
  await run(phone);
  says(phone, /pm uninstall/, { stdout: "Failure [DELETE_FAILED_DEVICE_POLICY_MANAGER]\n", exitCode: 1 });
  const { code, message } = await coded(removeSetup(phone, { apk }, never()));
  assert.equal(code, "SHELL_FAILED");
  assert.match(message, /DELETE_FAILED_DEVICE_POLICY_MANAGER.*Left on the device: it is no longer in the list/);
});
