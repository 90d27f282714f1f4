import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import sharp from "sharp";
import { rectOf } from "../../src/base/geometry.js";
import { pollUntil } from "../../src/base/signals.js";
import { FLAG_BITS } from "../../src/device-recording/companion-tree.js";
import { type PhoneRecording, readPhoneRecording } from "../../src/device-recording/read-recording.js";
import { shellPacketOf } from "../../src/device-recording/shell-streams.js";
import { OnDeviceClient } from "../../src/devices/companion/companion-client.js";
import { RESULTS } from "../../src/devices/companion/results.js";
import { NODE_FLAGS } from "../../src/devices/companion/words.js";
import { recordExchanges } from "../../src/devices/record-exchanges.js";
import { paintedOver } from "../../src/vision/image.js";
import { golden } from "../support/companion.js";
import { scratchFolder } from "../support/device-recording.js";
import { FakeCompanion, socketsOnly } from "../support/fake-companion.js";
import { MadeCompanion, madeSnapshot, madeWindow, SERVICE_SOCKET } from "../support/made-companion.js";
import { never } from "../support/never.js";
import { makeExchange, openRecorder } from "../support/written-phone.js";

type Options = Parameters<typeof openRecorder>[1];

/** What `work` lets a recorder hear of a companion. */
async function recorded(
  folder: string,
  work: (companion: MadeCompanion, recorder: Awaited<ReturnType<typeof openRecorder>>) => void | Promise<void>,
  options: Options = {},
): Promise<{ readonly recording: PhoneRecording; readonly lines: string }> {
  const recorder = await openRecorder(folder, options);
  await work(new MadeCompanion(recorder), recorder);
  await recorder.close();
  return { recording: readPhoneRecording(folder), lines: readFileSync(join(folder, "exchanges.jsonl"), "utf8") };
}

/** The requests to the companion, and what each was answered. */
function requests(recording: PhoneRecording) {
  const own = recording.exchanges.filter(({ service }) => /^half:\w+ (?!hello)/.test(service));
  return own.map((one) => {
    const text = recording.bytesOf(one, "in").toString("utf8");
    return { service: one.service, end: one.end, state: one.state, reply: text === "" ? null : JSON.parse(text) };
  });
}

const NAME = { text: "Demo", flags: ["editable", "focused"] } as const;
const PIN = {
  text: "••••",
  description: "four",
  flags: ["editable", "password", "masked"],
  bounds: [1, 1, 3, 2],
} as const;

test("the flag bits are those of the protocol", () => {
  for (const [name, bit] of Object.entries(FLAG_BITS)) {
    assert.equal(NODE_FLAGS[Math.log2(bit)], name);
  }
});

test("each request is recorded with its reply, actions are counted, and events are recorded between them", async () => {
  using folder = scratchFolder();
  const { recording } = await recorded(folder.path, (companion) => {
    companion.ask(
      "snapshot",
      { basis: "walk", since: [], budget: {} },
      madeSnapshot([madeWindow("00000000000000a1", [NAME])]),
    );
    companion.ask("gesture", { kind: "tap", x: 1, y: 2 }, { durationMs: 1, seq: 1 });
    companion.event(2, "clicked");
    companion.ask(
      "waitIdle",
      { after: 1, quietMs: 100 },
      { idle: true, reacted: true, waitedMs: 1, quietMs: 1, seq: 2 },
    );
    companion.ask("health", {}, { error: { code: "TIMEOUT", message: "late", mayHaveHappened: false } });
  });
  assert.deepEqual(
    requests(recording).map(({ service, state }) => [service, state]),
    [
      ['half:service snapshot {"basis":"walk","forced":false}', 0],
      ['half:service gesture {"kind":"tap","x":1,"y":2}', 1],
      ['half:service waitIdle {"after":true}', 1],
      ["half:service health {}", 1],
    ],
  );
  assert.deepEqual(requests(recording)[3]?.reply.error.code, "TIMEOUT");
  const [event] = recording.events;
  assert.deepEqual(
    [event?.event.seq, event?.epoch, event?.state, recording.events.length],
    [2, "0123456789abcdef", 1, 1],
  );
});

