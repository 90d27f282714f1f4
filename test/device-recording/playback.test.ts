import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import { gunzipSync } from "node:zlib";
import { Playback } from "../../packages/virtual-android/src/played/playback.js";
import { PlayedDevice } from "../../packages/virtual-android/src/played/played-device.js";
import type { Chunk } from "../../src/device-recording/format.js";
import { readPhoneRecording } from "../../src/device-recording/read-recording.js";
import { ShellTaker, shellPacketOf } from "../../src/device-recording/shell-streams.js";
import { ShellPackets } from "../../src/devices/shell-packets.js";
import { scratchFolder } from "../support/device-recording.js";
import { never } from "../support/never.js";
import { type MadeExchange, openRecorder, writePhone } from "../support/written-phone.js";

const ID = "0a1b2c3d-0000-4000-8000-00000000000";
const EXIT = shellPacketOf("exit", Buffer.from([0]));
const STORY: readonly MadeExchange[] = [
  { script: "getprop; cat /proc/uptime", stdout: "[ro.product.model]: [Pixel]\n[ro.build.version.sdk]: [34]\n" },
  { script: "dumpsys window", stdout: "first" },
  { script: "dumpsys window", stdout: "second" },
  { script: `cat FOVEA-${ID}1.xml; echo FOVEA-${ID}1`, stdout: `tree FOVEA-${ID}1 end` },
  { script: "cmd input tap 1 2" },
  { script: "dumpsys window", stdout: "third" },
  { script: "cmd input text 'secret'" },
  { script: "dumpsys window", stdout: "fourth" },
];

/** What a script says to a played phone. */
async function ask(device: PlayedDevice, script: string) {
  const stream = await device.open(`shell,v2,raw:${script}`, never());
  const packets = new ShellPackets(1e6);
  for (let chunk = await stream.read(7, never()); chunk !== null; chunk = await stream.read(7, never())) {
    packets.feed(Buffer.from(chunk));
  }
  return { said: packets.stdout.toString(), complained: packets.stderr, status: packets.exitCode };
}

async function played(folder: string, story: readonly MadeExchange[] = STORY): Promise<PlayedDevice> {
  await writePhone(folder, story);
  return new PlayedDevice({ recording: readPhoneRecording(folder), pace: "fast", adbdPort: null });
}

test("played reads of one state come in order and the last one repeats; an action leads to the next state", async () => {
  using folder = scratchFolder();
  await using device = await played(folder.path);
  const said = async () => (await ask(device, "dumpsys window")).said;
  assert.deepEqual([await said(), await said(), await said()], ["first", "second", "second"]);
  assert.equal((await ask(device, "cmd input tap 1 2")).status, 0);
  assert.deepEqual([await said(), await said()], ["third", "third"]);
});

test("an action out of order is refused with the name of the expected one, and changes nothing", async () => {
  using folder = scratchFolder();
  await using device = await played(folder.path);
  const { status, complained } = await ask(device, "cmd input tap 3 4");
  assert.equal(status, 254);
  assert.match(complained, /^NOT_RECORDED: another act comes next in the recording: shell,v2,raw:cmd input tap 1 2\n$/);
  assert.equal((await ask(device, "dumpsys window")).said, "first");
  assert.equal(device.actsPlayed, 0);
});

test("redacted typed text accepts any text, and no further state follows the last action", async () => {
  using folder = scratchFolder();
  await using device = await played(folder.path);
  await ask(device, "cmd input tap 1 2");
  assert.equal((await ask(device, "cmd input text 'anything'")).status, 0);
  assert.equal((await ask(device, "dumpsys window")).said, "fourth");
  assert.match(
    (await ask(device, "cmd input tap 1 2")).complained,
    /^NOT_RECORDED: the recording ends before this act/,
  );
});

test("answers that are not about the screen are valid in later states, and answers about the screen are not", async () => {
  using folder = scratchFolder();
  await using device = await played(folder.path, [...STORY.slice(0, 5), { script: "screencap", stdout: "pixels" }]);
  await ask(device, "cmd input tap 1 2");
  assert.match((await ask(device, "getprop; cat /proc/uptime")).said, /Pixel/);
  assert.match((await ask(device, "dumpsys window")).complained, /^NOT_RECORDED: this was not asked for in this state/);
  assert.equal((await ask(device, "screencap")).said, "pixels");
  assert.match((await ask(device, "pm path com.other")).complained, /^NOT_RECORDED: this was not asked for up to/);
});

