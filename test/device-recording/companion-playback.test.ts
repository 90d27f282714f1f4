import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { PhoneClock } from "../../packages/virtual-android/src/clock.js";
import { PlayedDevice } from "../../packages/virtual-android/src/played/played-device.js";
import type { PhoneRecorder } from "../../src/device-recording/phone-recorder.js";
import { readPhoneRecording } from "../../src/device-recording/read-recording.js";
import type { OnDeviceClient } from "../../src/devices/companion/companion-client.js";
import { LiveCompanion } from "../../src/devices/companion/live-companion.js";
import { coded } from "../support/coded.js";
import { scratchFolder } from "../support/device-recording.js";
import { MadeCompanion, madeSnapshot, madeWindow } from "../support/made-companion.js";
import { never } from "../support/never.js";
import { clientOf } from "../support/played-companion.js";
import { makeExchange, openRecorder } from "../support/written-phone.js";

const TREES = ["00000000000000a1", "00000000000000a2", "00000000000000a3"] as const;
const TAP = { kind: "tap", x: 5, y: 6 } as const;
const DONE = { durationMs: 1, seq: 1 };

/** A clock on which nothing takes time, and that says how long was slept. */
class TestClock implements PhoneClock {
  slept = 0;
  nowMs = () => this.slept;
  sleep = async (ms: number, signal: AbortSignal) => {
    await new Promise((resolve) => setImmediate(resolve));
    signal.throwIfAborted();
    this.slept += ms;
  };
}

async function write(folder: string, work: (recorder: PhoneRecorder) => void): Promise<void> {
  const recorder = await openRecorder(folder);
  work(recorder);
  await recorder.close();
}

function play(folder: string, options: { readonly pace?: "recorded" | "fast"; readonly clock?: PhoneClock } = {}) {
  return new PlayedDevice({ recording: readPhoneRecording(folder), pace: "fast", adbdPort: null, ...options });
}

/** Two states: a window with a button, a tap, and the same window with another text. */
function twoStates(recorder: PhoneRecorder): void {
  const companion = new MadeCompanion(recorder);
  const first = [{}, { text: "Go", flags: ["clickable"] }] as const;
  companion.ask("snapshot", {}, madeSnapshot([madeWindow(TREES[0], first)]));
  companion.ask("snapshot", {}, madeSnapshot([madeWindow(TREES[1], [...first, { text: "12:01" }])]));
  companion.ask("gesture", TAP, DONE);
  companion.event(2, "windows");
  companion.ask("waitIdle", { after: 1 }, { idle: true, reacted: true, waitedMs: 3, quietMs: 1, seq: 2 });
  companion.ask("snapshot", {}, madeSnapshot([madeWindow(TREES[2], [{ text: "Gone" }])], 2));
  companion.ask(
    "nodeAction",
    { target: { window: 7, tree: TREES[2], node: 0 }, action: "click" },
    { performed: true, seq: 2 },
  );
  companion.ask("health", {}, { error: { code: "SUPPRESSED", message: "no more", mayHaveHappened: false } });
}

async function texts(client: OnDeviceClient): Promise<readonly unknown[]> {
  const { result } = await client.request("snapshot", {}, never());
  return result.windows.flatMap(({ content }): readonly unknown[] =>
    content !== null && !("base" in content) ? content.map(({ text }) => text) : [content],
  );
}

test("played reads of one state come in order and the last one repeats; an action leads to the next state", async () => {
  using folder = scratchFolder();
  await write(folder.path, twoStates);
  await using device = play(folder.path);
  await using client = await clientOf(device);
  const first = [null, "Go"];
  assert.deepEqual(await texts(client), first);
  assert.deepEqual(
    [await texts(client), await texts(client)],
    [
      [...first, "12:01"],
      [...first, "12:01"],
    ],
  );
  await client.request("gesture", TAP, never());
  assert.equal(device.actsPlayed, 1);
  assert.deepEqual(await texts(client), ["Gone"]);
});

test("an action out of order and a request that was not recorded are refused with a code, and change nothing", async () => {
  using folder = scratchFolder();
  await write(folder.path, twoStates);
  await using device = play(folder.path);
  await using client = await clientOf(device);
  const refused = async (asking: Promise<unknown>) => {
    const error = await coded(asking);
    assert.equal(error.code, "UNSUPPORTED_ON_DEVICE");
    return error;
  };
  const act = await refused(client.request("gesture", { kind: "tap", x: 50, y: 6 }, never()));
  assert.match(act.message, /NOT_RECORDED: another act comes next in the recording: half:service gesture/);
  assert.equal(act.context.mayHaveHappened, false);
  const read = await refused(client.request("facts", {}, never()));
  assert.match(read.message, /NOT_RECORDED: this was not asked for in this state of the recording/);
  await refused(client.request("snapshot", { windows: [7] }, never()));
  assert.equal(device.actsPlayed, 0);
  assert.deepEqual(await texts(client), [null, "Go"]);
});