test("hierarchies that came as patches, or were not sent again, are whole in the recording", async () => {
  using folder = scratchFolder();
  const [first, second] = ["00000000000000a1", "00000000000000a2"] as const;
  const changed = [0, 8192, 0, 0, 10, 10, 0, -1, 1, 0, 0, "Bo"];
  const patch = {
    base: first,
    places: [1],
    nodes: [changed],
    names: ["other.Class", "org:id/x"],
    actionSets: [["click"]],
  };
  const { recording } = await recorded(folder.path, (companion) => {
    companion.ask("snapshot", {}, madeSnapshot([madeWindow(first, [{}, NAME])]));
    companion.ask("snapshot", {}, madeSnapshot([madeWindow(first, [{}, NAME], { content: null })]));
    companion.ask("snapshot", {}, madeSnapshot([madeWindow(second, [{}, NAME], { content: patch })]));
  });
  const trees = requests(recording).map(({ reply }) => {
    const [window] = RESULTS.snapshot.parse(reply.result).windows;
    assert.ok(Array.isArray(window?.content), "our own client reads it as a whole tree");
    return window.content.map(({ text, className, resourceId, actions }) => [
      text,
      className,
      resourceId,
      actions.length,
    ]);
  });
  const root = [null, "android.view.View", null, 0];
  const demo = ["Demo", "android.view.View", null, 0];
  assert.deepEqual(trees, [
    [root, demo],
    [root, demo],
    [root, ["Bo", "other.Class", "org:id/x", 1]],
  ]);
});

test("a patch of an unknown hierarchy is reported and its snapshot left out; the next snapshot is recorded", async () => {
  using folder = scratchFolder();
  const patch = { base: "00000000000000ff", places: [0], nodes: [[]], names: [], actionSets: [] };
  const { recording } = await recorded(folder.path, (companion) => {
    companion.ask("snapshot", {}, madeSnapshot([madeWindow("00000000000000a1", [NAME], { content: patch })]));
    companion.ask("snapshot", {}, madeSnapshot([madeWindow("00000000000000a1", [NAME])]));
  });
  assert.deepEqual(
    requests(recording).map(({ end }) => end),
    ["left_out", "device"],
  );
  assert.match(recording.notes.join(), /to snapshot was left out: .*a patch of a tree that was not kept/);
});

test("the content of password fields, text typed into them and the clipboard are never recorded", async () => {
  using folder = scratchFolder();
  const details = { stateDescription: "hunter2", hint: "PIN", inputType: 0x81 };
  const shown = { text: "hunter2", description: "hunter2", flags: ["editable", "focused"], details } as const;
  const { lines, recording } = await recorded(folder.path, (companion, recorder) => {
    companion.ask("commitText", { text: "hunter2" }, { via: "setText", seq: 1 });
    companion.ask(
      "snapshot",
      {},
      madeSnapshot([madeWindow("00000000000000a1", [{}, shown, { ...PIN, text: "hunter2" }])]),
    );
    companion.ask("commitText", { text: "hunter2" }, { via: "setText", seq: 1 });
    const target = { window: 7, tree: "00000000000000a1", node: 2 };
    companion.ask("nodeAction", { target, action: "setText", text: "hunter2" }, { performed: true, seq: 1 });
    companion.ask(
      "nodeAction",
      { target: { focus: "input" }, action: "setText", text: "hunter2" },
      { performed: true, seq: 1 },
    );
    companion.ask("setClipboard", { text: "hunter2" }, { seq: 1 });
    companion.ask("getClipboard", {}, { text: "hunter2" });
    companion.event(2, "textChanged", { text: "hunter2" });
    companion.event(3, "announcement", { text: "Wrong PIN" });
    makeExchange(recorder, { script: "input text hunter2" });
  });
  assert.doesNotMatch(lines, /hunter2/);
  assert.match(lines, /Wrong PIN/);
  const [window] = RESULTS.snapshot.parse(requests(recording)[1]?.reply.result).windows;
  const nodes = Array.isArray(window?.content) ? window.content : [];
  assert.deepEqual(
    [nodes[1]?.text, nodes[1]?.details.hint, nodes[2]?.contentDescription],
    ["[redacted]", "PIN", "[redacted]"],
  );
});

