import assert from "node:assert/strict";
import { pollUntil } from "../../src/base/signals.js";
import { countExchanges } from "../../src/devices/count-exchanges.js";
import { type Device, wrapDevice } from "../../src/devices/device.js";
import { type DeviceRegistry, openDevices } from "../../src/devices/devices.js";
import { readScript } from "../../src/devices/script.js";
import { runShell, SHELL_LIMITS } from "../../src/devices/shell.js";
import { coded } from "../support/coded.js";
import type { FakeAdbd } from "../support/fake-adbd.js";
import { startFakePhone } from "../support/fake-phone.js";
import type { FakeStream } from "../support/fake-stream.js";
import { needsPrograms } from "../support/needs.js";
import { never } from "../support/never.js";
import { type RealAdb, startRealAdb } from "../support/real-adb.js";

const { after, before, test } = needsPrograms("adb", "mksh");

let adb: RealAdb;
let phone: FakeAdbd;
let registry: DeviceRegistry;
let device: Device;

/** Gives back what it gets, and ends at a full stop. */
async function echo(name: string, stream: FakeStream): Promise<boolean> {
  if (name !== "localabstract:echo") return false;
  stream.accept();
  for (;;) {
    const byte = await stream.read(1);
    if (byte === null || byte.toString() === ".") return true;
    await stream.write(byte);
  }
}

before(async () => {
  adb = await startRealAdb();
  phone = await startFakePhone({ service: echo });
  registry = openDevices({ port: adb.port, remoteTargets: [phone.serial] });
  device = await registry.get(undefined, never());
});

after(async () => {
  await registry[Symbol.asyncDispose]();
  await phone[Symbol.asyncDispose]();
  await adb[Symbol.asyncDispose]();
});

const allClosed = () => pollUntil(() => phone.openStreams === 0 || undefined, 5, AbortSignal.timeout(60_000));

test("a stream carries bytes both ways until the device ends it", async () => {
  await using stream = await device.openService("localabstract:echo", never());
  await stream.write(Buffer.from("hello"));
  await stream.write(Buffer.from("."));
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  assert.equal(Buffer.concat(chunks).toString(), "hello");
  await allClosed();
});

test("a service that does not exist is SERVICE_REFUSED", async () => {
  const error = await coded(device.openService("localabstract:nobody", never()));
  assert.deepEqual([error.code, error.context.device], ["SERVICE_REFUSED", phone.serial]);
});

test("closing ends a stream for both sides, may be done twice, and ends a waiting read without an error", async () => {
  const stream = await device.openService("localabstract:echo", never());
  const reading = (async () => {
    for await (const _chunk of stream) assert.fail("nothing was sent");
  })();
  stream.close();
  stream.close();
  await reading;
  await allClosed();
  assert.equal((await coded(stream.write(Buffer.from("x")))).code, "DEVICE_DISCONNECTED");
});

test("leaving the loop closes the stream", async () => {
  const stream = await device.openService("localabstract:echo", never());
  await stream.write(Buffer.from("hello"));
  for await (const chunk of stream) {
    assert.ok(chunk.length > 0);
    break;
  }
  await allClosed();
});

test("the signal ends reading and writing with its reason", async () => {
  const controller = new AbortController();
  const reason = new Error("enough");
  const stream = await device.openService("localabstract:echo", controller.signal);
  const reading = (async () => {
    for await (const _chunk of stream) assert.fail("nothing was sent");
  })();
  controller.abort(reason);
  await assert.rejects(reading, (error) => error === reason);
  await assert.rejects(stream.write(Buffer.from("x")), (error) => error === reason);
  await allClosed();
});

test("each call has its own count of streams, processes and bytes", async () => {
  const one = countExchanges(device);
  const other = countExchanges(device);
  const script = readScript(["printf", "hello\\n"], ["printf", "you\\n"]);
  await Promise.all([
    runShell(one.device, script, SHELL_LIMITS, never()),
    runShell(one.device, readScript(["sleep", "0.05"]), SHELL_LIMITS, never()),
    runShell(other.device, readScript(["true"]), SHELL_LIMITS, never()),
  ]);
  await coded(one.device.openService("localabstract:nobody", never()));
  const tally = one.tally();
  assert.deepEqual([tally.adbStreams, tally.deviceProcesses, tally.bytesOut], [3, 4, 0]);
  // Two packets of output with their 5 bytes of header each, or one; and two packets of an exit code.
  assert.ok(tally.bytesIn >= 10 + 5 + 12 && tally.bytesIn <= 10 + 10 + 12, `${tally.bytesIn} bytes`);
  assert.ok(tally.longestStreamMs >= 50 && tally.longestStreamMs < 5_000);
  assert.deepEqual([other.tally().adbStreams, other.tally().deviceProcesses, other.tally().bytesIn], [1, 1, 6]);
});

test("written bytes are counted, and a stream that is still open counts its bytes so far", async () => {
  const { device: counted, tally } = countExchanges(device);
  await using stream = await counted.openService("localabstract:echo", never());
  await stream.write(Buffer.from("hello"));
  const { longestStreamMs } = tally();
  await pollUntil(() => tally().longestStreamMs > longestStreamMs || undefined, 1, AbortSignal.timeout(60_000));
  assert.equal(tally().bytesOut, 5);
});

test("a caller that wraps openService gets every exchange with the device", async () => {
  const names: string[] = [];
  const recorded = wrapDevice(device, (name, signal) => {
    names.push(name);
    return device.openService(name, signal);
  });
  await runShell(recorded, readScript(["true"]), SHELL_LIMITS, never());
  assert.deepEqual(names, ["shell,v2,raw:exec true"]);
});
