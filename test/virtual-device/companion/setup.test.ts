import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { scaledTime } from "../../../packages/virtual-android/src/phone-time.js";
import {
  startVirtualPhone,
  type VirtualPhoneOptions,
} from "../../../packages/virtual-android/src/start-virtual-phone.js";
import type { VirtualDevice } from "../../../packages/virtual-android/src/virtual-device.js";
import { pollUntil } from "../../../src/base/signals.js";
import { runOnPhone } from "../../support/run-on-phone.js";
import { SERVICE_FULL, SERVICE_NAME, serviceApk } from "../support/service-apk.js";
import { makeSigner } from "../support/sign-apk.js";
import { connectWire, openWire } from "../support/wire-client.js";

const OURS = makeSigner();
const OTHERS = makeSigner("rsa");
const FILE = "/data/local/tmp/service.apk";

async function freshPhone(options: VirtualPhoneOptions = {}) {
  const running = await startVirtualPhone({ adbdPort: null, apiLevel: 34, clock: scaledTime(5), ...options });
  const { device } = running;
  const run = async (line: string) => {
    const { stdout, stderr } = await runOnPhone(device, line);
    return stdout + stderr;
  };
  const install = async (apk: Uint8Array, flags = "-r") => {
    device.phone.files.write(FILE, apk);
    return await run(`pm install ${flags} ${FILE}`);
  };
  const enable = () =>
    run(
      `settings put secure enabled_accessibility_services ${SERVICE_NAME}; settings put secure accessibility_enabled 1`,
    );
  return { ...running, run, install, enable, [Symbol.asyncDispose]: () => device[Symbol.asyncDispose]() };
}

async function listening(device: VirtualDevice) {
  return await pollUntil(async () => (await openWire(device)) ?? undefined, 5, AbortSignal.timeout(60_000));
}

async function refusing(device: VirtualDevice): Promise<void> {
  const isRefused = async () => {
    const client = await openWire(device);
    client?.close();
    return client === null ? true : undefined;
  };
  await pollUntil(isRefused, 5, AbortSignal.timeout(60_000));
}