for (const [what, nodes, more, isKept] of [
  ["there is no password field", [NAME], {}, true],
  ["the focus is beside the password field", [{}, NAME, PIN], {}, true],
  ["the focus is in the password field", [{}, { ...PIN, flags: ["password", "focused"] }], {}, false],
  ["the focus is unknown", [{}, PIN], {}, false],
  ["another window has the focus", [{}, NAME, PIN], { focused: false }, false],
  ["the hierarchy is incomplete", [NAME], { truncated: "time" }, false],
] as const) {
  test(`text typed into the focused field is ${isKept ? "kept" : "not written"} where ${what}`, async () => {
    using folder = scratchFolder();
    const { lines } = await recorded(folder.path, (companion, recorder) => {
      companion.ask("snapshot", {}, madeSnapshot([madeWindow("00000000000000a1", nodes, more)]));
      companion.ask("commitText", { text: "swordfish" }, { via: "setText", seq: 1 });
      makeExchange(recorder, { script: "input text swordfish" });
      companion.ask("gesture", { kind: "tap", x: 1, y: 1 }, { durationMs: 1, seq: 1 });
      companion.ask("commitText", { text: "after the tap" }, { via: "setText", seq: 1 });
    });
    assert.equal(lines.split("swordfish").length - 1, isKept ? 2 : 0, "by the companion, and by adb");
    assert.doesNotMatch(lines, /after the tap/);
  });
}

test("text for a field that the companion sent is kept where it is not a password field", async () => {
  using folder = scratchFolder();
  const { lines } = await recorded(folder.path, (companion) => {
    companion.ask("snapshot", {}, madeSnapshot([madeWindow("00000000000000a1", [{}, NAME, PIN])]));
    const target = (node: number) => ({ window: 7, tree: "00000000000000a1", node });
    companion.ask("nodeAction", { target: target(1), action: "setText", text: "a name" }, { performed: true, seq: 1 });
    companion.ask(
      "nodeAction",
      { target: target(2), action: "setText", text: "a secret" },
      { performed: true, seq: 1 },
    );
  });
  assert.match(lines, /a name/);
  assert.doesNotMatch(lines, /a secret/);
});

test("redaction patterns apply to hierarchies, windows, requests, events and errors, which stay readable", async () => {
  using folder = scratchFolder();
  const node = {
    text: "call 555-1234",
    description: "555-1234",
    details: { hint: "555-1234", expanded: "full" },
  } as const;
  const patterns = ["\\d{3}-\\d{4}", "full", "setText"];
  const work = (companion: MadeCompanion) => {
    companion.ask("snapshot", {}, madeSnapshot([madeWindow("00000000000000a1", [node], { title: "555-1234" })]));
    companion.ask("commitText", { text: "555-1234" }, { via: "setText", seq: 1 });
    companion.event(2, "notification", { text: "555-1234" });
    companion.ask("facts", {}, { error: { code: "INTERNAL", message: "555-1234", mayHaveHappened: false } });
  };
  const { recording, lines } = await recorded(folder.path, work, { patterns });
  assert.doesNotMatch(lines, /555-1234/);
  const [window] = RESULTS.snapshot.parse(requests(recording)[0]?.reply.result).windows;
  const [shown] = Array.isArray(window?.content) ? window.content : [];
  assert.deepEqual([shown?.text, shown?.details.expanded, window?.title], ["call [redacted]", "full", "[redacted]"]);
  assert.equal(RESULTS.commitText.parse(requests(recording)[1]?.reply.result).via, "setText");
});

