import assert from "node:assert/strict";
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { rectOf } from "../../src/base/geometry.js";
import { readPhoneRecording } from "../../src/device-recording/read-recording.js";
import { coded } from "../support/coded.js";
import { scratchFolder } from "../support/device-recording.js";
import { type MadeExchange, makeExchange, openRecorder, writePhone } from "../support/written-phone.js";

const NODE = (text: string, rest: string) => `<node index="0" text="${text}" class="x" ${rest} />`;
const TREE = (...nodes: readonly string[]) =>
  `<?xml version='1.0'?><hierarchy rotation="0">${nodes.join("")}</hierarchy>`;

const lines = (folder: string) => readFileSync(join(folder, "exchanges.jsonl"), "utf8");
const textOf = (folder: string, n: number) => {
  const recording = readPhoneRecording(folder);
  const exchange = recording.exchanges[n];
  assert.ok(exchange);
  return recording.bytesOf(exchange, "stdout").toString();
};

test("recorded data is read back byte for byte", async () => {
  const bytes = fc.oneof(
    fc.string(),
    fc.uint8Array({ maxLength: 5000 }).map((one) => Buffer.from(one)),
  );
  const story = fc.array(
    fc.record({ script: fc.constantFrom("dumpsys window", "input tap 1 1", "getprop"), stdout: bytes }),
  );
  await fc.assert(
    fc.asyncProperty(story, async (exchanges) => {
      using folder = scratchFolder();
      await writePhone(folder.path, [{ script: "first" }, ...exchanges]);
      const recording = readPhoneRecording(folder.path);
      const read = recording.exchanges.slice(1).map((one) => recording.bytesOf(one, "stdout"));
      assert.deepEqual(
        read,
        exchanges.map(({ stdout }) => Buffer.from(stdout)),
      );
    }),
    { numRuns: 30 },
  );
});

test("a recording cut off at any byte is read up to its last whole exchange", async () => {
  using folder = scratchFolder();
  const story = Array.from({ length: 12 }, (_, n): MadeExchange => {
    const script = n % 3 === 2 ? `input tap ${n} 1` : "dumpsys window";
    return { script, stdout: `${n}`.repeat(n % 4 === 0 ? 90_000 : 20) };
  });
  await writePhone(folder.path, story);
  const whole = readFileSync(join(folder.path, "exchanges.jsonl"));
  const all = readPhoneRecording(folder.path).exchanges.length;
  assert.equal(all, story.length);
  for (const length of [0, 1, whole.length - 1, whole.length, ...fc.sample(fc.nat(whole.length), 200)]) {
    writeFileSync(join(folder.path, "exchanges.jsonl"), whole.subarray(0, length));
    const recording = readPhoneRecording(folder.path);
    const newlines = whole.subarray(0, length).toString().split("\n").length - 1;
    assert.equal(recording.exchanges.length, Math.max(0, newlines - 2));
    assert.equal(recording.incompleteBytes, length - (whole.subarray(0, length).lastIndexOf(0x0a) + 1));
    for (const exchange of recording.exchanges) recording.bytesOf(exchange, "stdout");
  }
});

test("recording into an incomplete recording goes on after its last whole line, as another session", async () => {
  using folder = scratchFolder();
  await writePhone(folder.path, [{ script: "input tap 1 1" }, { script: "dumpsys window", stdout: "one" }]);
  appendFileSync(join(folder.path, "exchanges.jsonl"), '{"type":"exch');
  await writePhone(folder.path, [{ script: "input tap 2 2" }, { script: "dumpsys window", stdout: "two" }]);
  const { exchanges, incompleteBytes } = readPhoneRecording(folder.path);
  assert.equal(incompleteBytes, 0);
  assert.deepEqual(
    exchanges.map(({ state, acts }) => [state, acts]),
    [
      [1, true],
      [1, false],
      [2, true],
      [2, false],
    ],
  );
});

