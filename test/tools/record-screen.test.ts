import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { askPhone } from "../../src/devices/phone.js";
import { stateNamed } from "../../src/devices/states/states.js";
import { readVideo, videoMs } from "../../src/vision/video/join-mp4.js";
import { type Driven, drive, hintsOf } from "../support/drive.js";
import { skipWithout } from "../support/needs.js";
import { never } from "../support/never.js";
import { runOnPhone } from "../support/run-on-phone.js";

const MEDIA = { config: { tools: ["media"] }, app: "com.fovea.form" } as const;
const SMALL_VIDEO = { action: "start", size: "180x400" };

const onPhone = async ({ product }: Driven, line: string) => (await runOnPhone(product.device, line)).stdout;

test("record_screen records between two calls, saves one video, and leaves nothing on the device", async () => {
  await using driven = await drive(MEDIA);
  const file = join(driven.product.folder, "output", "login.mp4");
  assert.equal(await driven.did("record_screen"), "no video is being recorded");
  const started = await driven.did("record_screen", SMALL_VIDEO);
  assert.match(started, /^began a video of the screen, 30 minutes at most\nconfirmed: the device writes the file$/);
  assert.equal(await driven.did("record_screen"), "a video is being recorded");
  await driven.refused("VIDEO_RUNNING", "record_screen", SMALL_VIDEO);
  assert.match(await onPhone(driven, "ps -A -o NAME,ARGS"), /screenrecord .*fovea-record-/);
  driven.phone.hooks.open("com.android.settings");
  await runOnPhone(driven.product.device, "sleep 2");
  const stopped = await driven.did("record_screen", { action: "stop", save_as: "login.mp4" });
  assert.match(stopped, /^saved \d+\.\d s of video as .*login\.mp4$/);
  const video = await readVideo(file);
  assert.ok(videoMs(video) >= 2_000, `${videoMs(video)} ms`);
  assert.ok(video.tables.sizes.length >= 2);
  assert.equal(await onPhone(driven, "ls /data/local/tmp"), "");
  await driven.refused("VIDEO_NOT_RUNNING", "record_screen", { action: "stop" });
  assert.deepEqual(await hintsOf(driven, "record_screen"), [false, false, false, true]);
});

test("record_screen joins parts of three minutes to one video, which ffprobe reads", {
  skip: skipWithout("ffprobe"),
}, async () => {
  await using driven = await drive({ ...MEDIA, speed: 400 });
  await driven.did("record_screen", SMALL_VIDEO);
  await runOnPhone(driven.product.device, "sleep 200");
  driven.phone.hooks.open("com.android.settings");
  await runOnPhone(driven.product.device, "sleep 2");
  const stopped = await driven.did("record_screen", { action: "stop", save_as: "long.mp4" });
  assert.match(stopped, /^saved [\d.]+ s of video as .*\n! 2 parts of up to 3 minutes: /);
  const file = join(driven.product.folder, "output", "long.mp4");
  const probe = [
    "-v",
    "error",
    "-count_frames",
    "-show_entries",
    "stream=codec_name,width,height,nb_read_frames,duration",
  ];
  const said = execFileSync("ffprobe", [...probe, "-of", "default=nw=1", file], { encoding: "utf8" });
  const facts = new Map(
    said
      .trim()
      .split("\n")
      .map((line) => line.split("=", 2) as [string, string]),
  );
  assert.deepEqual([facts.get("codec_name"), facts.get("width"), facts.get("height")], ["h264", "180", "400"]);
  assert.ok(Number(facts.get("duration")) > 195, said);
  assert.equal(Number(facts.get("nb_read_frames")), (await readVideo(file)).tables.sizes.length);
});

test("record_screen ends a video that is stopped between two parts", async () => {
  const late = { service: "screenrecord", from: 2, times: 1, fault: { kind: "delay", ms: 600_000 } } as const;
  await using driven = await drive({ ...MEDIA, speed: 400, faults: [late] });
  await driven.did("record_screen", SMALL_VIDEO);
  await runOnPhone(driven.product.device, "sleep 190");
  const stopped = await driven.did("record_screen", { action: "stop", save_as: "one.mp4" });
  assert.match(stopped, /^saved 1(?:79|8\d)\.\d s of video as .*one\.mp4$/);
  assert.equal(await onPhone(driven, "ls /data/local/tmp; pidof screenrecord"), "");
});