test("a password field in the companion's hierarchy is painted over in screenshots of adb and of the companion", async () => {
  using folder = scratchFolder();
  const raw = Buffer.alloc(16 + 4 * 4 * 4, 9);
  for (const [at, value] of [4, 4, 1, 1].entries()) raw.writeUInt32LE(value, at * 4);
  const white = { create: { width: 4, height: 4, channels: 3, background: "white" } } as const;
  const png = await sharp(white).png().toBuffer();
  const reported = { display: 0, window: null, widthPx: 4, heightPx: 4, format: "png", capturedAtMs: 1, ageMs: 1 };
  const reply = { result: { ...reported, waitedMs: 1, seq: 1 }, attachment: png.length };
  const work = (companion: MadeCompanion, recorder: Awaited<ReturnType<typeof openRecorder>>) => {
    companion.ask("snapshot", {}, madeSnapshot([madeWindow("00000000000000a1", [{}, PIN])]));
    makeExchange(recorder, { script: "screencap", stdout: raw });
    companion.ask("screenshot", { format: "png" }, reply, png);
  };
  const { recording } = await recorded(folder.path, work, { paintPicture: paintedOver });
  const [byAdb, byCompanion] = ["screencap", "screenshot "].map((word) =>
    recording.exchanges.find(({ service }) => service.includes(word)),
  );
  assert.ok(byAdb && byCompanion);
  assert.deepEqual(
    [...recording.bytesOf(byAdb, "stdout").subarray(16 + 16, 16 + 32)].map((one) => one > 0),
    [...[true, true, true, true], ...Array<boolean>(8).fill(false), ...[true, true, true, true]],
  );
  const picture = recording.bytesOf(byCompanion, "attachment");
  const pixels = await sharp(picture).greyscale().raw().toBuffer();
  assert.deepEqual([...pixels.subarray(4, 8)], [255, 0, 0, 255]);
  using other = scratchFolder();
  const { recording: without } = await recorded(other.path, work, { regions: [rectOf(0, 0, 1, 1)] });
  assert.match(without.notes.join(), /a screenshot was left out/);
});

test("a scaled screenshot, where the place of a password field is unknown, is left out while there is such a field", async () => {
  using folder = scratchFolder();
  const white = { create: { width: 4, height: 4, channels: 3, background: "white" } } as const;
  const png = await sharp(white).png().toBuffer();
  const reported = { display: 0, window: null, widthPx: 4, heightPx: 4, format: "png", capturedAtMs: 1, ageMs: 1 };
  const reply = { result: { ...reported, waitedMs: 1, seq: 1 }, attachment: png.length };
  const take = (companion: MadeCompanion) =>
    companion.ask("screenshot", { format: "png", longestSidePx: 4 }, reply, png);
  const { recording: open } = await recorded(folder.path, take, { paintPicture: paintedOver });
  const taken = open.exchanges.find(({ service }) => service.includes("screenshot "));
  assert.ok(taken && open.bytesOf(taken, "attachment").equals(png));
  using other = scratchFolder();
  const withSecret = (companion: MadeCompanion) => {
    companion.ask("snapshot", {}, madeSnapshot([madeWindow("00000000000000a1", [{}, PIN])]));
    take(companion);
  };
  const { recording } = await recorded(other.path, withSecret, { paintPicture: paintedOver });
  assert.ok(!recording.exchanges.some(({ service }) => service.includes("screenshot ")));
  assert.match(recording.notes.join(), /a screenshot was left out/);
});

test("a password field stays painted over while later hierarchies are not whole", async () => {
  using folder = scratchFolder();
  const raw = Buffer.alloc(16 + 4 * 4 * 4, 9);
  for (const [at, value] of [4, 4, 1, 1].entries()) raw.writeUInt32LE(value, at * 4);
  const { recording } = await recorded(folder.path, (companion, recorder) => {
    companion.ask("snapshot", {}, madeSnapshot([madeWindow("00000000000000a1", [{}, PIN])]));
    for (const tree of ["00000000000000a2", "00000000000000a3", "00000000000000a4"]) {
      companion.ask("snapshot", {}, madeSnapshot([madeWindow(tree, [{}], { truncated: "time" })]));
    }
    makeExchange(recorder, { script: "screencap", stdout: raw });
  });
  const picture = recording.exchanges.find(({ service }) => service.includes("screencap"));
  assert.ok(picture);
  assert.equal(recording.bytesOf(picture, "stdout").readUInt32LE(16 + 4 * (4 + 1)), 0);
});

test("the start line of the companion shell is written while it runs, so that a killed run can be played", async () => {
  using folder = scratchFolder();
  const recorder = await openRecorder(folder.path);
  const notes = recorder.begin(
    "P1",
    "shell,v2,raw:CLASSPATH=/data/local/tmp/fovea-shell-0123456789ab.jar exec app_process / dev.fovea.shell.Main",
  );
  notes.accepted();
  notes.moved("in", shellPacketOf("stdout", Buffer.from("READY dev.fovea.service.shell 0123456789abcdef\n")));
  notes.moved("in", shellPacketOf("stderr", Buffer.from("later")));
  await pollUntil(
    () => (readLines(folder.path).includes("READY dev") ? true : undefined),
    5,
    AbortSignal.timeout(60_000),
  );
  await recorder.close();
  const [program] = readPhoneRecording(folder.path).exchanges;
  assert.deepEqual([program?.end, program?.acts, program?.chunks.length], ["host", false, 1]);
});