describe("installing", () => {
  it("accepts a signed APK, with any algorithm of its schemes, and keeps the file at the path of pm path", async () => {
    for (const signer of [OURS, OTHERS]) {
      await using phone = await freshPhone();
      const apk = serviceApk(signer);
      assert.equal(await phone.install(apk), "Success\n");
      const path = /^package:(\S+)\n$/.exec(await phone.run("pm path dev.fovea.service"))?.[1] ?? "";
      assert.deepEqual(Buffer.from(phone.device.phone.files.read(path) ?? []), Buffer.from(apk));
      const dump = await phone.run("dumpsys package dev.fovea.service");
      assert.match(
        dump,
        new RegExp(`signatures=PackageSignatures\\{\\w+ version:2, signatures:\\[${signer.fingerprint.slice(0, 8)}\\]`),
      );
    }
  });

  it("refuses an APK that is unsigned, or was changed after signing", async () => {
    await using phone = await freshPhone();
    assert.match(
      await phone.install(serviceApk(null)),
      /^Failure \[INSTALL_PARSE_FAILED_NO_CERTIFICATES: .* of version 2/,
    );
    for (const at of [40, -30, -3]) {
      const apk = Buffer.from(serviceApk(OURS));
      const place = at < 0 ? apk.length + at : at;
      apk[place] = (apk[place] ?? 0) ^ 1;
      assert.match(await phone.install(apk), /^Failure \[INSTALL_/, `byte ${at}`);
    }
    const stolen = serviceApk({ ...OURS, certificate: makeSigner().certificate });
    assert.match(await phone.install(stolen), /NO_CERTIFICATES: .*Public key mismatch/);
    assert.equal(await phone.install(serviceApk(null, { targetSdk: 29 })), "Success\n");
  });

  it("accepts an update only from the same signer", async () => {
    await using phone = await freshPhone();
    assert.equal(await phone.install(serviceApk(OURS)), "Success\n");
    assert.match(await phone.install(serviceApk(OTHERS, { versionCode: 8 })), /INSTALL_FAILED_UPDATE_INCOMPATIBLE/);
    assert.equal(await phone.install(serviceApk(OURS, { versionCode: 8 })), "Success\n");
  });

  it("is refused by a vendor that requires the user's consent", async () => {
    await using phone = await freshPhone();
    phone.phone.vendor.refusesInstalls = true;
    assert.equal(
      await phone.install(serviceApk(OURS)),
      "Failure [INSTALL_FAILED_USER_RESTRICTED: Install canceled by user]\n",
    );
  });
});

describe("enabling the service", () => {
  it("binds it after a while, and disabling unbinds it", async () => {
    await using phone = await freshPhone();
    await phone.install(serviceApk(OURS));
    await phone.enable();
    assert.match(await phone.run("dumpsys accessibility"), /Binding services:\{\{dev\.fovea\.service/);
    const client = await listening(phone.device);
    assert.equal((await client.hello())["build"], "0.2.0");
    const dump = await phone.run("dumpsys accessibility");
    assert.match(dump, /Bound services:\{Service\[label=Fovea, feedbackType\[FEEDBACK_GENERIC\], capabilities=161,/);
    assert.match(dump, new RegExp(`Enabled services:\\{\\{${SERVICE_FULL}\\}\\}`));
    await phone.run("settings put secure enabled_accessibility_services ''");
    assert.equal((await client.refused("snapshot"))["code"], "SUPPRESSED");
    assert.equal((await client.call("health"))["state"], "suppressed");
  });

  it("has no effect while the app-op does not allow it", async () => {
    await using phone = await freshPhone();
    await phone.install(serviceApk(OURS));
    phone.phone.hooks.setAccessibilityGuarded(true);
    await phone.enable();
    phone.phone.hooks.after(1000, () => {});
    await pollUntil(
      () => (phone.phone.state().uptimeMs > 25 * 60_000 + 1500 ? true : undefined),
      5,
      AbortSignal.timeout(60_000),
    );
    assert.match(await phone.run("dumpsys accessibility"), /Bound services:\{\}\n.*Enabled services:\{\{dev/);
    assert.equal(await openWire(phone.device), null);
    assert.equal(await phone.run("appops set dev.fovea.service ACCESS_RESTRICTED_SETTINGS allow"), "");
    assert.equal(
      await phone.run("cmd appops get dev.fovea.service ACCESS_RESTRICTED_SETTINGS"),
      "ACCESS_RESTRICTED_SETTINGS: allow\n",
    );
    (await listening(phone.device)).close();
    await using old = await freshPhone({ apiLevel: 30, onDevice: "installed" });
    assert.match(
      await old.run("appops set dev.fovea.service ACCESS_RESTRICTED_SETTINGS allow"),
      /^Error: Unknown operation/,
    );
  });

  it("is refused by a vendor that blocks the secure settings", async () => {
    await using phone = await freshPhone({ onDevice: "installed" });
    phone.phone.vendor.refusesSecureSettings = true;
    assert.match(
      await phone.enable(),
      /SecurityException: Permission denial: writing to settings requires:android\.permission\.WRITE_SECURE/,
    );
    assert.equal(phone.phone.state().settings.secure.get("accessibility_enabled"), "0");
  });

  it("is undone by force-stop, clear and uninstall, which also change the setting", async () => {
    for (const line of [
      "am force-stop dev.fovea.service",
      "pm clear dev.fovea.service",
      "pm uninstall dev.fovea.service",
    ]) {
      await using phone = await freshPhone({ onDevice: "enabled" });
      (await connectWire(phone.device)).close();
      await phone.run(line);
      await refusing(phone.device);
      assert.equal(await phone.run("settings get secure enabled_accessibility_services"), "\n", line);
      assert.equal(await phone.run("settings get secure accessibility_enabled"), "0\n");
    }
  });

  it("survives an update and a reboot", async () => {
    await using phone = await freshPhone({ installed: [{ apk: serviceApk(OURS), accessibility: true }] });
    const first = await (await listening(phone.device)).hello();
    assert.equal(await phone.install(serviceApk(OURS, { versionCode: 8 })), "Success\n");
    const second = await (await listening(phone.device)).hello();
    assert.notEqual(second["epoch"], first["epoch"]);
    await phone.device.reboot();
    const third = await (await listening(phone.device)).hello();
    assert.equal(third["state"], "running");
    assert.notEqual(third["epoch"], second["epoch"]);
  });
});

describe("after a reboot", () => {
  it("a phone with a PIN binds the service when it is unlocked, and not before", async () => {
    await using phone = await freshPhone({ onDevice: "enabled", lock: "pin" });
    await phone.device.reboot();
    const isBooted = () => (phone.phone.state().properties.get("sys.boot_completed") === "1" ? true : undefined);
    await pollUntil(isBooted, 5, AbortSignal.timeout(60_000));
    const later = phone.phone.state().uptimeMs + 1000;
    await pollUntil(() => (phone.phone.state().uptimeMs > later ? true : undefined), 5, AbortSignal.timeout(60_000));
    assert.deepEqual(phone.phone.state().accessibility.bound, []);
    phone.phone.dismissKeyguard();
    phone.phone.typeText("1234");
    phone.phone.key("ENTER", "down-up");
    assert.equal(phone.phone.state().keyguard.isShowing, false);
    (await listening(phone.device)).close();
  });
});

describe("the real service", () => {
  it("reports its epoch through the system, and nothing of the screen", async () => {
    await using phone = await freshPhone({ onDevice: "enabled" });
    const client = await openWire(phone.device);
    const { epoch } = (await client?.hello()) ?? {};
    const dump = await phone.run(`dumpsys activity service ${SERVICE_NAME}`);
    const lines = [
      "fovea-version: 1.0",
      `fovea-epoch: ${epoch}`,
      "fovea-socket: dev.fovea.service.u0",
      "fovea-state: running",
    ];
    const frame = /^SERVICE dev\.fovea\.service\/\.FoveaAccessibilityService [0-9a-f]+ pid=\d+ user=0\n {2}Client:\n/;
    assert.match(dump, frame);
    assert.equal(dump.replace(frame, ""), lines.map((line) => `    ${line}\n`).join(""));
    await using none = await freshPhone({ onDevice: "installed" });
    assert.match(await none.run(`dumpsys activity service ${SERVICE_NAME}`), /^No services match: dev\.fovea\.service/);
  });

  it("cannot listen where another app already does, whose epoch the system does not report", async () => {
    await using phone = await freshPhone({ onDevice: "installed" });
    phone.phone.onDevice.squat("service");
    await phone.enable();
    await pollUntil(() => phone.phone.state().accessibility.bound[0], 5, AbortSignal.timeout(60_000));
    const { epoch } = await (await listening(phone.device)).hello();
    const dump = await phone.run(`dumpsys activity service ${SERVICE_NAME}`);
    assert.match(dump, /fovea-socket: none/);
    assert.ok(!dump.includes(String(epoch)));
  });

  it("is started again by its recovery activity after a crash from which the system does not restart it", async () => {
    await using phone = await freshPhone({ onDevice: "enabled" });
    phone.phone.onDevice.crash();
    await refusing(phone.device);
    assert.match(await phone.run("dumpsys accessibility"), new RegExp(`Crashed services:\\{\\{${SERVICE_FULL}\\}\\}`));
    assert.match(
      await phone.run("am start -n dev.fovea.service/.RecoverActivity"),
      /^Starting: Intent \{ .*cmp=dev\.fovea/,
    );
    const client = await listening(phone.device);
    await client.hello();
    await pollUntil(() => phone.phone.state().accessibility.bound[0], 5, AbortSignal.timeout(60_000));
    assert.match(await phone.run("dumpsys accessibility"), /Crashed services:\{\}/);
    assert.equal((await client.call("health"))["state"], "running");
  });
});