test("names that are generated for each request are replaced by those of the played request", async () => {
  using folder = scratchFolder();
  await using device = await played(folder.path);
  assert.equal((await ask(device, `cat FOVEA-${ID}2.xml; echo FOVEA-${ID}2`)).said, `tree FOVEA-${ID}2 end`);
});

test("a service that is not a shell is refused with NOT_RECORDED, and the product names are the phone's", async () => {
  using folder = scratchFolder();
  await using device = await played(folder.path);
  const refused: unknown = await device.open("localabstract:x", never()).catch((error: unknown) => error);
  assert.match(inspect(refused), /NOT_RECORDED/);
  assert.equal(device.product.model, "Pixel");
  assert.deepEqual(device.features, ["shell_v2", "cmd"]);
});

test("at the recorded pace an answer takes as long as it took, by the given clock", async () => {
  using folder = scratchFolder();
  await writePhone(folder.path, STORY);
  const recording = readPhoneRecording(folder.path);
  const exchanges = recording.exchanges.map((one) => {
    const chunks = one.chunks.map(([stream, , size], index): Chunk => [stream, 100 + index * 50, size]);
    return { ...one, accepted_ms: 40, chunks };
  });
  let slept = 0;
  const clock = {
    nowMs: () => slept,
    sleep: async (ms: number) => {
      slept += ms;
    },
  };
  await using device = new PlayedDevice({ recording: { ...recording, exchanges }, clock, adbdPort: null });
  await ask(device, "dumpsys window");
  assert.equal(slept, 150);
});

test("a screenshot recorded compressed is returned uncompressed where requested, and the other way round", async () => {
  using folder = scratchFolder();
  await using device = await played(folder.path, [{ script: "screencap", stdout: "pixels" }]);
  const playback = new Playback(readPhoneRecording(folder.path));
  const answer = playback.answer("shell,v2,raw:screencap | gzip -1");
  assert.equal("packing" in answer && answer.packing, "pack");
  assert.equal((await ask(device, "exec screencap")).said, "pixels");
});

test("only the screenshot is compressed or uncompressed where it follows other answers in one stream", async () => {
  using folder = scratchFolder();
  const script = (id: string) => `getprop; echo "FOVEA-END-${id} $?"; echo FOVEA-END-${id} >&2; `;
  const [recorded, asked] = [`${ID}1`, `${ID}2`];
  const stdout = `Pixel\nFOVEA-END-${recorded} 0\npixels`;
  await using device = await played(folder.path, [{ script: `${script(recorded)}exec screencap`, stdout }]);
  const raw = await device.open(`shell,v2,raw:${script(asked)}screencap | gzip -1`, never());
  assert.ok(raw);
  const taker = new ShellTaker();
  const pieces: Buffer[] = [];
  for (let chunk = await raw.read(65_536, never()); chunk !== null; chunk = await raw.read(65_536, never())) {
    for (const { stream, bytes } of taker.take(Buffer.from(chunk))) if (stream === "stdout") pieces.push(bytes);
  }
  const said = Buffer.concat(pieces);
  const start = `Pixel\nFOVEA-END-${asked} 0\n`;
  assert.equal(said.subarray(0, start.length).toString(), start);
  assert.equal(gunzipSync(said.subarray(start.length)).toString(), "pixels");
});

/** Questions in one stream, as shell-parts.ts asks them. */
function inOne(id: string, ...questions: readonly string[]): string {
  return questions.join(`; echo "FOVEA-END-${id} $?"; echo FOVEA-END-${id} >&2; `);
}

