import assert from "node:assert/strict";
import { test } from "node:test";
import sharp from "sharp";
import { type PhoneTime, scaledTime } from "../../../packages/virtual-android/src/phone-time.js";
import { pollUntil } from "../../../src/base/signals.js";
import { findNode, phoneWithService, targetOf, textsOf } from "../support/companion-phone.js";
import { connectWire, list } from "../support/wire-client.js";

/** Longer than two taps may be apart. */
const LATE_MS = 400;

test("a click on a node clicks it once", async () => {
  await using phone = await phoneWithService({ app: "com.fovea.gestures" });
  using client = await connectWire(phone.device);
  const node = await findNode(client, "Taps: 0");
  assert.equal((await client.call("nodeAction", { target: targetOf(node), action: "click" }))["performed"], true);
  assert.ok((await textsOf(client)).includes("Taps: 1"));
});

test("a node with another text is refused, unless it may differ, and a node of a forgotten hierarchy is stale", async () => {
  await using phone = await phoneWithService({ app: "com.fovea.gestures" });
  using client = await connectWire(phone.device);
  const node = await findNode(client, "Taps: 0");
  phone.phone.hooks.tap("Taps: 0");
  const act = { target: targetOf(node), action: "click" };
  assert.equal((await client.refused("nodeAction", act))["code"], "NODE_CHANGED");
  assert.equal((await client.call("nodeAction", { ...act, mayDiffer: true }))["performed"], true);
  for (let i = 0; i < 3; i += 1) {
    phone.phone.hooks.tap(`Taps: ${2 + i}`);
    await client.call("snapshot");
  }
  assert.equal((await client.refused("nodeAction", act))["code"], "STALE_NODE");
});

test("a node is not clicked where a node beside it has another text", async () => {
  await using phone = await phoneWithService({ app: "com.fovea.gestures" });
  using client = await connectWire(phone.device);
  const beside = targetOf(await findNode(client, "Taps: 0"));
  const target = targetOf(await findNode(client, "Double: 0"));
  const act = { target, alongside: [Reflect.get(beside, "node")], action: "click" };
  phone.phone.hooks.tap("Taps: 0");
  assert.equal((await client.refused("nodeAction", act))["code"], "NODE_CHANGED");
  assert.equal((await client.refused("nodeAction", { ...act, alongside: [9_999] }))["code"], "STALE_NODE");
  const focus = { target: { focus: "input" }, alongside: [1], action: "click" };
  assert.equal((await client.refused("nodeAction", focus))["code"], "INVALID_REQUEST");
  assert.equal((await client.call("nodeAction", { ...act, alongside: [] }))["performed"], true);
});

test("text of every script goes into the focused field at the cursor, or replaces the content", async () => {
  await using phone = await phoneWithService({ app: "com.fovea.form" });
  using client = await connectWire(phone.device);
  assert.equal((await client.refused("commitText", { text: "x" }))["code"], "NO_FOCUS");
  const field = await findNode(client, "name");
  await client.call("nodeAction", { target: targetOf(field), action: "click" });
  await client.call("waitIdle");
  assert.equal((await client.call("commitText", { text: "Grüße 世界" }))["via"], "inputMethod");
  await client.call("nodeAction", { target: { focus: "input" }, action: "setSelection", start: 0, end: 5 });
  await client.call("commitText", { text: "😀" });
  assert.equal((await findNode(client, "name")).text, "😀 世界");
  assert.equal((await client.call("commitText", { text: "neu", mode: "replace" }))["via"], "setText");
  assert.deepEqual((await findNode(client, "name")).details["selection"], [3, 3]);
});

test("below Android 13 the whole text is set, and a filled password can only be replaced", async () => {
  await using phone = await phoneWithService({ app: "com.fovea.form", apiLevel: 30 });
  using client = await connectWire(phone.device);
  await client.call("nodeAction", { target: targetOf(await findNode(client, "password")), action: "click" });
  await client.call("waitIdle");
  assert.equal((await client.call("commitText", { text: "abc" }))["via"], "setText");
  assert.equal((await client.refused("commitText", { text: "d" }))["code"], "UNSUPPORTED");
  assert.equal((await client.call("commitText", { text: "xyz", mode: "replace" }))["via"], "setText");
});

test("gestures tap, tap twice, press long, swipe and pinch", async () => {
  await using phone = await phoneWithService({ app: "com.fovea.gestures" });
  using client = await connectWire(phone.device);
  const middle = async (words: string) => {
    const [left = 0, top = 0, right = 0, bottom = 0] = (await findNode(client, words)).bounds;
    return { x: (left + right) / 2, y: (top + bottom) / 2 };
  };
  await client.call("gesture", { kind: "tap", ...(await middle("Taps: 0")) });
  await client.call("gesture", { kind: "doubleTap", ...(await middle("Double: 0")) });
  await client.call("gesture", { kind: "longPress", ...(await middle("Long: 0")) });
  const canvas = await middle("Drawing area");
  const swipe = { kind: "swipe", x: canvas.x - 200, y: canvas.y, toX: canvas.x + 200, toY: canvas.y };
  assert.equal((await client.call("gesture", { ...swipe, velocity: 2000, holdMs: 100 }))["durationMs"], 300);
  await client.call("gesture", { kind: "pinch", ...canvas, fromSpan: 200, toSpan: 500, angle: 30 });
  const texts = await textsOf(client);
  for (const words of ["Taps: 1", "Double: 1", "Long: 1", "1 line", "Zoom: 250 %"])
    assert.ok(texts.includes(words), `${words}: ${texts}`);
});

