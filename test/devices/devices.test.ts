import assert from "node:assert/strict";
import { pollUntil } from "../../src/base/signals.js";
import type { DeviceEntry } from "../../src/devices/device-entry.js";
import { type DeviceRegistry, openDevices } from "../../src/devices/devices.js";
import { readScript } from "../../src/devices/script.js";
import { runShell, SHELL_LIMITS } from "../../src/devices/shell.js";
import { coded } from "../support/coded.js";
import { startFakeAdbd } from "../support/fake-adbd.js";
import { BOOT_ID, startFakePhone } from "../support/fake-phone.js";
import { needsPrograms } from "../support/needs.js";
import { never } from "../support/never.js";
import { freePort, type RealAdb, startRealAdb } from "../support/real-adb.js";

const { after, before, test } = needsPrograms("adb", "mksh");

// Everything here goes through Debian's real adb server.

let adb: RealAdb;
before(async () => {
  adb = await startRealAdb();
});
after(async () => {
  await adb[Symbol.asyncDispose]();
});

const ECHO = readScript(["echo", "hello"]);
const soon = () => AbortSignal.timeout(60_000);

async function say(registry: DeviceRegistry, serial: string): Promise<string> {
  const device = await registry.get(serial, never());
  return (await runShell(device, ECHO, SHELL_LIMITS, never())).stdout.toString();
}

async function entryOf(registry: DeviceRegistry, serial: string): Promise<DeviceEntry> {
  const entries = await registry.list(never());
  const entry = entries.find((one) => one.serial === serial || one.otherSerials.includes(serial));
  assert.ok(entry, `${serial} is not in ${JSON.stringify(entries)}`);
  return entry;
}

test("opening the registry and closing it again sends nothing", async () => {
  const registry = openDevices({ port: await freePort(), env: adb.env });
  await registry[Symbol.asyncDispose]();
  assert.equal(registry.hostSpawns, 0);
});

test("a device is listed with the facts it reports", async () => {
  await using phone = await startFakePhone();
  await using registry = openDevices({ port: adb.port, remoteTargets: [phone.serial] });
  const { transportId, ...entry } = await entryOf(registry, phone.serial);
  assert.match(String(transportId), /^\d+$/);
  assert.deepEqual(entry, {
    serial: phone.serial,
    otherSerials: [],
    state: "device",
    stateText: "device",
    booted: true,
    model: "Fake Phone",
    product: "fake",
    apiLevel: 33,
    hardwareSerial: "FAKE0001",
    connection: "network",
    allowed: true,
    problem: null,
    hints: [],
  });
});

test("the facts of a device are requested once for each connection", async () => {
  await using phone = await startFakePhone();
  await using registry = openDevices({ port: adb.port, remoteTargets: [phone.serial] });
  const device = await registry.get(phone.serial, never());
  const { reportedAt, ...facts } = await device.facts(never());
  assert.ok(reportedAt !== undefined && reportedAt <= performance.now());
  assert.deepEqual(
    { ...facts, features: facts.features.has("shell_v2") },
    {
      model: "Fake Phone",
      manufacturer: "Acme",
      hardwareSerial: "FAKE0001",
      apiLevel: 33,
      release: "13",
      bootId: BOOT_ID,
      features: true,
      isEmulator: false,
      hasTimeout: true,
    },
  );
  assert.equal((await device.facts(never())).reportedAt, reportedAt);
  await registry.list(never());
  assert.equal(phone.opened.length, 1);
});

test("a phone that reboots at the same address is asked for its facts again", async () => {
  const port = await freePort();
  await using first = await startFakePhone({ port });
  await using registry = openDevices({ port: adb.port, remoteTargets: [first.serial] });
  const device = await registry.get(first.serial, never());
  assert.equal((await device.facts(never())).bootId, BOOT_ID);
  await first[Symbol.asyncDispose]();
  const bootId = BOOT_ID.replaceAll("7", "8");
  await using _second = await startFakePhone({ port, bootId });
  const asked = () => device.facts(never()).catch(() => undefined);
  await pollUntil(async () => (await asked())?.bootId === bootId || undefined, 10, soon());
});

for (const [banner, code] of [
  ["recovery", "DEVICE_NOT_READY"],
  ["sideload", "DEVICE_NOT_READY"],
  ["bootloader", "DEVICE_NOT_READY"],
  ["rescue", "DEVICE_NOT_READY"],
  ["host", "DEVICE_NOT_READY"],
] as const) {
  test(`a device in state ${banner} is listed and refused with ${code}`, async () => {
    await using phone = await startFakeAdbd({ banner: `${banner}::` });
    await using registry = openDevices({ port: adb.port, remoteTargets: [phone.serial] });
    const entry = await entryOf(registry, phone.serial);
    assert.deepEqual([entry.state, entry.booted, entry.problem?.code], [banner, null, code]);
    const error = await coded(registry.get(phone.serial, never()));
    assert.equal(error.code, code);
    assert.deepEqual(entry.hints, [error.hint]);
    assert.deepEqual(phone.opened, []);
  });
}

test("a phone that waits for its user's consent is DEVICE_UNAUTHORIZED", async () => {
  await using phone = await startFakeAdbd({ mode: "auth" });
  await using registry = openDevices({ port: adb.port });
  assert.equal((await coded(registry.connect(phone.serial, never()))).code, "DEVICE_UNAUTHORIZED");
  const error = await coded(registry.get(phone.serial, never()));
  assert.deepEqual([error.code, error.context.device], ["DEVICE_UNAUTHORIZED", phone.serial]);
});