function readLines(folder: string): string {
  return readFileSync(join(folder, "exchanges.jsonl"), "utf8");
}

test("an invalid message of the companion ends the recording of its connection with a note, and nothing else", async () => {
  using folder = scratchFolder();
  const { recording } = await recorded(folder.path, (companion, recorder) => {
    companion.ask("health", {}, { state: "running" });
    companion.asks("facts", {});
    companion.bytes("in", Buffer.from([0, 0, 0, 3, 0x7b, 0x7b, 0x7b]));
    companion.ask("health", {}, { state: "running" });
    companion.end("host");
    makeExchange(recorder, { script: "id", stdout: "uid=0" });
  });
  assert.deepEqual(
    requests(recording).map(({ service, end }) => [service, end]),
    [
      ["half:service health {}", "device"],
      ["half:service facts {}", "left_out"],
    ],
  );
  assert.match(recording.notes.join(), /the traffic of the companion is left out: .*a message that is not JSON/);
  assert.equal(
    recording.exchanges.some(({ service }) => service.endsWith(":id")),
    true,
  );
});

test("a frame of length 0 and one that is too long are reported", async () => {
  for (const bytes of [Buffer.alloc(4), Buffer.alloc(4, 0xff)]) {
    using folder = scratchFolder();
    const { recording } = await recorded(folder.path, (companion) => companion.bytes("in", bytes));
    assert.match(recording.notes.join(), /traffic of the companion is left out: it sent a frame of \d+ bytes/);
  }
});

test("the recorder never throws and never writes invalid data, whatever bytes arrive in whatever pieces", async () => {
  const frames = [...golden("server"), ...golden("client")].map(({ bytes }) => bytes);
  const piece = fc.tuple(
    fc.constantFrom("in" as const, "out" as const),
    fc.oneof(
      fc.constantFrom(...frames),
      fc.uint8Array({ maxLength: 40 }).map((one) => Buffer.from(one)),
      fc.tuple(fc.constantFrom(...frames), fc.nat(300)).map(([frame, length]) => frame.subarray(0, length)),
    ),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
      using folder = scratchFolder();
      const { recording } = await recorded(folder.path, (companion) => {
        for (const [direction, bytes] of pieces) companion.bytes(direction, bytes);
      });
      assert.equal(recording.incompleteBytes, 0);
    }),
    { numRuns: 150 },
  );
});

test("a recording is the same in whatever pieces the bytes arrive", async () => {
  const story = async (pieceBytes: number) => {
    using folder = scratchFolder();
    const { recording } = await recorded(folder.path, (companion) => {
      companion.pieceBytes = pieceBytes;
      companion.ask("snapshot", {}, madeSnapshot([madeWindow("00000000000000a1", [{}, NAME, PIN])]));
      companion.ask("commitText", { text: "Demo" }, { via: "setText", seq: 1 });
      companion.event(2);
      companion.ask("health", {}, { error: { code: "TIMEOUT", message: "late", mayHaveHappened: false } });
    });
    return [requests(recording), recording.events.map(({ event, n }) => [event, n])];
  };
  const whole = await story(1 << 20);
  for (const pieceBytes of [1, 2, 3, 5, 64, 1000]) assert.deepEqual(await story(pieceBytes), whole);
});

test("a companion that sends invalid messages behaves the same while it is recorded", async () => {
  using folder = scratchFolder();
  const recorder = await openRecorder(folder.path);
  const companion = new FakeCompanion({ health: () => ({ state: "more than that" }), facts: () => ({}) });
  const device = recordExchanges(
    socketsOnly(() => companion),
    recorder,
  );
  const stream = await device.openService(SERVICE_SOCKET, never());
  await using client = await OnDeviceClient.connect(stream, { serial: "P1", client: "test" }, never());
  companion.event("content", { text: "a".repeat(100) });
  await assert.rejects(client.request("health", {}, never()), /a result of health that it may not send/);
  await assert.rejects(client.request("facts", {}, never()), /a result of facts that it may not send/);
  assert.equal(client.ended.aborted, false);
  client.close();
  await recorder.close();
  assert.equal(requests(readPhoneRecording(folder.path)).length, 2);
});
