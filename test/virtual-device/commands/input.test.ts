import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { input } from "../../../packages/virtual-android/src/commands/input.js";
import { ManualTime, type PhoneTime } from "../../../packages/virtual-android/src/phone-time.js";
import { openPhone, runCommand } from "../../support/virtual-phone.js";

type Device = ReturnType<typeof openPhone>;

async function run(device: Device, ...args: readonly string[]): Promise<{ status: number; out: string; err: string }> {
  const { status, stdout, stderr } = await runCommand(device, input, args);
  return { status, out: stdout.toString(), err: stderr };
}

function textOf(device: Device, id: string): string | undefined {
  return device.nodes().find((node) => node.resourceId.endsWith(`:id/${id}`))?.text;
}

const LEVELS = [24, 28, 30, 33, 36] as const;

test("input tap touches its point, on every release", async () => {
  for (const apiLevel of LEVELS) {
    using device = openPhone({ apiLevel, app: "com.fovea.gestures" });
    const point = device.phone.hooks.find("Taps: 0");
    assert.ok(point);
    assert.deepEqual(await run(device, "tap", String(point.x), `${point.y}.5`), { status: 0, out: "", err: "" });
    assert.ok(device.texts().includes("Taps: 1"));
    await run(device, "touchscreen", "tap", String(point.x), String(point.y));
    assert.ok(device.texts().includes("Taps: 2"));
  }
});

test("input tap is never a long press, however long this process takes between down and up", async () => {
  const time = new ManualTime();
  let isBusy = false;
  const nowMs = () => {
    if (isBusy) time.advance(1_000);
    return time.nowMs();
  };
  const clock: PhoneTime = {
    nowMs,
    wallMs: () => time.wallMs(),
    schedule: (atMs, run) => time.schedule(atMs, run),
    sleep: (ms, signal) => time.sleep(ms, signal),
  };
  using device = openPhone({ app: "com.fovea.gestures", clock });
  time.advance(600);
  const point = device.phone.hooks.find("Long: 0");
  assert.ok(point);
  isBusy = true;
  await run(device, "tap", String(point.x), String(point.y));
  isBusy = false;
  assert.deepEqual(
    device.texts().filter((text) => /^(?:Taps|Long): /.test(text)),
    ["Taps: 1", "Long: 0"],
  );
});

test("input text types every printable ASCII text, with %s for spaces, and nothing else", async () => {
  using device = openPhone({ app: "com.fovea.notes" });
  device.tap("New note");
  device.tap("Write something");
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 12 }), async (text) => {
      device.phone.key("CTRL_LEFT+A", "down-up");
      device.phone.key("DEL", "down-up");
      await run(device, "text", text);
      assert.equal(textOf(device, "body"), text.replaceAll("%s", " "));
    }),
    { numRuns: 40 },
  );
});

test("input text with a character without key throws the release's NullPointerException", async () => {
  using old = openPhone({ apiLevel: 24, app: "com.fovea.form" });
  old.tap("Given and family name");
  const before = await run(old, "text", "Köln");
  assert.equal(before.status, 137);
  assert.match(
    before.err,
    /^java\.lang\.NullPointerException: Attempt to get length of null array\n\tat com\.android\.commands\.input\.Input\.sendText/,
  );
  assert.equal(textOf(old, "name"), "Given and family name");
  using device = openPhone({ apiLevel: 33, app: "com.fovea.form" });
  const now = await run(device, "text", "😀");
  assert.equal(now.status, 255);
  assert.match(
    now.err,
    /^\nException occurred while executing 'text':\njava\.lang\.NullPointerException: Attempt to get length of null array\n/,
  );
});

test("input keyevent accepts numbers and names, several at once", async () => {
  using device = openPhone({ app: "com.fovea.form" });
  device.tap("Given and family name");
  await run(device, "keyevent", "29", "KEYCODE_B", "31", "DEL");
  assert.equal(textOf(device, "name"), "ab");
  await run(device, "keyevent", "--longpress", "67");
  assert.equal(textOf(device, "name"), "Given and family name");
  await run(device, "keyevent", "999", "NONSENSE");
  await run(device, "keyevent", "4", "3");
  device.wait();
  assert.equal(device.phone.state().tasks[0]?.kind, "home");
});

test("the key of a digit types it by name and by code, which is another number", async () => {
  using device = openPhone({ app: "com.fovea.form" });
  device.tap("Given and family name");
  await run(device, "keyevent", "KEYCODE_7", "NUMPAD_4", "8", "KEYCODE_99");
  assert.equal(textOf(device, "name"), "741");
});

test("input swipe takes its time on the phone, moves a list, and flings it", async () => {
  using device = openPhone({ app: "com.android.settings" });
  device.tap("Region");
  const started = device.phone.state().uptimeMs;
  await run(device, "swipe", "540", "1800", "540", "800", "300");
  assert.ok(Math.abs(device.phone.state().uptimeMs - started - 300) < 12);
  const landed = device.texts();
  device.wait(1500);
  assert.notDeepEqual(device.texts(), landed);
  assert.ok(!device.texts().includes("Argentina"));
});

test("input swipe without a duration takes 300 ms, and a slow one does not fling", async () => {
  using device = openPhone({ app: "com.android.settings" });
  device.tap("Region");
  const started = device.phone.state().uptimeMs;
  await run(device, "swipe", "540", "1000", "540", "990");
  assert.ok(Math.abs(device.phone.state().uptimeMs - started - 300) < 12);
  await run(device, "swipe", "540", "1800", "540", "1200", "6000");
  const landed = device.texts();
  device.wait(1500);
  assert.deepEqual(device.texts(), landed);
});