test("the companion and adb share one position in the recording", async () => {
  using folder = scratchFolder();
  await write(folder.path, (recorder) => {
    const companion = new MadeCompanion(recorder);
    companion.ask("snapshot", {}, madeSnapshot([madeWindow(TREES[0], [{ text: "one" }])]));
    makeExchange(recorder, { script: "input keyevent KEYCODE_HOME" });
    companion.ask("snapshot", {}, madeSnapshot([madeWindow(TREES[1], [{ text: "two" }])]));
    companion.ask("globalAction", { action: "back" }, { performed: true, seq: 1 });
    makeExchange(recorder, { script: "dumpsys window", stdout: "three" });
  });
  await using device = play(folder.path);
  await using client = await clientOf(device);
  assert.deepEqual(await texts(client), ["one"]);
  const refused = await coded(client.request("globalAction", { action: "back" }, never()));
  assert.match(refused.message, /another act comes next in the recording: shell,v2,raw:input keyevent KEYCODE_HOME/);
  await drain(device, "input keyevent KEYCODE_HOME");
  assert.deepEqual(await texts(client), ["two"]);
  await client.request("globalAction", { action: "back" }, never());
  assert.match(await drain(device, "dumpsys window"), /three/);
});

async function drain(device: PlayedDevice, script: string): Promise<string> {
  const stream = await device.open(`shell,v2,raw:${script}`, never());
  let said = "";
  for (let one = await stream.read(1000, never()); one !== null; one = await stream.read(1000, never())) {
    said += Buffer.from(one).toString("latin1");
  }
  return said;
}

test("a hierarchy named in since is not sent again, and any other one is sent whole", async () => {
  using folder = scratchFolder();
  await write(folder.path, (recorder) => {
    const made = new MadeCompanion(recorder);
    for (const tree of TREES.slice(0, 2)) {
      made.ask("snapshot", { facts: true }, madeSnapshot([madeWindow(tree, [{ text: tree }])]));
    }
  });
  await using device = play(folder.path);
  await using companion = await liveCompanion(device);
  const [first] = (await companion.snapshot({}, never())).windows;
  const [second] = (await companion.snapshot({}, never())).windows;
  const [again] = (await companion.snapshot({}, never())).windows;
  assert.notEqual(second?.content, first?.content);
  assert.equal(again?.content, second?.content, "what did not change is the same object");
});

async function liveCompanion(device: PlayedDevice) {
  const client = await clientOf(device);
  const companion = await LiveCompanion.on(client, never());
  return Object.assign(companion, { [Symbol.asyncDispose]: async () => client.close() });
}

test("a node is found by its content in another hierarchy of the same state, and is stale in one that was not sent", async () => {
  using folder = scratchFolder();
  const [go, other] = [{ text: "Go", flags: ["clickable"] }, { text: "Stop" }] as const;
  await write(folder.path, (recorder) => {
    const companion = new MadeCompanion(recorder);
    companion.ask("snapshot", {}, madeSnapshot([madeWindow(TREES[0], [{}, go, { text: "12:00" }])]));
    companion.ask("snapshot", {}, madeSnapshot([madeWindow(TREES[1], [{}, other, go])]));
    companion.ask("snapshot", {}, madeSnapshot([madeWindow(TREES[2], [{}, go, { text: "12:01" }])]));
    companion.ask(
      "nodeAction",
      { target: { window: 7, tree: TREES[2], node: 1 }, action: "click" },
      { performed: true, seq: 1 },
    );
  });
  await using device = play(folder.path);
  await using client = await clientOf(device);
  const click = (tree: string) =>
    client.request("nodeAction", { target: { window: 7, tree, node: 1 }, action: "click" }, never());
  assert.equal((await coded(click(TREES[0]))).code, "REF_STALE");
  await texts(client);
  await texts(client);
  assert.match((await coded(click(TREES[1]))).message, /NOT_RECORDED: another act comes next/);
  assert.equal((await click(TREES[0])).result.performed, true);
  assert.equal(device.actsPlayed, 1);
});

test("events come in recorded order: before the answer they preceded, and not before the action", async () => {
  using folder = scratchFolder();
  await write(folder.path, twoStates);
  await using device = play(folder.path, { clock: { nowMs: () => 0, sleep: async () => await new Promise(() => {}) } });
  await using client = await clientOf(device);
  const heard: number[] = [];
  await client.subscribe({ after: client.hello.seq }, ({ seq }) => heard.push(seq), never());
  await texts(client);
  await client.request("gesture", TAP, never());
  assert.deepEqual(heard, []);
  await client.request("waitIdle", { after: 1 }, never());
  assert.deepEqual(heard, [2]);
  await using late = await clientOf(device);
  assert.equal(late.hello.seq, 2, "a later client learns the number of the last event");
  const lateHeard: number[] = [];
  await late.subscribe({ after: 1 }, ({ seq }) => lateHeard.push(seq), never());
  await late.request("waitIdle", { after: 1 }, never());
  assert.deepEqual(lateHeard, [2], "a later client gets the events that are still kept");
});

