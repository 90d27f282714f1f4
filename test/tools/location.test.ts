import assert from "node:assert/strict";
import { test } from "node:test";
import { drive, hintsOf } from "../support/drive.js";
import { runOnPhone } from "../support/run-on-phone.js";

const DEVICE = { config: { tools: ["device"] }, app: "com.fovea.form" } as const;

test("the device is put to a place, travels a route, and goes by its own location again when the server ends", async () => {
  await using driven = await drive(DEVICE);
  const { device } = driven.product;
  assert.equal(await driven.did("location"), "the device goes by its own location");
  const text = await driven.did("location", { at: "52.52, 13.405" });
  assert.match(
    text,
    /^set the location to 52\.520000,13\.405000\ntest location: default -> 52\.520000,13\.405000\nit stays so/,
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

test("what is not a place is refused, and so is a release whose shell sets none", async () => {
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
  assert.match(await driven.refused("UNSUPPORTED_ON_DEVICE", "location", { at: "1,1" }), /API 29.*\nNext: .*geo fix/);
  assert.equal(driven.phone.managers.location.providers.size, 0);
});