test("a running recording is stopped when the server ends, and leaves no file", async () => {
  await using driven = await drive(MEDIA);
  await driven.did("record_screen", SMALL_VIDEO);
  await driven.product.sessions.changes[Symbol.asyncDispose]();
  assert.doesNotMatch(await onPhone(driven, "ps -A -o NAME,ARGS"), /screenrecord/);
  assert.equal(await onPhone(driven, "ls /data/local/tmp"), "");
  assert.ok(!existsSync(join(driven.product.folder, "output")));
});

test("record_screen refuses a device without an encoder, and invalid names and sizes", async () => {
  await using driven = await drive(MEDIA);
  for (const args of [
    { action: "start", size: "1;reboot" },
    { action: "start", save_as: "a.mp4" },
    { action: "stop", size: "180x400" },
    { action: "pause" },
  ])
    await driven.refused("INVALID_ARGUMENT", "record_screen", args);
  for (const name of ["../a.mp4", "nul.mp4"])
    await driven.refused("PATH_NOT_ALLOWED", "record_screen", { action: "stop", save_as: name });
  driven.phone.vendor.hasNoVideoEncoder = true;
  const text = await driven.refused("UNSUPPORTED_ON_DEVICE", "record_screen", SMALL_VIDEO);
  assert.match(text, /does not record its screen: "ERROR: unable to create video\/avc codec instance"/);
  assert.equal(await driven.did("record_screen"), "no video is being recorded");
});

test("a recording that the device ended too early is not saved, and leaves no file", async () => {
  await using driven = await drive(MEDIA);
  await driven.did("record_screen", SMALL_VIDEO);
  await runOnPhone(driven.product.device, "kill -9 $(pidof screenrecord)");
  const text = await driven.refused("VIDEO_FAILED", "record_screen", { action: "stop" });
  assert.match(text, /recorded nothing that could be read: screenrecord ended with 137/);
  await driven.refused("VIDEO_NOT_RUNNING", "record_screen", { action: "stop" });
  assert.equal(await onPhone(driven, "ls /data/local/tmp"), "");
});

test("a recording whose file was deleted can be ended, and another one can begin", async () => {
  await using driven = await drive(MEDIA);
  await driven.did("record_screen", SMALL_VIDEO);
  await runOnPhone(driven.product.device, "kill -9 $(pidof screenrecord); rm -f /data/local/tmp/fovea-record-*");
  await runOnPhone(driven.product.device, "sleep 1");
  assert.match(await driven.did("record_screen"), /ended by itself and is not saved yet/);
  assert.match(
    await driven.refused("VIDEO_RUNNING", "record_screen", SMALL_VIDEO),
    /ended by itself .*action stop first/s,
  );
  await driven.refused("VIDEO_FAILED", "record_screen", { action: "stop" });
  await driven.did("record_screen", SMALL_VIDEO);
});

test("the recording of a killed server is removed by the next server, and that of a living one is not", async () => {
  await using driven = await drive(MEDIA);
  const { product } = driven;
  await driven.did("record_screen", SMALL_VIDEO);
  const session = await product.session();
  const left = "/data/local/tmp/fovea-record-0123456789ab-1.mp4";
  await runOnPhone(product.device, `echo x > ${left}`);
  const state = stateNamed("video 0123456789ab");
  assert.ok(state);
  const phone = await askPhone(session.device, never());
  assert.equal(await state.read(phone, never()), "on the device");
  await session.changes.restore(session, never());
  assert.match(await onPhone(driven, "ls /data/local/tmp"), /fovea-record-(?!0123456789ab)/);
  await state.write(phone, null, never());
  assert.equal(await state.read(phone, never()), null);
  await driven.did("record_screen", { action: "stop" });
  assert.equal(await onPhone(driven, "ls /data/local/tmp"), "");
  assert.deepEqual(await session.changes.restore(session, never()), []);
});

test("a file name in use does not lose the recording", async () => {
  await using driven = await drive(MEDIA);
  const output = join(driven.product.folder, "output");
  await driven.did("record_screen", SMALL_VIDEO);
  await driven.did("record_screen", { action: "stop", save_as: "a.mp4" });
  const before = readFileSync(join(output, "a.mp4"));
  await driven.did("record_screen", SMALL_VIDEO);
  const text = await driven.refused("PATH_NOT_ALLOWED", "record_screen", { action: "stop", save_as: "a.mp4" });
  assert.match(text, /is there already\nNext: The recording is kept/);
  await driven.did("record_screen", { action: "stop", save_as: "b.mp4" });
  assert.deepEqual(readFileSync(join(output, "a.mp4")), before);
  assert.deepEqual(readdirSync(output).sort(), ["a.mp4", "b.mp4"]);
});
