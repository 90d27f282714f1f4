import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Fault } from "../../../packages/virtual-android/src/fault-script.js";
import { pollUntil } from "../../../src/base/signals.js";
import { runOnPhone } from "../../support/run-on-phone.js";
import { phoneWithService } from "../support/companion-phone.js";
import { connectWire, type Message, openWire } from "../support/wire-client.js";

describe("suppression", () => {
  it("lasts while uiautomator runs; the service reports it and recovers by itself", async () => {
    await using phone = await phoneWithService();
    using client = await connectWire(phone.device);
    await client.call("subscribe", { types: ["service"] });
    const dump = runOnPhone(phone.device, "uiautomator dump");
    assert.equal((await client.event())["text"], "suppressed");
    assert.equal((await client.refused("snapshot"))["code"], "SUPPRESSED");
    const during = (await runOnPhone(phone.device, "dumpsys accessibility")).stdout;
    assert.match(during, /Bound services:\{\}/);
    assert.match(during, /^Ui Automation\[/m);
    using late = await connectWire(phone.device);
    assert.equal((await late.call("health"))["attachedAtMs"], null);
    await dump;
    assert.equal((await client.event())["text"], "running");
    assert.ok((await client.call("snapshot"))["windows"]);
  });
});

describe("events", () => {
  it("come in order, without gaps, at most every 100 ms for one kind and window", async () => {
    await using phone = await phoneWithService({ app: "com.fovea.gestures" });
    using client = await connectWire(phone.device);
    const { seq } = await client.call("subscribe");
    for (let i = 0; i < 5; i += 1) phone.phone.hooks.tap(`Taps: ${i}`);
    await client.call("waitIdle", { after: seq });
    const last = (await client.call("health"))["seq"];
    const events: Message[] = [];
    while (events.at(-1)?.["seq"] !== last) events.push(await client.event());
    assert.deepEqual(
      events.map((event) => event["seq"]),
      events.map((_, i) => Number(seq) + 1 + i),
    );
    assert.equal(events.filter((event) => event["type"] === "clicked").length, 5);
    // The clock of the status bar may report a new minute in between.
    const contents = events.filter((event) => event["type"] === "content");
    const windows = new Set(contents.map((event) => event["window"]));
    assert.ok(windows.size > 0);
    for (const window of windows) {
      const times = contents.filter((event) => event["window"] === window).map((event) => Number(event["uptimeMs"]));
      assert.ok(
        times.every((time, i) => time - (times[i - 1] ?? 0) >= 99),
        `window ${String(window)}: ${times.join(", ")}`,
      );
    }
  });

  it("contain the text of toasts and notifications, and no other text", async () => {
    await using phone = await phoneWithService({ app: "com.fovea.gestures" });
    using client = await connectWire(phone.device);
    const { seq } = await client.call("subscribe");
    phone.phone.hooks.showToast("Saved");
    phone.phone.hooks.tap("Taps: 0");
    await client.call("waitIdle", { after: seq });
    const last = (await client.call("health"))["seq"];
    const events: Message[] = [];
    while (events.at(-1)?.["seq"] !== last) events.push(await client.event());
    const worded = events.filter((event) => event["text"] !== null);
    assert.deepEqual(
      worded.map((event) => [event["type"], event["class"], event["package"], event["text"]]),
      [["notification", "android.widget.Toast", "com.fovea.gestures", "Saved"]],
    );
  });

  it("that were not read in time are counted as dropped", async () => {
    await using phone = await phoneWithService();
    using client = await connectWire(phone.device);
    const { seq } = await client.call("health");
    phone.phone.onDevice.storm(1000);
    await client.call("subscribe", { after: seq });
    const first = await client.event();
    assert.equal(first["dropped"], 744);
    assert.equal(first["seq"], Number(seq) + 745);
  });

  it("that were lost leave gaps in the numbers", async () => {
    await using phone = await phoneWithService();
    using client = await connectWire(phone.device);
    const { seq } = await client.call("subscribe");
    phone.phone.onDevice.loseEvents(3);
    phone.phone.onDevice.storm(1);
    const event = await client.event();
    assert.deepEqual([event["seq"], event["dropped"]], [Number(seq) + 4, 3]);
  });
});

describe("a fault of the service", () => {
  it("can be a kill, after which the system starts it again with another epoch", async () => {
    await using phone = await phoneWithService();
    const client = await openWire(phone.device);
    const before = await client?.hello();
    phone.phone.onDevice.kill();
    assert.equal(await client?.message(), null);
    const again = await pollUntil(
      async () => (await openWire(phone.device)) ?? undefined,
      5,
      AbortSignal.timeout(60_000),
    );
    assert.notEqual((await again.hello())["epoch"], before?.["epoch"]);
  });

  const fail = async (fault: Fault) => {
    const phone = await phoneWithService();
    const client = await connectWire(phone.device);
    phone.device.faults.add({ request: "^service health", times: 1, fault });
    await client.ask("health");
    return { client, [Symbol.asyncDispose]: () => phone[Symbol.asyncDispose]() };
  };

  it("can be a request that is never answered, while others are", async () => {
    await using one = await fail({ kind: "hang" });
    await one.client.ask("facts");
    assert.equal((await one.client.message())?.["id"], 2);
  });

  it("can be an error that it reports", async () => {
    await using one = await fail({ kind: "fail", status: 1, stderr: "java.lang.NullPointerException" });
    const error = { code: "INTERNAL", message: "java.lang.NullPointerException", mayHaveHappened: false };
    assert.deepEqual((await one.client.message())?.["error"], error);
  });

  it("can be a client that never reads: it is disconnected, and others are served", async () => {
    await using phone = await phoneWithService({ app: "com.fovea.stress" });
    using deaf = await connectWire(phone.device);
    using other = await connectWire(phone.device);
    for (let i = 0; i < 16; i += 1) await deaf.ask("snapshot");
    await other.call("waitIdle", { quietMs: 10_000, timeoutMs: 12_000 }).catch(() => {});
    const late = phone.phone.state().uptimeMs + 11_000;
    const isLate = () => (phone.phone.state().uptimeMs > late ? true : undefined);
    await pollUntil(isLate, 20, AbortSignal.timeout(60_000));
    let answers = 0;
    while (await deaf.frame()) answers += 1;
    assert.ok(answers < 16, `${answers}`);
    assert.equal((await other.call("health"))["state"], "running");
  });

  it("can be an incomplete answer, or the end of the connection, or of the process", async () => {
    for (const fault of [{ kind: "truncate", bytes: 9 }, { kind: "disconnect" }] as const) {
      await using one = await fail(fault);
      assert.equal(await one.client.message(), null);
    }
    await using one = await fail({ kind: "kill", afterMs: 50 });
    while (await one.client.message());
  });

  it("can be invalid data, or a frame above the size limit", async () => {
    await using noise = await fail({ kind: "garbage" });
    assert.notEqual((await noise.client.bytes(2))?.readUInt16BE(), 0);
    await using flood = await fail({ kind: "flood", bytes: 16 });
    assert.equal((await flood.client.bytes(4))?.toString("hex"), "ffffffff");
  });

  it("can be a missing hello", async () => {
    await using phone = await phoneWithService();
    phone.device.faults.add({ request: "^service hello", fault: { kind: "hang" } });
    const client = await openWire(phone.device);
    await client?.send({ hello: { versions: [1], client: "x" } });
    await client?.ask("health");
    assert.equal((await client?.message())?.["id"], 1);
  });
});