test("events recorded while a request waited come before its answer, and later ones after it", async () => {
  using folder = scratchFolder();
  await write(folder.path, (recorder) => {
    const companion = new MadeCompanion(recorder);
    const id = companion.asks("waitIdle", { after: 1 });
    companion.event(2);
    companion.hear("in", { id, result: { idle: true, reacted: true, waitedMs: 3, quietMs: 1, seq: 2 } });
    companion.event(3);
  });
  await using device = play(folder.path, { clock: { nowMs: () => 0, sleep: async () => await new Promise(() => {}) } });
  await using client = await clientOf(device);
  const heard: number[] = [];
  await client.subscribe({ after: 1 }, ({ seq }) => heard.push(seq), never());
  await client.request("waitIdle", { after: 1 }, never());
  assert.deepEqual(heard, [2]);
});

test("events recorded while no request was open come by themselves, after the recorded delay", async () => {
  using folder = scratchFolder();
  await write(folder.path, (recorder) => {
    const companion = new MadeCompanion(recorder);
    companion.ask("health", {}, { error: { code: "TIMEOUT", message: "", mayHaveHappened: false } });
    companion.event(2, "windows");
    companion.event(3, "content");
  });
  const recording = readPhoneRecording(folder.path);
  const events = recording.events.map((one, index) => ({ ...one, heardAtMs: 10_000 * (index + 1) }));
  const clock = new TestClock();
  await using device = new PlayedDevice({ recording: { ...recording, events }, clock, adbdPort: null });
  await using client = await clientOf(device);
  const both = new Promise<readonly number[]>((resolve) => {
    const heard: number[] = [];
    const hear = ({ seq }: { readonly seq: number }) => heard.push(seq) === 2 && resolve(heard);
    void client.subscribe({ after: 1 }, hear, never());
  });
  await coded(client.request("health", {}, never()));
  assert.deepEqual(await both, [2, 3]);
  assert.ok(clock.slept > 19_000 && clock.slept <= 20_000, `${clock.slept} ms were slept`);
});

test("event numbers are consecutive across a later session of the companion that began again", async () => {
  using folder = scratchFolder();
  await write(folder.path, (recorder) => {
    const companion = new MadeCompanion(recorder, { seq: 40 });
    companion.event(41);
    companion.ask("gesture", TAP, { durationMs: 1, seq: 41 });
    companion.end("host");
  });
  await write(folder.path, (recorder) => {
    const companion = new MadeCompanion(recorder, { seq: 3, epoch: "fedcba9876543210" });
    companion.event(4);
    companion.ask("snapshot", {}, madeSnapshot([madeWindow(TREES[0], [{}])], 4));
    companion.ask("gesture", TAP, { durationMs: 1, seq: 4 });
  });
  await using device = play(folder.path);
  await using client = await clientOf(device);
  const heard: number[] = [];
  await client.subscribe({ after: 40 }, ({ seq }) => heard.push(seq), never());
  const { result: first } = await client.request("gesture", TAP, never());
  const { result: second } = await client.request("gesture", TAP, never());
  assert.equal(first.seq, 41);
  assert.deepEqual(heard, [41, 42]);
  assert.equal(second.seq, 42);
});

test("a companion that died during a request dies there again, and the next connection is its next session", async () => {
  using folder = scratchFolder();
  await write(folder.path, (recorder) => {
    const companion = new MadeCompanion(recorder);
    companion.asks("facts", {});
    companion.end("device");
    new MadeCompanion(recorder, { epoch: "fedcba9876543210" }).ask(
      "health",
      {},
      { error: { code: "TIMEOUT", message: "", mayHaveHappened: false } },
    );
  });
  await using device = play(folder.path);
  await using client = await clientOf(device);
  assert.equal((await coded(client.request("facts", {}, never()))).code, "DEVICE_DISCONNECTED");
  await using next = await clientOf(device);
  assert.equal(next.hello.epoch, "fedcba9876543210");
  assert.equal((await coded(next.request("health", {}, never()))).code, "TIMEOUT");
});

test("a companion that ended between requests ends there again", async () => {
  using folder = scratchFolder();
  await write(folder.path, (recorder) => {
    const companion = new MadeCompanion(recorder);
    companion.ask("gesture", TAP, DONE);
    companion.end("device");
    makeExchange(recorder, { script: "dumpsys window", stdout: "then" });
  });
  await using device = play(folder.path);
  await using client = await clientOf(device);
  const ended = new Promise((resolve) => client.ended.addEventListener("abort", resolve, { once: true }));
  await client.request("gesture", TAP, never());
  await drain(device, "dumpsys window");
  await ended;
});

