import assert from "node:assert/strict";
import { test } from "node:test";
import type { ErrorCode } from "../../../src/base/errors.js";
import { OnDeviceClient } from "../../../src/devices/companion/companion-client.js";
import type { OnDeviceEvent } from "../../../src/devices/companion/messages.js";
import { WIRE_ERRORS, type WireError } from "../../../src/devices/companion/words.js";
import { coded } from "../../support/coded.js";
import { goldenMessage, scriptedClient } from "../../support/companion.js";
import { never } from "../../support/never.js";
import { ScriptedStream } from "../../support/scripted-stream.js";

const health = goldenMessage("server", "health")["result"];
const facts = goldenMessage("server", "facts")["result"];
const tap = { kind: "tap", x: 1, y: 1 } as const;

test("answers are matched to their requests in any order", async () => {
  const { client, stream } = await scriptedClient();
  await using _ = client;
  const first = client.request("health", {}, never());
  const second = client.request("facts", {}, never());
  stream.send({ id: 2, result: facts });
  stream.send({ id: 1, result: health });
  assert.equal((await second).result.displays.length, 1);
  assert.equal((await first).result.state, "running");
  assert.deepEqual(await stream.message(2), { id: 1, method: "health", params: {}, timeoutMs: 10_000 });
});

test("the bytes of a screenshot follow its answer, and the next answer follows them", async () => {
  const { client, stream } = await scriptedClient();
  await using _ = client;
  const picture = client.request("screenshot", {}, never());
  const after = client.request("health", {}, never());
  stream.send({ id: 1, result: goldenMessage("server", "screenshot")["result"], attachment: 3 });
  stream.push(Buffer.from([0, 0, 0, 3, 0x7b, 0xff, 0x7d])); // no JSON, and no UTF-8 either
  stream.send({ id: 2, result: health });
  assert.deepEqual((await picture).attachment, Buffer.from([0x7b, 0xff, 0x7d]));
  assert.equal((await after).attachment, null);
});

test("a cancelled request throws the caller's reason and is reported to the device, and its late answer is ignored", async () => {
  const { client, stream } = await scriptedClient();
  await using _ = client;
  const caller = new AbortController();
  const waiting = client.request("waitIdle", {}, caller.signal);
  await stream.message(2);
  const reason = new Error("enough");
  caller.abort(reason);
  await assert.rejects(waiting, (error) => error === reason);
  assert.deepEqual(await stream.message(3), { cancel: 1 });
  stream.send({ id: 1, error: { code: "CANCELLED", message: "cancelled by the client", mayHaveHappened: false } });
  const next = client.request("health", {}, never());
  stream.send({ id: 2, result: health });
  await next;
});

test("a request that was cancelled before is not sent", async () => {
  const { client, stream } = await scriptedClient();
  await using _ = client;
  await assert.rejects(client.request("gesture", tap, AbortSignal.abort(new Error("no"))), /no/);
  assert.equal(stream.written.length, 1);
});

test("a cancelled action may have happened, unless the device reports that it has not", async () => {
  const { client, stream } = await scriptedClient();
  await using _ = client;
  const caller = new AbortController();
  const given = coded(client.request("gesture", tap, caller.signal));
  await stream.message(2);
  caller.abort(new DOMException("stop", "AbortError"));
  assert.deepEqual([(await given).code, (await given).context.mayHaveHappened], ["CANCELLED", true]);

  const refused = coded(client.request("gesture", tap, never()));
  stream.send({ id: 2, error: { code: "INVALID_REQUEST", message: "a point is outside", mayHaveHappened: false } });
  assert.deepEqual([(await refused).code, (await refused).context.mayHaveHappened], ["INVALID_ARGUMENT", false]);

  const cut = coded(client.request("globalAction", { action: "back" }, never()));
  stream.end();
  assert.deepEqual([(await cut).code, (await cut).context.mayHaveHappened], ["DEVICE_DISCONNECTED", true]);
});

