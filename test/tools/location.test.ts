import assert from "node:assert/strict";
import { test } from "node:test";
import { setLocation } from "../../src/actions/device/location.js";
import { drive, hintsOf } from "../support/drive.js";
import { driveEmulator } from "../support/drive-emulator.js";
import { never } from "../support/never.js";
import { runOnPhone } from "../support/run-on-phone.js";

const DEVICE = { config: { tools: ["device"] }, app: "com.fovea.form" } as const;

test("location sets a place, travels a route, and returns to the device's own location when the server ends", async () => {
  await using driven = await drive(DEVICE);
  const { device } = driven.product;
  assert.equal(await driven.did("location"), "no location was set on the device");
  const text = await driven.did("location", { at: "52.52, 13.405" });
  assert.match(
    text,
    /^set the location to 52\.520000,13\.405000\ntest location: default -> 52\.520000,13\.405000\nthis stays/,
  );
  assert.match(
    (await runOnPhone(device, "dumpsys location")).stdout,
    /gps provider \[mock\]:\n {6}last location=Location\[gps 52\.520000,/,
  );
  await driven.did("location", { route: ["0,0", "-33.9,151.2"], seconds: 2 });
  assert.equal(await driven.did("location"), "-33.900000,151.200000");
  await driven.product.sessions.changes[Symbol.asyncDispose]();
  assert.doesNotMatch((await runOnPhone(device, "dumpsys location")).stdout, /\[mock\]/);
  assert.equal(driven.phone.managers.location.isAllowed, false);
  assert.deepEqual(await hintsOf(driven, "location"), [false, false, true, true]);
});

test("location refuses an invalid place, and a release whose shell cannot set one", async () => {
  await using driven = await drive({ ...DEVICE, apiLevel: 29 });
  for (const args of [
    { at: "91,0" },
    { at: "0,181" },
    { at: "1;reboot" },
    { at: "1,1", route: ["1,1", "2,2"] },
    { route: ["1,1"] },
    { route: ["1,1", "2,2"], seconds: 41 },
    { at: "1,1", seconds: 1 },
  ])
    await driven.refused("INVALID_ARGUMENT", "location", args);
  assert.match(
    await driven.refused("UNSUPPORTED_ON_DEVICE", "location", { at: "1,1" }),
    /API 29.*\nNext: Use an emulator of this host/,
  );
  assert.equal(driven.phone.managers.location.providers.size, 0);
});

test("location refuses an altitude by name", async () => {
  await using driven = await driveEmulator(undefined, { ...DEVICE, apiLevel: 29 });
  for (const args of [{ at: "52.52,13.405,34" }, { route: ["1,1", "2,2, -3.5"] }])
    assert.match(await driven.refused("INVALID_ARGUMENT", "location", args), /has an altitude, which cannot be set/);
});

test("a route that the system shows nothing of ends in time, and the error says where", async () => {
  await using driven = await driveEmulator(undefined, { ...DEVICE, apiLevel: 29 });
  const { gps } = driven.phone.managers;
  gps.listen(DEVICE.app);
  gps.put = () => {};
  const points = [1, 2, 3, 4].map((degrees) => ({ latitude: degrees, longitude: degrees }));
  const session = await driven.product.session();
  const result = await setLocation(session, { points, pauseSeconds: 0, mostMs: 3_000 }, never());
  assert.match(result.did, /^travelled to 1\.000000,1\.000000$/);
  const end = "! the route ends at place 1 of 4: the call would take too long; travel the rest in another call";
  assert.ok(result.notes.includes(end));
});

for (const apiLevel of [24, 29, 32])
  test(`location sets an emulator's place by its console, and travels a route (API ${apiLevel})`, async () => {
    await using driven = await driveEmulator(undefined, { ...DEVICE, apiLevel });
    const { gps } = driven.phone.managers;
    const dump = async () => (await runOnPhone(driven.product.device, "dumpsys location")).stdout;
    const unknown = "the location of the emulator is unknown: no app asked for it since it booted";
    assert.equal(await driven.did("location"), unknown);
    gps.listen(DEVICE.app);
    const text = await driven.did("location", { at: "52.520008, 13.404954" });
    assert.match(
      text,
      /^set the location to 52\.520008,13\.404954\nemulator location: default -> 52\.520008,13\.404954\nthis stays until another location is set/,
    );
    assert.match(text, /^changed: /m, "the system reports it, whatever the screen shows");
    assert.match(await dump(), /Location\[gps 52\.5200\d\d,13\.4049\d\d /);
    driven.phone.setProperty("persist.sys.locale", "de-DE");
    const route = await driven.did("location", { route: ["0,0", "-33.9,151.2"], seconds: 0 });
    assert.match(route, /^travelled to 0\.000000,0\.000000, -33\.900000,151\.200000\n/);
    assert.match(await dump(), apiLevel < 31 ? /gps -33,900000,151,200000/ : /gps -33\.900000,151\.200000/);
    assert.equal(await driven.did("location"), "-33.900000,151.200000");
  });

test("location reports the earlier place of an emulator as unknown where no app asked for it", async () => {
  await using driven = await driveEmulator(undefined, { ...DEVICE, apiLevel: 29 });
  const stays = /^this stays until another location is set: the earlier location of the emulator is unknown$/m;
  assert.match(await driven.did("location", { at: "1,2" }), stays);
  assert.match(await driven.did("location"), /^the location of the emulator is unknown: no app asked for it/);
  driven.phone.managers.gps.listen(DEVICE.app);
  const text = await driven.did("location", { at: "3,4" });
  assert.match(text, /\nemulator location: 1\.0+,2\.0+ -> 3\.0+,4\.0+\n/);
  assert.match(text, stays, "it cannot be put back to where it was at first");
});

test("a location that no app requests is sent, reported as unconfirmed, and sent again", async () => {
  await using driven = await driveEmulator(undefined, { ...DEVICE, apiLevel: 29 });
  const { gps } = driven.phone.managers;
  gps.listen(DEVICE.app);
  await driven.did("location", { at: "1,1" });
  gps.stop(DEVICE.app);
  const text = await driven.did("location", { at: "2,2" });
  assert.match(text, /^! emulator location is not confirmed: no app asks for its location now/m);
  assert.doesNotMatch(text, /^changed: /m);
  gps.listen(DEVICE.app);
  assert.deepEqual(gps.lastFix, { latitude: 2, longitude: 2 });
  gps.stop(DEVICE.app);
  gps.put({ latitude: 9, longitude: 9 });
  await driven.did("location", { at: "2,2" });
  gps.listen(DEVICE.app);
  assert.deepEqual(gps.lastFix, { latitude: 2, longitude: 2 }, "an old fix does not count as the new place");
});

test("an emulator returns to its last fix, and is refused where it does not follow", async () => {
  await using driven = await driveEmulator(undefined, { ...DEVICE, apiLevel: 24 });
  const { gps } = driven.phone.managers;
  gps.put({ latitude: 5, longitude: 6 });
  gps.listen(DEVICE.app);
  assert.match(
    await driven.did("location", { at: "1,1" }),
    /5\.000000,6\.000000 -> 1\.000000,1\.000000\nthis stays until this/,
  );
  await driven.product.sessions.changes[Symbol.asyncDispose]();
  assert.deepEqual(gps.lastFix, { latitude: 5, longitude: 6 });
  gps.put = () => {};
  const text = await driven.did("location", { at: "3,3" });
  assert.match(
    text,
    /^! emulator location is not confirmed: an app asks for its location, and the system shows a different/m,
  );
});