test("a broken line is refused with its number and the reason", async () => {
  using folder = scratchFolder();
  await writePhone(folder.path, [{ script: "dumpsys window", stdout: "one" }]);
  const good = lines(folder.path);
  const refusal = async (text: string) => {
    writeFileSync(join(folder.path, "exchanges.jsonl"), text);
    const error = await coded(new Promise((resolve) => resolve(readPhoneRecording(folder.path))));
    assert.equal(error.code, "RECORDING_UNREADABLE");
    return error.message;
  };
  assert.match(await refusal(`${good}nonsense\n`), /line 4 of exchanges\.jsonl: it is not JSON$/);
  assert.match(await refusal(`${good}{"type":"other"}\n`), /line 4 of exchanges\.jsonl: type: /);
  assert.match(await refusal(good.replace('"end":"host"', '"end":"me"')), /line 3 of exchanges\.jsonl: end: /);
  rmSync(join(folder.path, "manifest.json"));
  assert.match(await refusal(good), /is not a recording of a phone: .*manifest\.json/);
  writeFileSync(join(folder.path, "manifest.json"), '{"format":"fovea-phone","version":2}');
  assert.match(await refusal(good), /manifest\.json: version: /);
});

test("a changed blob is not played, and the error names the line", async () => {
  using folder = scratchFolder();
  await writePhone(folder.path, [{ script: "dumpsys window", stdout: "x".repeat(100_000) }]);
  const [blob = ""] = readdirSync(join(folder.path, "blobs"));
  writeFileSync(join(folder.path, "blobs", blob), "something else");
  const error = await coded(new Promise((resolve) => resolve(textOf(folder.path, 0))));
  assert.equal(error.code, "RECORDING_UNREADABLE");
  assert.match(error.message, /line 3 of exchanges\.jsonl: blobs\/.* was changed/);
});

test("equal contents share one blob, and short texts are in the line", async () => {
  using folder = scratchFolder();
  const stdout = Buffer.alloc(50_000, 0xff);
  await writePhone(folder.path, [
    { script: "screencap", stdout },
    { script: "screencap", stdout },
    { script: "id", stdout: "uid=0" },
  ]);
  assert.equal(readdirSync(join(folder.path, "blobs")).length, 1);
  assert.match(lines(folder.path), /"payloads":\{"stdout":\{"text":"uid=0"\}\}/);
});

test("texts of password fields, and of nodes that were cut off, are never recorded", async () => {
  using folder = scratchFolder();
  const secret = NODE("hunter2", 'focused="true" password="true"');
  const cut = TREE(NODE("Name", 'password="false"'), secret).replace(/ password="true"[\s\S]*$/, "");
  await writePhone(folder.path, [
    { script: "cat a.xml", stdout: TREE(NODE("Name", 'password="false"'), secret) },
    { script: "cat b.xml", stdout: cut },
  ]);
  assert.doesNotMatch(lines(folder.path), /hunter2/);
  assert.match(textOf(folder.path, 0), /text="Name".*text="\[redacted\]"/);
  assert.match(textOf(folder.path, 1), /text="Name" class="x" password="false" \/>$/);
});

const NO_PASSWORD = TREE(NODE("Name", 'focused="true" password="false"'));
const PASSWORD = TREE(NODE("", 'focused="true" password="true"'), NODE("Name", 'focused="false" password="false"'));
const BESIDE = TREE(NODE("", 'focused="false" password="true"'), NODE("Name", 'focused="true" password="false"'));

for (const [what, before, isKept] of [
  ["no hierarchy was read", [], false],
  ["the last hierarchy has no password field", [{ script: "cat", stdout: NO_PASSWORD }], true],
  ["the focus is in a password field", [{ script: "cat", stdout: PASSWORD }], false],
  ["the focus is beside a password field", [{ script: "cat", stdout: BESIDE }], true],
  ["an element was tapped since", [{ script: "cat", stdout: NO_PASSWORD }, { script: "input tap 1 1" }], false],
] as const) {
  test(`typed text is ${isKept ? "kept" : "not written"} where ${what}`, async () => {
    using folder = scratchFolder();
    const typed = [{ script: "cmd input text 'hunter'\\''2'" }, { script: "input keyevent KEYCODE_7" }];
    await writePhone(folder.path, [...before, ...typed]);
    assert.equal(/hunter/.test(lines(folder.path)), isKept);
    assert.equal(/KEYCODE_7/.test(lines(folder.path)), isKept);
    assert.match(lines(folder.path), /input text/);
  });
}