test("a device that does not answer fails some time after its own limit", async () => {
  const { client } = await scriptedClient();
  await using _ = client;
  const startedAt = performance.now();
  const error = await coded(client.request("health", {}, never(), { timeoutMs: 1 }));
  assert.equal(error.code, "TIMEOUT");
  assert.ok(performance.now() - startedAt >= 1_000);
});

test("every protocol error becomes an error code with the device and whether the action may have happened", async () => {
  const codes: Readonly<Record<WireError, ErrorCode>> = {
    BAD_FRAME: "ON_DEVICE_PROTOCOL",
    HELLO_REQUIRED: "ON_DEVICE_PROTOCOL",
    WRONG_VERSION: "ON_DEVICE_VERSION",
    BUSY: "ON_DEVICE_BUSY",
    INVALID_REQUEST: "INVALID_ARGUMENT",
    UNKNOWN_METHOD: "ON_DEVICE_PROTOCOL",
    CANCELLED: "CANCELLED",
    TIMEOUT: "TIMEOUT",
    SUPPRESSED: "ON_DEVICE_SUPPRESSED",
    UNSUPPORTED: "UNSUPPORTED_ON_DEVICE",
    STALE_NODE: "REF_STALE",
    NODE_CHANGED: "REF_STALE",
    NO_FOCUS: "NO_TEXT_FIELD",
    GESTURE_CANCELLED: "GESTURE_CANCELLED",
    SCREENSHOT_FAILED: "SCREENSHOT_FAILED",
    REPLY_TOO_LARGE: "OUTPUT_TOO_LARGE",
    INTERNAL: "ON_DEVICE_FAILED",
  };
  const { client, stream } = await scriptedClient();
  await using _ = client;
  for (const [place, code] of WIRE_ERRORS.entries()) {
    const failed = coded(client.request("gesture", tap, never()));
    stream.send({ id: place + 1, error: { code, message: "why", mayHaveHappened: true } });
    const error = await failed;
    assert.equal(error.code, codes[code]);
    assert.match(error.message, /phone-1.*why/);
    assert.equal(error.context.mayHaveHappened, true);
  }
});

test("events come in order to the listener of the last subscription", async () => {
  const { client, stream } = await scriptedClient();
  await using _ = client;
  const seen: OnDeviceEvent[] = [];
  const subscribed = client.subscribe({ types: ["content"] }, (event) => seen.push(event), never());
  stream.send({ id: 1, result: { seq: 4 } });
  stream.send(goldenMessage("server", "event-content"));
  assert.equal(await subscribed, 4);
  stream.send(goldenMessage("server", "event-announcement"));
  const after = client.request("health", {}, never());
  stream.send({ id: 2, result: health });
  await after;
  assert.deepEqual(
    seen.map(({ type, text, dropped }) => ({ type, text, dropped })),
    [
      { type: "content", text: null, dropped: 0 },
      { type: "announcement", text: "words", dropped: 0 },
    ],
  );
});

test("the end of the connection fails every open request, and later requests get the reason", async () => {
  const { client, stream } = await scriptedClient();
  const asked = [coded(client.request("health", {}, never())), coded(client.request("facts", {}, never()))];
  await stream.message(3);
  client.close();
  client.close();
  for (const error of await Promise.all(asked)) assert.equal(error.code, "DEVICE_DISCONNECTED");
  assert.ok(client.ended.aborted && stream.isClosed);
});

test("a request that is longer than the device accepts is refused before it is sent", async () => {
  const { client, stream } = await scriptedClient();
  await using _ = client;
  const error = await coded(client.request("commitText", { text: "é".repeat(600_000) }, never()));
  assert.equal(error.code, "INVALID_ARGUMENT");
  assert.equal(stream.written.length, 1);
});

test("a caller that cancels before the hello closes the stream", async () => {
  const stream = new ScriptedStream();
  const caller = new AbortController();
  const connecting = OnDeviceClient.connect(stream, { serial: "phone-1", client: "test" }, caller.signal);
  caller.abort(new Error("enough"));
  await assert.rejects(connecting, /enough/);
  assert.ok(stream.isClosed);
});
