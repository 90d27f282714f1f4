import assert from "node:assert/strict";
import { pollUntil } from "../../../src/base/signals.js";
import type { OnDeviceClient } from "../../../src/devices/companion/companion-client.js";
import type { OnDeviceEvent } from "../../../src/devices/companion/messages.js";
import type { OnDeviceWindow } from "../../../src/devices/companion/results.js";
import { coded } from "../../support/coded.js";
import { type JvmHost, startJvmHost } from "../../support/jvm-host.js";
import { needsPrograms } from "../../support/needs.js";
import { never } from "../../support/never.js";
import { wholeSnapshot } from "../../support/whole-snapshot.js";

const { after, before, test } = needsPrograms("java", "javac");

const APP = 41;

let host: JvmHost;
let client: OnDeviceClient;

before(async () => {
  host = await startJvmHost();
  client = await host.connect();
});

after(async () => {
  client.close();
  await host[Symbol.asyncDispose]();
});

async function appWindow(): Promise<OnDeviceWindow> {
  const { windows } = await wholeSnapshot(client, { windows: [APP] });
  const [window] = windows;
  assert.ok(window);
  return window;
}

/** The address of the app's button. */
async function button() {
  const { tree, content } = await appWindow();
  assert.ok(tree !== null && content !== null);
  return { window: APP, tree, node: content.findIndex((node) => node.text === "Sign in") };
}

test("the Java core sends a hello and returns hierarchies of any shape with any text", async () => {
  assert.equal(client.hello.host, "service");
  for (let seed = 1; seed <= 30; seed++) {
    await host.command(`screen ${seed} ${seed * 20}`);
    const { windows, facts } = await wholeSnapshot(client, { facts: true });
    const [window] = windows;
    assert.equal(window?.content?.length, seed * 20);
    assert.equal(window.nodeCount, seed * 20);
    assert.ok(facts);
  }
  await host.command("demo");
});

test("a node action uses the node's address, and an address in an old hierarchy is stale", async () => {
  const target = await button();
  const { result } = await client.request("nodeAction", { target, action: "click" }, never());
  assert.equal(result.performed, true);
  assert.equal(await host.command(`performed ${APP}`), "[16]");
  const gone = { ...target, tree: "0000000000000000" };
  const error = await coded(client.request("nodeAction", { target: gone, action: "click" }, never()));
  assert.deepEqual([error.code, error.context.mayHaveHappened], ["REF_STALE", false]);
});

test("an app that hangs delays only its own window", async () => {
  await host.command("hang 7");
  const { result } = await client.request("snapshot", { budget: { windowMs: 1_000 } }, never());
  assert.deepEqual(
    result.windows.map(({ id, error }) => [id, error]),
    [
      [52, null],
      [7, "TIMEOUT"],
      [41, null],
    ],
  );
  await host.command("answer 7");
});

test("events have numbers, and missed events are counted", async () => {
  const { result } = await client.request("health", {}, never());
  await host.command("event content 41 300");
  const seen: OnDeviceEvent[] = [];
  await client.subscribe({ types: ["content"], after: result.seq }, (event) => seen.push(event), never());
  await pollUntil(() => (seen.length >= 256 ? true : undefined), 1, AbortSignal.timeout(60_000));
  assert.deepEqual([seen[0]?.dropped, seen[0]?.seq], [44, result.seq + 45]);
  await client.request("unsubscribe", {}, never());
});

test("a suppressed service reports it in every answer, and works again afterwards", async () => {
  const states: (string | null)[] = [];
  await client.subscribe({ types: ["service"] }, (event) => states.push(event.text), never());
  await host.command("suppress");
  assert.equal((await coded(client.request("snapshot", {}, never()))).code, "ON_DEVICE_SUPPRESSED");
  assert.equal((await client.request("health", {}, never())).result.state, "suppressed");
  await host.command("resume");
  assert.ok((await appWindow()).content);
  // The host reports it from another thread than the one that answers.
  await pollUntil(() => states.length >= 2 || undefined, 1, AbortSignal.timeout(60_000));
  assert.deepEqual(states, ["suppressed", "running"]);
});

test("a cancelled wait also ends on the device, and the connection stays usable", async () => {
  await host.command("event content 41");
  const waits = Array.from({ length: client.hello.limits.requestsInFlight }, () => {
    const caller = new AbortController();
    const wait = client.request("waitIdle", { quietMs: 10_000, timeoutMs: 60_000 }, caller.signal);
    return { caller, isGivenUp: assert.rejects(wait, /enough/) };
  });
  assert.equal((await coded(client.request("health", {}, never()))).code, "ON_DEVICE_BUSY");
  for (const { caller } of waits) caller.abort(new Error("enough"));
  for (const { isGivenUp } of waits) await isGivenUp;
  await pollUntil(
    () =>
      client.request("health", {}, never()).then(
        () => true,
        () => undefined,
      ),
    5,
    AbortSignal.timeout(60_000),
  );
});

test("screenshots and texts arrive unchanged", async () => {
  const { result, attachment } = await client.request("screenshot", {}, never());
  assert.deepEqual([result.widthPx, result.heightPx, attachment?.length], [1080, 2400, 5]);
  const text = "Grüße, 世界 😀\n\u0001\ud83d";
  await client.request("setClipboard", { text }, never());
  assert.equal((await client.request("getClipboard", {}, never())).result.text, text);
});

test("errors of the Java core arrive as Fovea's error codes", async () => {
  const code = async (work: Promise<unknown>) => (await coded(work)).code;
  assert.equal(await code(client.request("gesture", { kind: "tap", x: 5000, y: 1 }, never())), "INVALID_ARGUMENT");
  assert.equal(await code(client.request("globalAction", { action: "menu" }, never())), "UNSUPPORTED_ON_DEVICE");
  await host.command("secure");
  assert.equal(await code(client.request("screenshot", { format: "png" }, never())), "SCREENSHOT_FAILED");
  await host.command("no-focus");
  assert.equal(await code(client.request("commitText", { text: "x" }, never())), "NO_TEXT_FIELD");
  await host.command("cancel-gestures");
  const cancelled = await coded(client.request("gesture", { kind: "tap", x: 1, y: 1 }, never()));
  assert.deepEqual([cancelled.code, cancelled.context.mayHaveHappened], ["GESTURE_CANCELLED", true]);
});
