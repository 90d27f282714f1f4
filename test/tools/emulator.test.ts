import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { emulators } from "../../src/library/connect.js";
import { drive } from "../support/drive.js";
import { skipWithout } from "../support/needs.js";
import { startRealAdb } from "../support/real-adb.js";

const PROGRAM = fileURLToPath(new URL("../support/emulator-program.js", import.meta.url));

/** A folder like that of an Android SDK, whose emulator boots virtual phones in their own processes. */
function makeSdk() {
  const path = mkdtempSync(join(tmpdir(), "fovea-sdk-"));
  mkdirSync(join(path, "emulator"));
  const program = join(path, "emulator", "emulator");
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`);
  chmodSync(program, 0o755);
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
}

test("emulator lists an SDK's virtual device, boots it until it is ready, and stops it", {
  skip: skipWithout("adb"),
}, async () => {
  await using adb = await startRealAdb();
  using sdk = makeSdk();
  const env = { PATH: process.env["PATH"], HOME: adb.home, ANDROID_HOME: sdk.path, SECRET_KEY: "x" };
  const config = { tools: ["device"], adbPort: adb.port, env } as const;
  await using driven = await drive({ route: { adbPort: adb.port }, config });
  assert.equal(await driven.did("emulator"), "Phone_24\nPhone_36\nBroken");
  for (const name of ["Phone_24", "Phone_36"]) {
    const text = await driven.did("emulator", { boot: name });
    const [, serial = ""] = /^booted \w+: (emulator-\d{4}) is ready$/.exec(text) ?? [];
    let stopped = "";
    try {
      assert.match((await adb.run("devices")).stdout.toString(), new RegExp(`^${serial}\\tdevice$`, "m"), text);
      assert.match(await driven.did("observe", { device: serial }), /launcher/);
      assert.match(await driven.did("emulator"), new RegExp(`^${name}: runs as ${serial}$`, "m"));
      assert.equal(await driven.did("emulator", { boot: name }), `${name} runs already: ${serial} is ready`);
      assert.match(await driven.did("biometrics", { device: serial }), /finger 1/);
      const place = await driven.did("location", { device: serial, at: "52.52,13.405" });
      assert.match(place, /^set the location to 52\.520000,13\.405000\n/);
      assert.equal(/emulator location is not confirmed: no app asks/.test(place), name === "Phone_24");
    } finally {
      stopped = (await driven.mcp.call("emulator", { stop: serial })).text;
    }
    assert.equal(stopped, `stopped ${serial}`);
    assert.doesNotMatch((await adb.run("devices")).stdout.toString(), new RegExp(serial));
  }
  const before = process.env["ANDROID_HOME"];
  process.env["ANDROID_HOME"] = sdk.path;
  try {
    const options = { adbPort: adb.port };
    const serial = await emulators.boot("Phone_24", { options, timeoutMs: 60_000 });
    const running = (await emulators.list({ options })).find(({ name }) => name === "Phone_24");
    assert.deepEqual(running, { name: "Phone_24", serial });
    await emulators.stop(serial, { options });
    assert.equal((await emulators.list({ options })).find(({ name }) => name === "Phone_24")?.serial, null);
    const readOnly = emulators.boot("Phone_24", { options: { ...options, readOnly: true } });
    await assert.rejects(readOnly, ({ code }) => code === "READ_ONLY");
    await assert.rejects(emulators.boot("Broken", { options }), ({ code }) => code === "EMULATOR_FAILED");
  } finally {
    if (before === undefined) delete process.env["ANDROID_HOME"];
    else process.env["ANDROID_HOME"] = before;
  }
  const broken = await driven.refused("EMULATOR_FAILED", "emulator", { boot: "Broken" });
  assert.match(broken, /ended with 1: .*Cannot find AVD system path for Broken/);
});

test("a boot that takes too long fails with TIMEOUT, and the hint says that the emulator goes on booting", {
  skip: skipWithout("adb"),
}, async () => {
  await using adb = await startRealAdb();
  using sdk = makeSdk();
  writeFileSync(
    join(sdk.path, "emulator", "emulator"),
    '#!/bin/sh\n[ "$1" = -list-avds ] && exec echo Slow_24\nexec sleep 9\n',
  );
  const env = { PATH: process.env["PATH"], HOME: adb.home, ANDROID_HOME: sdk.path };
  await using driven = await drive({
    route: { adbPort: adb.port },
    config: { tools: ["device"], adbPort: adb.port, env },
  });
  const text = await driven.refused("TIMEOUT", "emulator", { boot: "Slow_24", timeout_ms: 1_000 });
  assert.match(text, /^TIMEOUT: booting Slow_24 took longer than 1000 ms \(it may have happened\)\n/);
  assert.match(text, /\nNext: It goes on starting: call emulator without arguments until it is said to run, then /);
});

test("emulator refuses devices that are missing, not emulators or not allowed", {
  skip: skipWithout("adb"),
}, async () => {
  await using adb = await startRealAdb();
  using sdk = makeSdk();
  const env = { PATH: process.env["PATH"], HOME: adb.home, ANDROID_HOME: sdk.path };
  const config = { tools: ["device"], adbPort: adb.port, env, allowDevices: ["127.0.0.1:1"] } as const;
  await using driven = await drive({ route: { adbPort: adb.port }, config });
  assert.match(
    await driven.refused("EMULATOR_FAILED", "emulator", { boot: "No_Such" }),
    /there are: Phone_24, Phone_36/,
  );
  await driven.refused("DEVICE_NOT_ALLOWED", "emulator", { boot: "Phone_36" });
  await driven.refused("DEVICE_NOT_FOUND", "emulator", { stop: "emulator-5554" });
  await driven.refused("UNSUPPORTED_ON_DEVICE", "emulator", { stop: driven.product.serial });
  await driven.refused("INVALID_ARGUMENT", "emulator", { boot: "Phone_36", stop: "emulator-5554" });
  await driven.refused("INVALID_ARGUMENT", "emulator", { stop: "emulator-5554", timeout_ms: 5_000 });
  for (const boot of ["-wipe-data", "$(reboot)", "a\nb", "../x"])
    await driven.refused("EMULATOR_FAILED", "emulator", { boot });
});

test("emulator on a host without an SDK is refused, with how to get one", async () => {
  await using driven = await drive({ config: { tools: ["device"], env: { PATH: "", HOME: "/nowhere" } } });
  const text = await driven.refused("EMULATOR_NOT_FOUND", "emulator", {});
  assert.match(text, /looked for \/nowhere\/Android\/Sdk\/emulator\/emulator\n/);
  const env = { PATH: "/bin-1:/bin-2", HOME: "/nowhere", ANDROID_HOME: "/sdk" };
  await using other = await drive({ config: { tools: ["device"], env } });
  const places =
    "emulator in the folders of PATH and /sdk/emulator/emulator and /nowhere/Android/Sdk/emulator/emulator";
  assert.match(await other.refused("EMULATOR_NOT_FOUND", "emulator", {}), new RegExp(`looked for ${places}\\n`));
});