for (const keys of [
  "KEYCODE_AT",
  "77",
  "66 --longpress 55",
  "KEYCODE_ENTER KEYCODE_NUMPAD_SUBTRACT",
  "'KEYCODE_SPACE'",
]) {
  test(`keys that type a character are not recorded where they may be part of a password: ${keys}`, async () => {
    using folder = scratchFolder();
    await writePhone(folder.path, [{ script: "cat", stdout: PASSWORD }, { script: `cmd input keyevent ${keys}` }]);
    assert.match(lines(folder.path), /input keyevent \[redacted\]/);
    const typed = lines(folder.path)
      .split("\n")
      .filter((line) => line.includes("keyevent"));
    assert.ok(typed.length > 0 && typed.every((line) => !line.includes(`keyevent ${keys}`)));
  });
}

test("keys that type no character are recorded", async () => {
  using folder = scratchFolder();
  await writePhone(folder.path, [{ script: "cat", stdout: PASSWORD }, { script: "input keyevent KEYCODE_BACK 66" }]);
  assert.match(lines(folder.path), /input keyevent KEYCODE_BACK 66/);
});

test("redaction patterns apply to services, answers and the serial number, across packets, and not to screenshots", async () => {
  using folder = scratchFolder();
  const stdout = `${"a".repeat(995)}4111-1111${"b".repeat(2000)}`;
  const patterns = ["\\d{4}-\\d{4}", "P1", "com\\.bank\\S*"];
  await writePhone(folder.path, [{ script: "pm path com.bank.app", stdout }], { patterns });
  assert.doesNotMatch(lines(folder.path), /4111|com\.bank/);
  assert.equal(textOf(folder.path, 0), stdout.replace("4111-1111", "[redacted]"));
  assert.equal(readPhoneRecording(folder.path).manifest.serial, "[redacted]");
});

test("regions of a screenshot are painted over, and a screenshot that cannot be decoded is left out", async () => {
  using folder = scratchFolder();
  const picture = Buffer.alloc(16 + 4 * 4 * 4, 9);
  for (const [at, value] of [4, 4, 1, 1].entries()) picture.writeUInt32LE(value, at * 4);
  const regions = [rectOf(1, 1, 9, 2)];
  await writePhone(
    folder.path,
    [
      { script: "screencap", stdout: picture },
      { script: "screencap -p", stdout: "\x89PNG" },
    ],
    { regions },
  );
  const recording = readPhoneRecording(folder.path);
  assert.equal(recording.exchanges.length, 1);
  assert.match(recording.notes.join(), /a screenshot was left out/);
  const [exchange] = recording.exchanges;
  assert.ok(exchange);
  const pixels = recording.bytesOf(exchange, "stdout").subarray(16);
  const row = (y: number) => [0, 1, 2, 3].map((x) => pixels.readUInt32LE((y * 4 + x) * 4));
  assert.deepEqual(row(0), [0x09090909, 0x09090909, 0x09090909, 0x09090909]);
  assert.deepEqual(row(1), [0x09090909, 0, 0, 0]);
});

test("a screenshot after other answers of the same stream is painted over, and the other answers stay", async () => {
  using folder = scratchFolder();
  const picture = Buffer.alloc(16 + 4 * 4 * 4, 9);
  for (const [at, value] of [4, 4, 1, 1].entries()) picture.writeUInt32LE(value, at * 4);
  const mark = "FOVEA-END-00000000-0000-4000-8000-000000000001";
  const script = `dumpsys window; echo "${mark} $?"; echo ${mark} >&2; exec screencap`;
  const answer = Buffer.from(`WINDOW MANAGER\n${mark} 0\n`);
  await writePhone(
    folder.path,
    [
      { script, stdout: Buffer.concat([answer, picture]) },
      { script, stdout: "WINDOW MANAGER, and cut" },
    ],
    { regions: [rectOf(1, 1, 9, 2)] },
  );
  const recording = readPhoneRecording(folder.path);
  const [whole, cut] = recording.exchanges;
  assert.ok(whole && cut);
  const bytes = recording.bytesOf(whole, "stdout");
  assert.ok(bytes.subarray(0, answer.length).equals(answer));
  const pixels = bytes.subarray(answer.length + 16);
  assert.equal(pixels.readUInt32LE(4 * 4), 0x09090909);
  assert.equal(pixels.readUInt32LE((4 + 1) * 4), 0);
  assert.equal(recording.bytesOf(cut, "stdout").toString(), "WINDOW MANAGER, and cut");
});

