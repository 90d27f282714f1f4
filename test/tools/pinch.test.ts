import assert from "node:assert/strict";
import { test } from "node:test";
import { drive, hintsOf } from "../support/drive.js";
import { driveCompanion } from "../support/drive-companion.js";
import { recordInput } from "../support/recorder.js";

test("pinch over the whole screen zooms its middle", async () => {
  await using driven = await driveCompanion({ app: "com.fovea.gestures" });
  const text = await driven.did("pinch", { percent: 300 });
  assert.match(text, /^pinched the screen to 300 % at \d+,\d+ by gesture\n/);
  assert.match(text, /"Zoom: \d+ %"/);
  assert.deepEqual(await hintsOf(driven, "pinch"), [false, true, false, true]);
});

test("pinch refuses invalid arguments, and devices with one touch point, before anything is touched", async () => {
  await using driven = await drive({ app: "com.fovea.gestures" });
  const { received } = recordInput(driven.phone);
  for (const args of [{}, { percent: 5 }, { percent: 1.5 }, { percent: 100 }, { percent: 50, target: "5,5" }]) {
    await driven.refused("INVALID_ARGUMENT", "pinch", args);
  }
  const text = await driven.refused("UNSUPPORTED_ON_DEVICE", "pinch", { percent: 200 });
  assert.match(text, /gets one finger through `input`; two need the companion\nNext: `fovea doctor`/);
  assert.deepEqual(received, []);
});
