import assert from "node:assert/strict";
import { test } from "node:test";
import sharp from "sharp";
import { screencap } from "../../../packages/virtual-android/src/commands/screencap.js";
import { openPhone, runCommand } from "../../support/virtual-phone.js";

test("a raw screenshot has a header of 12 bytes on Android 7 and of 16 from 9 on, then the rows", async () => {
  for (const [apiLevel, header] of [
    [24, 12],
    [28, 16],
    [33, 16],
    [36, 16],
  ] as const) {
    using device = openPhone({ apiLevel });
    const { status, stdout, stderr } = await runCommand(device, screencap, []);
    const pixels = device.phone.pixels();
    assert.ok(pixels);
    assert.deepEqual([status, stderr], [0, ""]);
    assert.equal(stdout.length, header + pixels.width * pixels.height * 4);
    assert.deepEqual(
      [stdout.readUInt32LE(0), stdout.readUInt32LE(4), stdout.readUInt32LE(8)],
      [pixels.width, pixels.height, 1],
    );
    if (header === 16) assert.equal(stdout.readUInt32LE(12), 1);
    assert.ok(stdout.subarray(header).equals(pixels.rgba));
  }
});

test("screencap -p and a file name that ends in .png give the same screenshot as PNG", async () => {
  using device = openPhone({ app: "com.fovea.form" });
  const { stdout } = await runCommand(device, screencap, ["-p"]);
  const { data, info } = await sharp(stdout).raw().toBuffer({ resolveWithObject: true });
  assert.deepEqual([info.width, info.height], [1080, 2400]);
  const pixels = device.phone.pixels();
  const opaque = info.channels === 4 ? data : await sharp(data, { raw: info }).ensureAlpha().raw().toBuffer();
  assert.ok(opaque.equals(pixels?.rgba ?? new Uint8Array()));
  await runCommand(device, screencap, ["/sdcard/s.png"]);
  assert.equal(
    Buffer.from(device.files.map.get("/sdcard/s.png") ?? [])
      .subarray(1, 4)
      .toString(),
    "PNG",
  );
});

test("screencap shows the current rotation", async () => {
  using device = openPhone({ rotation: 1 });
  const { stdout } = await runCommand(device, screencap, []);
  assert.deepEqual([stdout.readUInt32LE(0), stdout.readUInt32LE(4)], [2400, 1080]);
});

test("screencap -d accepts only the physical id", async () => {
  using device = openPhone();
  const right = await runCommand(device, screencap, ["-d", device.phone.state().display.physicalId]);
  assert.equal(right.status, 0);
  const wrong = await runCommand(device, screencap, ["-d", "0"]);
  assert.deepEqual([wrong.status, wrong.stdout.length], [1, 0]);
  assert.match(wrong.stderr, /Display Id '0' is not valid/);
});

test("a secure window is black from Android 12 on, and makes the whole screenshot black before", async () => {
  for (const [apiLevel, isAllBlack] of [
    [28, true],
    [33, false],
  ] as const) {
    using device = openPhone({ apiLevel, app: "com.fovea.vault" });
    const { status, stdout } = await runCommand(device, screencap, []);
    assert.equal(status, 0);
    const middle = stdout.subarray(16 + 1080 * 4 * 1000, 16 + 1080 * 4 * 1001);
    assert.ok(middle.every((byte, i) => byte === (i % 4 === 3 ? 255 : 0)));
    const statusBar = stdout.subarray(16, 16 + 1080 * 4 * 60);
    assert.equal(
      statusBar.every((byte, i) => byte === (i % 4 === 3 ? 255 : 0)),
      isAllBlack,
    );
  }
});

test("with the screen off screencap is black up to Android 11, and fails from 12 on", async () => {
  using old = openPhone({ apiLevel: 30 });
  old.phone.key("SLEEP", "down-up");
  const black = await runCommand(old, screencap, []);
  assert.equal(black.status, 0);
  assert.ok(black.stdout.subarray(16).every((byte, i) => byte === (i % 4 === 3 ? 255 : 0)));
  using device = openPhone({ apiLevel: 33 });
  device.phone.key("SLEEP", "down-up");
  const failed = await runCommand(device, screencap, ["-p"]);
  assert.deepEqual([failed.status, failed.stdout.length], [1, 0]);
  assert.match(failed.stderr, /Failed to take screenshot/);
});

test("screencap refuses a file that cannot be written and unknown options", async () => {
  using device = openPhone();
  const file = await runCommand(device, screencap, ["/missing/s.raw"]);
  assert.equal(file.status, 1);
  assert.match(file.stderr, /^Error opening file: \/missing\/s\.raw/);
  assert.match((await runCommand(device, screencap, ["-x"])).stderr, /^usage: screencap/);
});
