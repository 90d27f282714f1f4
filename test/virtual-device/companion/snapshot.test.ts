import assert from "node:assert/strict";
import { test } from "node:test";
import { findNode, nodesOf, phoneWithService, targetOf } from "../support/companion-phone.js";
import { connectWire, list, part, type WireClient } from "../support/wire-client.js";

test("a snapshot equals the phone's own hierarchy", async () => {
  await using phone = await phoneWithService({ app: "com.fovea.form" });
  using client = await connectWire(phone.device);
  const snapshot = await client.call("snapshot", { facts: true });
  const own = phone.phone.accessibilityWindows();
  const windows = list(snapshot, "windows");
  assert.deepEqual(
    windows.map((window) => window["type"]),
    own.map((window) => window.kind),
  );
  assert.equal(windows.filter((window) => window["active"]).length, 1);
  const texts = new Set(nodesOf(snapshot).map((node) => node.text));
  assert.ok(texts.has("Sign up") || texts.size > 5, [...texts].join());
  const facts = part(snapshot, "facts");
  assert.deepEqual([facts["interactive"], facts["keyguardShowing"]], [true, false]);
});

test("a known hierarchy is not sent again, and a changed one is", async () => {
  await using phone = await phoneWithService({ app: "com.fovea.form" });
  using client = await connectWire(phone.device);
  const first = await client.call("snapshot");
  const since = list(first, "windows").map((window) => ({ window: window["id"], tree: window["tree"] }));
  const again = await client.call("snapshot", { since });
  assert.deepEqual(
    list(again, "windows").map((window) => window["content"]),
    since.map(() => null),
  );
  phone.phone.hooks.tap("Given and family name");
  const changed = list(await client.call("snapshot", { since }), "windows");
  assert.ok(changed.some((window) => window["content"] !== null));
});

async function basisOf(client: WireClient): Promise<unknown> {
  const windows = list(await client.call("snapshot", { basis: "events" }), "windows");
  return windows.find((window) => window["active"])?.["basis"];
}

/** Until nothing is announced any more of the window in front. */
async function settled(client: WireClient): Promise<void> {
  while ((await basisOf(client)) !== "events") await client.call("waitIdle");
}

test("with events as basis, an unchanged window is kept, and a window named by an event is read again", async () => {
  await using phone = await phoneWithService({ app: "com.fovea.gestures" });
  using client = await connectWire(phone.device);
  assert.equal(await basisOf(client), "walk");
  await settled(client);
  const { seq } = await client.call("health");
  phone.phone.hooks.tap("Taps: 0");
  assert.equal((await client.call("waitIdle", { after: seq }))["reacted"], true);
  assert.equal(await basisOf(client), "walk");
});

test("changes of an app without events are found only by reading the hierarchy", async () => {
  await using phone = await phoneWithService({ app: "com.fovea.gestures" });
  using client = await connectWire(phone.device);
  await settled(client);
  phone.phone.onDevice.mute("com.fovea.gestures");
  const { seq } = await client.call("health");
  phone.phone.hooks.tap("Taps: 0");
  assert.equal((await client.call("waitIdle", { after: seq }))["reacted"], false);
  assert.equal(await basisOf(client), "events");
  assert.equal((await findNode(client, "Taps: 1")).text, "Taps: 1");
});

test("an app that hangs affects only its own window: first TIMEOUT, then HUNG, then its hierarchy again", async () => {
  await using phone = await phoneWithService({ app: "com.fovea.gestures" });
  using client = await connectWire(phone.device);
  phone.phone.hooks.blockApp("com.fovea.gestures", 4000);
  const errorsOf = async () => {
    const windows = list(await client.call("snapshot", { budget: { windowMs: 100 } }), "windows");
    return windows.map((window) => [window["type"], window["error"]]).sort();
  };
  assert.ok((await errorsOf()).some(([type, error]) => type === "application" && error === "TIMEOUT"));
  const second = await errorsOf();
  assert.ok(second.some(([type, error]) => type === "application" && error === "HUNG"));
  assert.ok(second.every(([type, error]) => type === "application" || error === null));
  assert.equal((await findNodeLater(client)).text, "Taps: 0");
});

async function findNodeLater(client: Awaited<ReturnType<typeof connectWire>>) {
  await client.call("snapshot", { budget: { ms: 6000, windowMs: 6000 } });
  for (;;) {
    const node = nodesOf(await client.call("snapshot", { budget: { ms: 6000, windowMs: 6000 } })).find(
      (one) => one.text === "Taps: 0",
    );
    if (node) return node;
  }
}

test("a reading that exceeds its budget returns a part and reports it", async () => {
  await using phone = await phoneWithService({ app: "com.fovea.stress" });
  using client = await connectWire(phone.device);
  phone.phone.onDevice.slowWalksMs.set("com.fovea.stress", 400);
  const windows = list(await client.call("snapshot", { budget: { windowMs: 200 } }), "windows");
  const app = windows.find((window) => window["type"] === "application");
  assert.equal(app?.["truncated"], "time");
  assert.ok(Number(app?.["nodeCount"]) > 0);
  const few = list(await client.call("snapshot", { budget: { nodes: 10, windowMs: 2000, ms: 2000 } }), "windows");
  assert.deepEqual(
    few
      .filter((window) => window["type"] === "application")
      .map((window) => [window["nodeCount"], window["truncated"]]),
    [[10, "nodes"]],
  );
});

test("text typed into a password field never leaves the phone", async () => {
  await using phone = await phoneWithService({ app: "com.fovea.form" });
  using client = await connectWire(phone.device);
  const { text } = await findNode(client, "password");
  assert.equal(text, "");
  const node = await findNode(client, "password");
  await client.call("nodeAction", { target: targetOf(node), action: "setText", text: "geheim 😀" });
  const filled = await findNode(client, "password");
  assert.deepEqual(
    [filled.text, filled.flags.has("masked"), filled.details["selection"]],
    ["••••••••", true, undefined],
  );
});
