import assert from "node:assert/strict";
import { test } from "node:test";
import { drive, hintsOf } from "../support/drive.js";
import { driveEmulator } from "../support/drive-emulator.js";
import { runOnPhone } from "../support/run-on-phone.js";

test("biometrics touches an emulator's sensor, and the device reports whether the finger was accepted", async () => {
  await using driven = await driveEmulator();
  const idle = await driven.did("biometrics");
  assert.match(idle, /^laid finger 1 on the sensor\nunconfirmed: the sensor reported no touch/);
  driven.phone.managers.fingerprints.isAwaited = true;
  assert.match(await driven.did("biometrics", { finger: 2 }), /\nconfirmed: the device refused the finger/);
  assert.match(await driven.did("biometrics", { finger: 1 }), /\nconfirmed: the device accepted the finger$/);
  const dump = (await runOnPhone(driven.product.device, "dumpsys fingerprint")).stdout;
  assert.match(dump, /"accept":1,"reject":1/);
  assert.deepEqual(await hintsOf(driven, "biometrics"), [false, true, false, true]);
});

test("network slows an emulator's connection down for a while", async () => {
  await using driven = await driveEmulator();
  const speed = async () => (await driven.did("network")).split("\n").at(-1);
  assert.equal(await speed(), "speed: full");
  const text = await driven.did("network", { speed: "edge" });
  assert.equal(await speed(), "speed: edge");
  assert.match(text, /^switched network throttle 473:473:80:400\nnetwork throttle: default -> 473:473:80:400\n/);
  assert.deepEqual(driven.phone.managers.link.delay, [80, 400]);
  await driven.product.sessions.changes[Symbol.asyncDispose]();
  assert.deepEqual(
    [driven.phone.managers.link.speed, driven.phone.managers.link.delay],
    [
      [0, 0],
      [0, 0],
    ],
  );
});

test("emulator tools refuse a wrong token and a device that is not an emulator", async () => {
  await using emulator = await driveEmulator("another");
  assert.match(await emulator.refused("EMULATOR_CONSOLE_FAILED", "biometrics"), /token does not match/);
  await using driven = await drive({ config: { tools: ["device"] } });
  await driven.refused("UNSUPPORTED_ON_DEVICE", "biometrics");
  await driven.refused("UNSUPPORTED_ON_DEVICE", "network", { speed: "gsm" });
  await driven.refused("INVALID_ARGUMENT", "biometrics", { finger: 0 });
  await driven.refused("INVALID_ARGUMENT", "network", { speed: "1:1\nkill" });
});
