import assert from "node:assert/strict";
import { test } from "node:test";
import { startVirtualPhone } from "../../../packages/virtual-android/src/start-virtual-phone.js";
import { runOnPhone } from "../../support/run-on-phone.js";

test("screenrecord without an encoder writes no file, and names errors in its options", async () => {
  const { device, phone } = await startVirtualPhone({ adbdPort: null });
  await using _device = device;
  phone.vendor.hasNoVideoEncoder = true;
  const refused = await runOnPhone(device, "screenrecord /sdcard/v.mp4; echo $?");
  assert.deepEqual([refused.stdout, refused.stderr], ["1\n", "ERROR: unable to create video/avc codec instance\n"]);
  assert.equal(phone.files.stat("/sdcard/v.mp4"), undefined);
  const wrong = async (args: string) => (await runOnPhone(device, `screenrecord ${args}; echo $? >&2`)).stderr;
  assert.equal(await wrong(""), "Must specify output file (see --help).\n2\n");
  assert.equal(await wrong("--size 5 /sdcard/v.mp4"), "Invalid size '5', must be width x height\n2\n");
  assert.equal(await wrong("--time-limit 181 a.mp4"), "Time limit 181s outside acceptable range [1,180]\n2\n");
  assert.equal(await wrong("--fast a.mp4"), "screenrecord: unrecognized option '--fast'\n2\n");
});