test("input swipe that stays in its place is a long press", async () => {
  using device = openPhone({ app: "com.fovea.gestures" });
  const point = device.phone.hooks.find("Long: 0");
  assert.ok(point);
  await run(device, "swipe", String(point.x), String(point.y), String(point.x), String(point.y), "700");
  assert.ok(device.texts().includes("Long: 1"));
});

test("wrong arguments up to Android 9 print an error and the usage on standard error, with status 0", async () => {
  using device = openPhone({ apiLevel: 28 });
  const wrong = await run(device, "tap", "1");
  assert.match(
    wrong.err,
    /^Error: Invalid arguments for command: tap\nUsage: input \[<source>\] <command> \[<arg>\.\.\.\]\n\nThe sources are: \n/,
  );
  assert.deepEqual([wrong.status, wrong.out], [0, ""]);
  assert.match((await run(device, "tap", "a", "b")).err, /^Error: Invalid arguments for command: tap\n/);
  assert.match((await run(device, "motionevent", "DOWN", "1", "2")).err, /^Error: Unknown command: motionevent\n/);
  assert.match((await run(device)).err, /^Usage: /);
});

test("input draganddrop exists from Android 8 on", async () => {
  using device = openPhone({ apiLevel: 24 });
  assert.match((await run(device, "draganddrop", "1", "2", "3", "4")).err, /^Error: Unknown command: draganddrop\n/);
});

test("wrong arguments from Android 10 on are an exception with status 255, and help goes to standard output", async () => {
  using device = openPhone({ apiLevel: 33 });
  const missing = await run(device, "tap", "1");
  assert.deepEqual([missing.status, missing.out], [255, ""]);
  assert.match(
    missing.err,
    /^\nException occurred while executing 'tap':\njava\.lang\.IllegalArgumentException: Argument expected after "1"\n\tat /,
  );
  assert.match(
    (await run(device, "swipe", "a", "2", "3", "4")).err,
    /IllegalArgumentException: Error: Invalid arguments for command: swipe\n/,
  );
  assert.match((await run(device, "-d", "x", "tap", "1", "2")).err, /Error: Invalid arguments for display ID\./);
  const help = await run(device);
  assert.match(help.out, /^Usage: input \[<source>\] \[-d DISPLAY_ID\] <command>/);
  assert.deepEqual([help.status, help.err], [0, ""]);
  assert.deepEqual(await run(device, "fly"), { status: 0, out: "Unknown command: fly\n", err: "" });
});

test("input motionevent moves a finger step by step, with and without a display", async () => {
  using device = openPhone({ apiLevel: 33, app: "com.fovea.gestures" });
  await run(device, "motionevent", "DOWN", "200", "900");
  await run(device, "-d", "0", "motionevent", "MOVE", "500", "1200");
  await run(device, "motionevent", "UP", "600", "1300");
  assert.ok(device.texts().includes("1 line"));
  await run(device, "motionevent", "DOWN", "200", "900");
  await run(device, "motionevent", "CANCEL");
  assert.match((await run(device, "motionevent", "HOP", "1", "2")).err, /Unknown action: HOP/);
});

test("input keycombination selects all from Android 12 on, and is unknown before", async () => {
  using device = openPhone({ apiLevel: 33, app: "com.fovea.form" });
  device.tap("Given and family name");
  await run(device, "text", "abc");
  await run(device, "keycombination", "113", "29");
  await run(device, "text", "x");
  assert.equal(textOf(device, "name"), "x");
  assert.match((await run(device, "keycombination", "113")).err, /at least 2 keycodes/);
  assert.match((await run(device, "keycombination", "113", "FOO")).err, /Unknown keycode: FOO/);
  using old = openPhone({ apiLevel: 30 });
  assert.equal((await run(old, "keycombination", "113", "29")).out, "Unknown command: keycombination\n");
});

test("input scroll turns a wheel from Android 14 on", async () => {
  using device = openPhone({ apiLevel: 34, app: "com.android.settings" });
  device.tap("Region");
  await run(device, "mouse", "scroll", "540", "1200", "--axis", "VSCROLL,-4");
  assert.ok(!device.texts().includes("Argentina"));
  assert.match((await run(device, "scroll", "--axis", "X,1")).err, /Unsupported axis: AXIS_X/);
  assert.match((await run(device, "scroll", "--axis", "VSCROLL")).err, /Invalid --axis option value: VSCROLL/);
  using old = openPhone({ apiLevel: 33 });
  assert.equal((await run(old, "scroll", "--axis", "VSCROLL,1")).out, "Unknown command: scroll\n");
});

test("input keyevent --doubletap waits 40 ms in between", async () => {
  using device = openPhone({ apiLevel: 34, app: "com.fovea.form" });
  device.tap("Given and family name");
  const started = device.phone.state().uptimeMs;
  await run(device, "keyevent", "--doubletap", "29");
  assert.equal(textOf(device, "name"), "aa");
  assert.equal(device.phone.state().uptimeMs - started, 40);
});

test("input waits until a busy app has handled its event", async () => {
  using device = openPhone({ app: "com.fovea.sluggish" });
  device.tap("Work for 2 seconds");
  const started = device.phone.state().uptimeMs;
  const point = device.phone.hooks.find("Answer in 3 seconds");
  await run(device, "tap", String(point?.x), String(point?.y));
  const took = device.phone.state().uptimeMs - started;
  assert.ok(took > 1000 && took < 2100, `${took} ms`);
  device.wait(3100);
  assert.ok(device.texts().includes("Here is the late answer"));
});