test("a password field of the last hierarchy is painted over in every later screenshot", async () => {
  using folder = scratchFolder();
  const picture = Buffer.alloc(16 + 4 * 4 * 4, 9);
  for (const [at, value] of [4, 4, 1, 1].entries()) picture.writeUInt32LE(value, at * 4);
  const field = '<node text="dots" password="true" bounds="[1,1][3,2]" />';
  const tree = `<?xml version="1.0"?><hierarchy rotation="0">${field}</hierarchy>`;
  await writePhone(folder.path, [
    { script: "uiautomator dump", stdout: tree },
    { script: "screencap", stdout: picture },
  ]);
  const recording = readPhoneRecording(folder.path);
  const [, exchange] = recording.exchanges;
  assert.ok(exchange);
  const pixels = recording.bytesOf(exchange, "stdout").subarray(16);
  const row = (y: number) => [0, 1, 2, 3].map((x) => pixels.readUInt32LE((y * 4 + x) * 4));
  assert.deepEqual(row(0), [0x09090909, 0x09090909, 0x09090909, 0x09090909]);
  assert.deepEqual(row(1), [0x09090909, 0, 0, 0x09090909]);
});

test("a recording stops at its size limit and reports it, and what was recorded can be played", async () => {
  using folder = scratchFolder();
  const big = { script: "dumpsys window", stdout: "x".repeat(3000) };
  await writePhone(folder.path, [big, big, big, big], { capBytes: 9000 });
  const { exchanges, notes } = readPhoneRecording(folder.path);
  assert.equal(exchanges.length, 2);
  assert.match(notes.join(), /^stopped: the recording would have more than/);
});

test("only the device in use is recorded, and not those that were only asked for their facts", async () => {
  using folder = scratchFolder();
  const recorder = await openRecorder(folder.path);
  for (const serial of ["P2", "P1"]) recorder.begin(serial, "shell,v2,raw:getprop; cat x").end("device");
  makeExchange(recorder, { script: "dumpsys window" });
  recorder.begin("P2", "shell,v2,raw:dumpsys window").end("device");
  await recorder.close();
  const { manifest, exchanges } = readPhoneRecording(folder.path);
  assert.equal(manifest.serial, "P1");
  assert.deepEqual(
    exchanges.map(({ service }) => service),
    ["shell,v2,raw:getprop; cat x", "shell,v2,raw:dumpsys window"],
  );
});

test("a folder with other content, and the recording of another device, are not written to", async () => {
  using folder = scratchFolder();
  writeFileSync(join(folder.path, "thesis.txt"), "");
  const foreign = await coded(openRecorder(folder.path));
  assert.equal(foreign.code, "RECORDING_UNWRITABLE");
  assert.match(foreign.message, /it contains something else/);
  const other = join(folder.path, "other");
  mkdirSync(other);
  await writePhone(other, [{ script: "id" }]);
  const recorder = await openRecorder(other);
  recorder.begin("P2", "shell,v2,raw:id").end("device");
  const refused = await coded(recorder.close());
  assert.equal(refused.code, "RECORDING_UNWRITABLE");
  assert.match(refused.message, /it holds a recording of P1; this one is of P2/);
});

test("data on a socket of another program is not recorded, and the recording has a note about it", async () => {
  using folder = scratchFolder();
  const recorder = await openRecorder(folder.path);
  const notes = recorder.begin("P1", "localabstract:org.example.debugger");
  notes.moved("in", Buffer.from("hunter2"));
  await recorder.close();
  assert.doesNotMatch(lines(folder.path), /hunter2/);
  assert.deepEqual(
    readPhoneRecording(folder.path).exchanges.map(({ end }) => end),
    ["left_out"],
  );
});
