import assert from "node:assert/strict";
import { test } from "node:test";
import { pollUntil } from "../../src/base/signals.js";
import { drive, hintsOf } from "../support/drive.js";

test("list_devices has a line for each device with serial, state, model, release and connection", async () => {
  await using driven = await drive({ apiLevel: 30 });
  const { serial } = driven.product;
  assert.equal(await driven.did("list_devices"), `${serial} | ready | Virtual Phone 11 | API 30 | usb`);
  assert.deepEqual(await hintsOf(driven, "list_devices"), [true, false, true, true]);
  await driven.refused("INVALID_ARGUMENT", "list_devices", { device: serial });
});

test("the line of an unusable device has the reason and the next step", async () => {
  await using driven = await drive();
  driven.product.device.setAuthorized(false);
  const changed = async () => {
    const text = await driven.did("list_devices");
    return text.includes("unauthorized") ? text : undefined;
  };
  const text = await pollUntil(changed, 10, AbortSignal.timeout(60_000));
  assert.match(text, /^\w+ \| unauthorized \|.*! DEVICE_UNAUTHORIZED .*Unlock the phone/);
});