test("a phone that does not complete the handshake is DEVICE_OFFLINE", async () => {
  await using phone = await startFakeAdbd({ mode: "silent" });
  await using registry = openDevices({ port: adb.port });
  const giveUp = new AbortController();
  const connecting = registry.connect(phone.serial, giveUp.signal).catch(() => {});
  const error = await pollUntil(
    async () => {
      const failure = await coded(registry.get(phone.serial, never()));
      return failure.code === "DEVICE_NOT_FOUND" ? undefined : failure;
    },
    10,
    soon(),
  );
  assert.ok(["DEVICE_OFFLINE", "DEVICE_NOT_READY"].includes(error.code), error.message);
  giveUp.abort();
  await connecting;
});

test("a booting device is listed as booting, refused, and usable as soon as it has booted", async () => {
  const properties = { "sys.boot_completed": "", "init.svc.bootanim": "running" };
  await using phone = await startFakePhone({ properties });
  await using registry = openDevices({ port: adb.port, remoteTargets: [phone.serial] });
  const entry = await entryOf(registry, phone.serial);
  assert.deepEqual([entry.state, entry.booted, entry.problem?.code], ["device", false, "DEVICE_NOT_BOOTED"]);
  assert.equal((await coded(registry.get(phone.serial, never()))).code, "DEVICE_NOT_BOOTED");
  properties["sys.boot_completed"] = "1";
  assert.equal((await entryOf(registry, phone.serial)).booted, false, "the boot animation still runs");
  properties["init.svc.bootanim"] = "stopped";
  assert.equal(await say(registry, phone.serial), "hello\n");
});

test("without a name the only usable device is used, and with several the error lists them", async () => {
  await using server = await startRealAdb();
  await using recovery = await startFakeAdbd({ banner: "recovery::" });
  await using phone = await startFakePhone();
  await using registry = openDevices({ port: server.port });
  assert.equal((await coded(registry.get(undefined, never()))).code, "NO_DEVICE");
  await registry.connect(recovery.serial, never());
  assert.equal((await coded(registry.get(undefined, never()))).code, "DEVICE_NOT_READY");
  await registry.connect(phone.serial, never());
  assert.equal((await registry.get(undefined, never())).serial, phone.serial);
  await using other = await startFakePhone({ properties: { "ro.serialno": "FAKE0002", "ro.product.model": "Other" } });
  await registry.connect(other.serial, never());
  const error = await coded(registry.get(undefined, never()));
  assert.equal(error.code, "DEVICE_REQUIRED");
  for (const one of [`${phone.serial} (Fake Phone)`, `${other.serial} (Other)`]) assert.ok(error.message.includes(one));
  const missing = await coded(registry.get("nobody", never()));
  assert.equal(missing.code, "DEVICE_NOT_FOUND");
  assert.match(missing.message, /Fake Phone/);
});

test("a device that is not in the allow-list is listed, and nothing is ever sent to it", async () => {
  await using server = await startRealAdb();
  await using mine = await startFakePhone();
  await using foreign = await startFakePhone({ properties: { "ro.serialno": "FAKE0002" } });
  await server.run("connect", foreign.serial);
  await using registry = openDevices({ port: server.port, allowed: [mine.serial], remoteTargets: [mine.serial] });
  const entry = await entryOf(registry, foreign.serial);
  assert.deepEqual([entry.allowed, entry.booted, entry.problem?.code], [false, null, "DEVICE_NOT_ALLOWED"]);
  assert.equal((await coded(registry.get(foreign.serial, never()))).code, "DEVICE_NOT_ALLOWED");
  assert.equal((await coded(registry.connect(foreign.serial, never()))).code, "DEVICE_NOT_ALLOWED");
  assert.equal((await registry.get(undefined, never())).serial, mine.serial);
  assert.deepEqual(foreign.opened, []);
});

test("the same phone connected twice is one device, and both of its serials name it", async () => {
  await using server = await startRealAdb();
  await using phone = await startFakePhone();
  await using alias = await startFakePhone();
  await using registry = openDevices({ port: server.port, remoteTargets: [phone.serial, alias.serial] });
  const entries = await registry.list(never());
  assert.equal(entries.length, 1);
  const [entry] = entries;
  assert.deepEqual([entry?.serial, ...(entry?.otherSerials ?? [])].sort(), [phone.serial, alias.serial].sort());
  assert.match(entry?.hints.join() ?? "", /also connected as/);
  const [one, other, byHardware] = await Promise.all(
    [phone.serial, alias.serial, "FAKE0001"].map((serial) => registry.get(serial, never())),
  );
  assert.ok(one === other && other === byHardware);
  assert.equal((await registry.get(undefined, never())).serial, entry?.serial);
});

test("an address that does not answer is ADB_CONNECT_FAILED, although the adb server says OKAY", async () => {
  const address = `127.0.0.1:${await freePort()}`;
  await using registry = openDevices({ port: adb.port, remoteTargets: [address] });
  const error = await coded(registry.get(address, never()));
  assert.equal(error.code, "ADB_CONNECT_FAILED");
  assert.match(error.message, /Connection refused/);
  const entry = await entryOf(registry, address);
  assert.deepEqual([entry.state, entry.problem?.code], ["unknown", "ADB_CONNECT_FAILED"]);
  assert.equal((await coded(registry.connect("no address", never()))).code, "INVALID_ARGUMENT");
});

test("a remote target that was lost during a call is connected again", async () => {
  const port = await freePort();
  await using first = await startFakePhone({ port });
  await using registry = openDevices({ port: adb.port, remoteTargets: [first.serial] });
  const device = await registry.get(first.serial, never());
  await adb.run("disconnect", first.serial);
  assert.equal((await runShell(device, ECHO, SHELL_LIMITS, never())).stdout.toString(), "hello\n");
  await first[Symbol.asyncDispose]();
  await using _second = await startFakePhone({ port });
  assert.equal(await say(registry, device.serial), "hello\n");
});