test("questions recorded in one stream are answered separately, and separate ones in one stream", async () => {
  using folder = scratchFolder();
  const [recorded, asked] = [`${ID}1`, `${ID}2`];
  await using device = await played(folder.path, [
    {
      script: inOne(recorded, "dumpsys window", "exec dumpsys gfxinfo app"),
      stdout: `WINDOW\nFOVEA-END-${recorded} 3\nFRAMES\n`,
      stderr: `oh\nFOVEA-END-${recorded}\n`,
    },
    { script: "exec screencap", stdout: "pixels" },
  ]);
  assert.deepEqual(await ask(device, "dumpsys window"), { said: "WINDOW\n", complained: "oh\n", status: 3 });
  assert.equal((await ask(device, "exec dumpsys gfxinfo app")).said, "FRAMES\n");
  assert.equal(
    (await ask(device, inOne(asked, "dumpsys window", "dumpsys gfxinfo app", "exec screencap"))).said,
    `WINDOW\nFOVEA-END-${asked} 3\nFRAMES\nFOVEA-END-${asked} 0\npixels`,
  );
  const partly = await ask(device, inOne(asked, "dumpsys window", "dumpsys power"));
  assert.deepEqual([partly.said, partly.status], [`WINDOW\nFOVEA-END-${asked} 3\n`, 254]);
  assert.match(partly.complained, /^oh\nFOVEA-END-.*\nNOT_RECORDED$/m);
  const unknown = await ask(device, inOne(asked, "dumpsys power", "dumpsys window"));
  assert.match(unknown.complained, /^NOT_RECORDED: this was not asked for in this state/);
});

test("a refused service is refused again, and a silent stream stays silent", async () => {
  using folder = scratchFolder();
  const recorder = await openRecorder(folder.path);
  recorder.begin("P1", "localfilesystem:x").end("refused");
  const notes = recorder.begin("P1", "shell,v2,raw:logcat");
  notes.accepted();
  notes.moved("in", shellPacketOf("stdout", Buffer.from("one line")));
  notes.end("host");
  await recorder.close();
  await using device = new PlayedDevice({ recording: readPhoneRecording(folder.path), pace: "fast", adbdPort: null });
  const refused: unknown = await device.open("localfilesystem:x", never()).catch((error: unknown) => error);
  assert.match(inspect(refused), /closed/);
  const stream = await device.open("shell,v2,raw:logcat", never());
  const first = await stream.read(100, never());
  assert.equal(first && Buffer.from(first).toString("utf8", 5), "one line");
  const next = stream.read(100, never());
  stream.close();
  assert.equal(await next, null);
});

test("data from the host must equal the recorded data, except the time of a pushed file", async () => {
  using folder = scratchFolder();
  const recorder = await openRecorder(folder.path);
  for (const service of ["shell,v2,raw:cat", "sync:"]) {
    const notes = recorder.begin("P1", service);
    notes.accepted();
    const sent = service === "sync:" ? Buffer.from("SEND1111") : shellPacketOf("stdin", Buffer.from("hello"));
    notes.moved("out", sent);
    const said = Buffer.from("OKAY");
    notes.moved("in", service === "sync:" ? said : Buffer.concat([shellPacketOf("stdout", said), EXIT]));
    notes.end("device");
  }
  await recorder.close();
  const answers = async (service: string, ...sent: readonly Buffer[]) => {
    await using device = new PlayedDevice({ recording: readPhoneRecording(folder.path), pace: "fast", adbdPort: null });
    const stream = await device.open(service, never());
    for (const bytes of sent) await stream.write(bytes, never());
    const said: Uint8Array[] = [];
    for (let one = await stream.read(100, never()); one !== null; one = await stream.read(100, never())) said.push(one);
    return Buffer.concat(said).toString("latin1");
  };
  const stdin = (text: string) => shellPacketOf("stdin", Buffer.from(text));
  assert.match(await answers("shell,v2,raw:cat", stdin("he"), stdin("llo")), /OKAY/);
  assert.match(await answers("shell,v2,raw:cat", stdin("other")), /NOT_RECORDED: other input was sent/);
  assert.equal(await answers("sync:", Buffer.from("SEND2222")), "OKAY");
});

test("a missing payload is an error of the shell with a code", async () => {
  using folder = scratchFolder();
  await writePhone(folder.path, STORY);
  const recording = readPhoneRecording(folder.path);
  const device = new PlayedDevice({
    recording: {
      ...recording,
      bytesOf: (exchange, stream) => {
        if (stream !== "stdout" || !exchange.service.includes("window")) return recording.bytesOf(exchange, stream);
        return readPhoneRecording(`${folder.path}/nowhere`).bytesOf(exchange, stream);
      },
    },
    pace: "fast",
    adbdPort: null,
  });
  assert.match((await ask(device, "dumpsys window")).complained, /^RECORDING_UNREADABLE: /);
});
