import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import sharp from "sharp";
import { drive, hintsOf } from "../support/drive.js";

test("screenshot says how the image maps to device pixels, and saves it in full size", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  const drawn: (Uint8Array | undefined)[] = [];
  const pixels = driven.phone.pixels.bind(driven.phone);
  driven.phone.pixels = () => {
    const shown = pixels();
    drawn.push(shown?.rgba.slice());
    return shown;
  };
  const { text, image } = await driven.mcp.call("screenshot", { size: "400", save_as: "form.png" });
  const { width, height } = await sharp(image?.bytes).metadata();
  assert.deepEqual([width, height], [180, 400]);
  assert.match(text, /^\(picture: 180x400 of a 540x1200 screen; multiply its coordinates by 3\.0000 /);
  const path = join(driven.product.config.outputDir, "form.png");
  assert.ok(text.includes(path));
  const saved = await sharp(readFileSync(path)).raw().ensureAlpha().toBuffer();
  assert.ok(drawn[0] && Buffer.compare(saved, drawn[0]) === 0);
});

test("screenshot overwrites no file and writes to no other folder", async () => {
  await using driven = await drive();
  await driven.did("screenshot", { save_as: "one.png" });
  const again = await driven.refused("PATH_NOT_ALLOWED", "screenshot", { save_as: "one.png" });
  assert.match(again, /already/);
  for (const save_as of ["../up.png", "/tmp/x.png", ".hidden.png", "shot.exe", "a/b.png", ""]) {
    await driven.refused("PATH_NOT_ALLOWED", "screenshot", { save_as });
  }
  await driven.refused("INVALID_ARGUMENT", "screenshot", { size: "5000" });
  assert.deepEqual(await hintsOf(driven, "screenshot"), [true, false, true, true]);
});

test("screenshot says that a secure window is black, and is refused on a dark screen", async () => {
  await using driven = await drive({ app: "com.fovea.vault" });
  assert.match(await driven.did("screenshot"), /^! everything but the system bars is black: a secure window/);
  driven.phone.hooks.setAwake(false);
  const { text } = await driven.mcp.call("screenshot");
  assert.match(text, /screen is off/);
});

test("screenshot fails with a code where no image can be taken", async () => {
  const stderr = "Capturing failed";
  await using driven = await drive({
    faults: [{ command: "^screencap", fault: { kind: "fail", status: 1, stderr } }],
  });
  await driven.refused("SCREENSHOT_FAILED", "screenshot");
});

test("the last screenshot is available again unchanged, without a request to the phone", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  await driven.refused("INVALID_ARGUMENT", "screenshot", { earlier: true });
  const first = await driven.mcp.call("observe", { marks: true });
  await driven.did("tap", { target: 'radio "Team"' });
  driven.phone.hooks.setAwake(false);
  const again = await driven.mcp.call("screenshot", { earlier: true });
  assert.match(again.text, /^the picture of \d+\.\d s ago\n\(picture: /);
  assert.ok(first.image && again.image && Buffer.compare(first.image.bytes, again.image.bytes) === 0);
  await driven.refused("INVALID_ARGUMENT", "screenshot", { earlier: true, marks: true });
});