test("a cancelled request waits until it is cancelled again", async () => {
  using folder = scratchFolder();
  await write(folder.path, (recorder) => {
    const companion = new MadeCompanion(recorder);
    companion.ask("waitIdle", {}, { error: { code: "CANCELLED", message: "given up", mayHaveHappened: false } });
    companion.ask("snapshot", {}, madeSnapshot([madeWindow(TREES[0], [{}])]));
  });
  await using device = play(folder.path);
  await using client = await clientOf(device);
  const given = new AbortController();
  const waiting = client.request("waitIdle", {}, given.signal);
  await texts(client);
  given.abort(new Error("enough"));
  await assert.rejects(waiting, /enough/);
  await texts(client);
});

test("at the recorded pace an answer takes as long as it took", async () => {
  using folder = scratchFolder();
  await write(folder.path, (recorder) => void new MadeCompanion(recorder).ask("snapshot", {}, madeSnapshot([])));
  const recording = readPhoneRecording(folder.path);
  const exchanges = recording.exchanges.map((one) => ({ ...one, end_ms: one.service.includes("snapshot") ? 700 : 20 }));
  const clock = new TestClock();
  await using device = new PlayedDevice({ recording: { ...recording, exchanges }, clock, adbdPort: null });
  await using client = await clientOf(device);
  await texts(client);
  assert.equal(clock.slept, 720);
});

test("a hierarchy that was read also answers a request by events, and not the other way round", async () => {
  using folder = scratchFolder();
  await write(folder.path, (recorder) => {
    const companion = new MadeCompanion(recorder);
    companion.ask("snapshot", {}, madeSnapshot([madeWindow(TREES[0], [{ text: "walked" }])]));
    companion.ask("gesture", TAP, DONE);
    companion.ask("snapshot", { basis: "events" }, madeSnapshot([madeWindow(TREES[1], [{ text: "stood" }])]));
  });
  await using device = play(folder.path);
  await using client = await clientOf(device);
  const { result } = await client.request("snapshot", { basis: "events" }, never());
  assert.equal(result.windows.length, 1);
  await client.request("gesture", TAP, never());
  assert.match((await coded(client.request("snapshot", { basis: "walk" }, never()))).message, /NOT_RECORDED/);
});

test("a refused connection to the companion's socket is refused in the same state again", async () => {
  using folder = scratchFolder();
  await write(folder.path, (recorder) => {
    recorder.begin("P1", "localabstract:dev.fovea.service.u0").end("refused");
    makeExchange(recorder, { script: "input tap 1 1" });
    new MadeCompanion(recorder).ask("snapshot", {}, madeSnapshot([]));
  });
  await using device = play(folder.path);
  await assert.rejects(clientOf(device), /closed/);
  await drain(device, "input tap 1 1");
  await using client = await clientOf(device);
  assert.deepEqual(await texts(client), []);
});

test("an answer that was edited by hand fails with a code, for its own request only", async () => {
  using folder = scratchFolder();
  await write(folder.path, twoStates);
  const path = join(folder.path, "exchanges.jsonl");
  writeFileSync(
    path,
    readFileSync(path, "utf8").replace('"{\\"result\\":{\\"durationMs', '"{{\\"result\\":{\\"durationMs'),
  );
  await using device = play(folder.path);
  await using client = await clientOf(device);
  const error = await coded(client.request("gesture", TAP, never()));
  assert.equal(error.code, "ON_DEVICE_FAILED");
  assert.match(error.message, /RECORDING_UNREADABLE: /);
  assert.deepEqual(await texts(client), ["Gone"]);
});

test("a recording with the companion that was cut off at any byte is played up to its last whole line", async () => {
  using folder = scratchFolder();
  await write(folder.path, twoStates);
  const path = join(folder.path, "exchanges.jsonl");
  const whole = readFileSync(path);
  const lineEnds = [...whole.entries()].filter(([, byte]) => byte === 0x0a).map(([at]) => at);
  for (let length = 0; length <= whole.length; length += 97) {
    writeFileSync(path, whole.subarray(0, length));
    const { exchanges, events, incompleteBytes } = readPhoneRecording(folder.path);
    const lines = lineEnds.filter((at) => at < length).length;
    assert.equal(exchanges.length + events.length, Math.max(0, lines - 2));
    assert.equal(incompleteBytes, length - ((lineEnds[lines - 1] ?? -1) + 1));
  }
  writeFileSync(path, whole.subarray(0, (lineEnds[3] ?? 0) + 50));
  await using device = play(folder.path);
  await using client = await clientOf(device);
  assert.deepEqual(await texts(client), [null, "Go"]);
});
