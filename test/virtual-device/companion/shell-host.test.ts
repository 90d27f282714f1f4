import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { PACKET, parsePacketHeader } from "../../../packages/virtual-android/src/adbd/shell-packets.js";
import type { VirtualDevice } from "../../../packages/virtual-android/src/virtual-device.js";
import { pollUntil } from "../../../src/base/signals.js";
import { openService, runOnPhone } from "../../support/run-on-phone.js";
import { buildApk } from "../support/apk-builder.js";
import { phoneWithService } from "../support/companion-phone.js";
import { connectWire, list, openWire, SHELL } from "../support/wire-client.js";

const JAR = "/data/local/tmp/fovea-shell-0123456789ab.jar";
const START = `CLASSPATH=${JAR} exec app_process / dev.fovea.shell.Main`;

function push(device: VirtualDevice): void {
  const jar = buildApk({ name: "code" }, { fileName: "classes.dex" });
  device.phone.files.write(JAR, jar, 0o444);
}

/** Starts the host and gives its one line and its stream. */
async function startHost(device: VirtualDevice) {
  const stream = await openService(device, `shell,v2,raw:${START}`);
  let bytes = Buffer.alloc(0);
  while (!bytes.includes("\n")) {
    const chunk = await stream.read(65_536, AbortSignal.timeout(60_000));
    assert.ok(chunk, "it ended without a line");
    bytes = Buffer.concat([bytes, chunk]);
  }
  const { kind, length } = parsePacketHeader(bytes.subarray(0, 5));
  assert.equal(kind, PACKET.stdout);
  return { line: bytes.subarray(5, 5 + length).toString(), stream };
}

describe("the companion shell", () => {
  it("prints where it listens, serves beside the service, and ends with its stream", async () => {
    await using phone = await phoneWithService();
    push(phone.device);
    const { line, stream } = await startHost(phone.device);
    const [, epoch] = /^READY dev\.fovea\.service\.shell ([0-9a-f]{16})\n$/.exec(line) ?? [];
    const client = await openWire(phone.device, SHELL);
    const hello = await client?.hello();
    assert.deepEqual([hello?.["host"], hello?.["epoch"]], ["shell", epoch]);
    using service = await connectWire(phone.device);
    const idsOf = async (one = service) => list(await one.call("snapshot"), "windows").map((window) => window["id"]);
    assert.ok(client);
    assert.deepEqual(await idsOf(client), await idsOf());
    assert.equal((await runOnPhone(phone.device, "cat /data/local/tmp/fovea-shell.epoch")).stdout, `${epoch}\n`);
    stream.close();
    const isGone = async () => ((await openWire(phone.device, SHELL)) === null ? true : undefined);
    await pollUntil(isGone, 5, AbortSignal.timeout(60_000));
    assert.equal(await client?.message(), null);
    assert.equal(phone.phone.state().accessibility.isUiAutomationConnected, false);
  });

  it("ends where no request comes for as long as its lease, though its stream stays open", async () => {
    await using phone = await phoneWithService({ onDevice: "absent" });
    push(phone.device);
    const { stdout, status } = await runOnPhone(phone.device, `${START} --lease-ms 50`);
    assert.match(stdout, /^READY /);
    assert.equal(status, 0);
    assert.equal(phone.phone.state().accessibility.isUiAutomationConnected, false);
  });

  it("runs once: a second start names the first one, and uiautomator finds its place taken", async () => {
    await using phone = await phoneWithService({ onDevice: "absent" });
    push(phone.device);
    const { line, stream } = await startHost(phone.device);
    const second = await runOnPhone(phone.device, START);
    assert.deepEqual([second.stdout, second.status], [line.replace("READY", "RUNNING"), 0]);
    assert.match((await runOnPhone(phone.device, "uiautomator dump")).stderr, /already registered!/);
    stream.close();
  });

  it("fails where another UiAutomation is connected", async () => {
    await using phone = await phoneWithService({ onDevice: "absent" });
    push(phone.device);
    phone.phone.setUiAutomationConnected(true);
    const { stdout, status } = await runOnPhone(phone.device, START);
    assert.match(stdout, /^FAILED UIAUTOMATION_BUSY .+\n$/);
    assert.equal(status, 1);
  });

  it("is not found where the file is missing or has no code, and refused where the file is writable", async () => {
    await using phone = await phoneWithService({ onDevice: "absent" });
    const missing = await runOnPhone(phone.device, START);
    assert.match(missing.stderr, /ClassNotFoundException: Didn't find class "dev\.fovea\.shell\.Main" on path/);
    assert.equal(missing.status, 134);
    phone.device.phone.files.write(JAR, Buffer.from("no archive"), 0o444);
    assert.match((await runOnPhone(phone.device, START)).stderr, /ClassNotFoundException/);
    phone.device.phone.files.remove(JAR);
    phone.device.phone.files.write(JAR, buildApk({ name: "code" }, { fileName: "classes.dex" }), 0o644);
    assert.match((await runOnPhone(phone.device, START)).stderr, /Writable dex file/);
  });

  it("ends when its standard input ends", async () => {
    await using phone = await phoneWithService({ onDevice: "absent" });
    push(phone.device);
    assert.match((await runOnPhone(phone.device, START)).stdout, /^READY /);
    assert.equal(await openWire(phone.device, SHELL), null);
  });
});