test("gestures follow the phone's time where the machine is late", async () => {
  const time = scaledTime(10);
  let lateMs = 0;
  const late: PhoneTime = {
    ...time,
    nowMs: () => time.nowMs() + lateMs,
    schedule: (atMs, run) => time.schedule(atMs - lateMs, run),
    async sleep(ms, signal) {
      await time.sleep(ms, signal);
      lateMs += LATE_MS;
    },
  };
  await using phone = await phoneWithService({ app: "com.fovea.gestures", clock: late });
  using client = await connectWire(phone.device);
  const [left = 0, top = 0, right = 0, bottom = 0] = (await findNode(client, "Double: 0")).bounds;
  await client.call("gesture", { kind: "doubleTap", x: (left + right) / 2, y: (top + bottom) / 2 });
  assert.ok((await textsOf(client)).includes("Double: 1"));
});

test("a touch by the user ends a gesture, and gestures wait for each other", async () => {
  await using phone = await phoneWithService({ app: "com.fovea.gestures" });
  using client = await connectWire(phone.device);
  using other = await connectWire(phone.device);
  await client.ask("gesture", { kind: "longPress", x: 500, y: 1500, durationMs: 3000 });
  await pollUntil(() => (phone.phone.isTouched ? true : undefined), 1, AbortSignal.timeout(60_000));
  phone.phone.touchDown({ x: 300, y: 1500 });
  phone.phone.touchUp({ x: 300, y: 1500 });
  const error = (await client.message())?.["error"];
  assert.deepEqual(error, { code: "GESTURE_CANCELLED", message: "another touch ended it", mayHaveHappened: true });
  const [one, two] = [client.call("gesture", LONG), other.call("gesture", LONG)];
  assert.deepEqual([(await one)["durationMs"], (await two)["durationMs"]], [300, 300]);
});

const LONG = { kind: "longPress", x: 500, y: 1500, durationMs: 300 };

test("a point beyond the display is refused before anything happens", async () => {
  await using phone = await phoneWithService();
  using client = await connectWire(phone.device);
  const error = await client.refused("gesture", { kind: "swipe", x: 10, y: 10, toX: 1080, toY: 10 });
  assert.deepEqual([error["code"], error["mayHaveHappened"]], ["INVALID_REQUEST", false]);
});

test("global actions work, and one of a later Android is refused", async () => {
  await using phone = await phoneWithService({ app: "com.fovea.form", apiLevel: 30 });
  using client = await connectWire(phone.device);
  assert.equal((await client.call("globalAction", { action: "home" }))["performed"], true);
  assert.equal(phone.phone.state().focusedActivity?.packageName, "com.android.launcher3");
  assert.equal((await client.call("globalAction", { action: "powerDialog" }))["performed"], false);
  assert.equal((await client.refused("globalAction", { action: "dpadUp" }))["code"], "UNSUPPORTED");
});

test("screenshots come no faster than Android provides them, and waiting requests share one", async () => {
  await using phone = await phoneWithService({ app: "com.fovea.form" });
  using client = await connectWire(phone.device);
  const take = async (params: object = {}) => {
    await client.ask("screenshot", params);
    return await picture();
  };
  const picture = async () => {
    const message = await client.message();
    const bytes = await client.frame();
    assert.equal(message?.["attachment"], bytes?.length);
    return { result: list({ all: [message?.["result"]] }, "all")[0], bytes };
  };
  const first = await take({ format: "png" });
  const { format, width, height } = await sharp(first.bytes ?? Buffer.alloc(0)).metadata();
  assert.deepEqual([format, width, height], ["png", first.result?.["widthPx"], first.result?.["heightPx"]]);
  await client.ask("screenshot");
  await client.ask("screenshot");
  await client.ask("screenshot", { format: "webp" });
  const taken = [await picture(), await picture(), await picture()].map(({ result }) =>
    Number(result?.["capturedAtMs"]),
  );
  // Whether the first of the three has to wait as well depends on how long the picture before took to be looked at.
  const times = [...new Set([Number(first.result?.["capturedAtMs"]), ...taken])].sort((a, b) => a - b);
  for (const [at, later] of times.slice(1).entries()) assert.ok(later - (times[at] ?? later) >= 340, `${times}`);
  assert.ok(times.length > 1, "an earlier screenshot is not returned to a later request");
  assert.ok(taken.filter((atMs) => atMs === Math.max(...taken)).length >= 2, `${taken}`);
  const kept = await take({ maxAgeMs: 60_000 });
  assert.equal(kept.result?.["capturedAtMs"], Math.max(...taken));
});

test("a service takes no screenshots before Android 11", async () => {
  await using phone = await phoneWithService({ apiLevel: 28 });
  using client = await connectWire(phone.device);
  assert.equal((await client.refused("screenshot"))["code"], "UNSUPPORTED");
});

test("the clipboard can be set, and read only where Android lets a service read it", async () => {
  await using phone = await phoneWithService({ apiLevel: 28 });
  using client = await connectWire(phone.device);
  await client.call("setClipboard", { text: "é 👩" });
  assert.deepEqual(await client.call("getClipboard"), { text: "é 👩" });
  await using later = await phoneWithService({ apiLevel: 29 });
  using second = await connectWire(later.device);
  assert.equal((await second.refused("getClipboard"))["code"], "UNSUPPORTED");
});
