import assert from "node:assert/strict";
import { test } from "node:test";
import { screenrecord } from "../../../packages/virtual-android/src/commands/screenrecord.js";
import { openPhone, runCommand } from "../../support/virtual-phone.js";

test("without a video encoder it refuses and writes no file", async () => {
  using device = openPhone();
  const { status, stderr } = await runCommand(device, screenrecord, ["/sdcard/v.mp4"]);
  assert.deepEqual([status, stderr], [1, "ERROR: unable to create video/avc codec instance\n"]);
  assert.equal(device.files.map.size, 0);
  assert.equal((await runCommand(device, screenrecord, [])).status, 2);
});
