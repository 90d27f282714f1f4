import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pollUntil } from "../../src/base/signals.js";
import { countExchanges } from "../../src/devices/count-exchanges.js";
import type { Device } from "../../src/devices/device.js";
import { type DeviceRegistry, openDevices } from "../../src/devices/devices.js";
import { pushFile } from "../../src/devices/push-file.js";
import { coded } from "../support/coded.js";
import type { FakeAdbd, FakeAdbdOptions } from "../support/fake-adbd.js";
import { startFakePhone } from "../support/fake-phone.js";
import { needsPrograms } from "../support/needs.js";
import { never } from "../support/never.js";
import { orDispose } from "../support/or-dispose.js";
import { type RealAdb, startRealAdb } from "../support/real-adb.js";

const { after, before, test } = needsPrograms("adb", "mksh");

let adb: RealAdb;
before(async () => {
  adb = await startRealAdb();
});
after(async () => {
  await adb[Symbol.asyncDispose]();
});

interface Scene extends AsyncDisposable {
  readonly phone: FakeAdbd;
  readonly device: Device;
  readonly registry: DeviceRegistry;
}

async function scene(options: FakeAdbdOptions = {}): Promise<Scene> {
  const phone = await startFakePhone(options);
  const registry = openDevices({ port: adb.port, remoteTargets: [phone.serial] });
  const dispose = async () => {
    await registry[Symbol.asyncDispose]();
    await phone[Symbol.asyncDispose]();
  };
  const parts = { phone, registry, [Symbol.asyncDispose]: dispose };
  return await orDispose(parts, async () => ({ ...parts, device: await registry.get(phone.serial, never()) }));
}

const PATH = "/data/local/tmp/a,b c.bin";

test("pushed bytes arrive whole with their mode, by one counted stream and no process", async () => {
  await using at = await scene();
  for (const size of [0, 1, 65_536, 65_537, 3_000_000]) {
    const bytes = Buffer.alloc(size, "\0\xff\nabc", "latin1");
    const { device, tally } = countExchanges(at.device);
    await pushFile(device, { source: bytes, remotePath: PATH, mode: 0o755 }, never());
    const file = at.phone.files.get(PATH);
    assert.ok(file);
    assert.ok(file.bytes.equals(bytes), `${size} bytes`);
    assert.equal(file.mode & 0o777, 0o755);
    const { adbStreams, deviceProcesses, bytesOut } = tally();
    assert.deepEqual([adbStreams, deviceProcesses], [1, 0]);
    assert.ok(bytesOut > size);
  }
  await pollUntil(() => at.phone.openStreams === 0 || undefined, 5, AbortSignal.timeout(60_000));
});

test("a part of a larger buffer is pushed as that part", async () => {
  await using at = await scene();
  await pushFile(
    at.device,
    { source: new Uint8Array([1, 2, 3, 4]).subarray(1, 3), remotePath: PATH, mode: 0o644 },
    never(),
  );
  assert.deepEqual([...(at.phone.files.get(PATH)?.bytes ?? [])], [2, 3]);
});

test("a file of this host is pushed by its path, and one that cannot be read is refused before anything is sent", async () => {
  await using at = await scene();
  const folder = mkdtempSync(join(tmpdir(), "fovea-push-"));
  try {
    const source = join(folder, "source.bin");
    writeFileSync(source, Buffer.alloc(200_000, 7));
    await pushFile(at.device, { source, remotePath: PATH, mode: 0o644 }, never());
    assert.equal(at.phone.files.get(PATH)?.bytes.length, 200_000);
    const streams = at.phone.opened.length;
    const missing = { source: join(folder, "none"), remotePath: PATH, mode: 0o644 };
    assert.equal((await coded(pushFile(at.device, missing, never()))).code, "INVALID_ARGUMENT");
    const relative = { source, remotePath: "no/folder", mode: 0o644 };
    assert.equal((await coded(pushFile(at.device, relative, never()))).code, "INVALID_ARGUMENT");
    assert.equal(at.phone.opened.length, streams);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a file that did not arrive whole is PUSH_FAILED", async () => {
  await using at = await scene({ dropAtEnd: 10 });
  const error = await coded(
    pushFile(at.device, { source: Buffer.alloc(5_000), remotePath: PATH, mode: 0o644 }, never()),
  );
  assert.deepEqual([error.code, error.context.mayHaveHappened], ["PUSH_FAILED", true]);
  assert.match(error.message, /of 5000 bytes .* 4990 arrived/);
});

test("a push that the device refuses is PUSH_FAILED with the device's text, and the stream is closed", async () => {
  await using at = await scene({ refusePush: "couldn't create file: Permission denied" });
  const error = await coded(
    pushFile(at.device, { source: Buffer.alloc(500_000), remotePath: PATH, mode: 0o644 }, never()),
  );
  assert.equal(error.code, "PUSH_FAILED");
  assert.match(error.message, /: couldn't create file: Permission denied$/);
  await pollUntil(() => at.phone.openStreams === 0 || undefined, 5, AbortSignal.timeout(60_000));
});

test("a phone that is lost during a push is DEVICE_DISCONNECTED, and the file may be there", async () => {
  await using at = await scene({ onPart: () => at.phone.unplug() });
  const error = await coded(
    pushFile(at.device, { source: Buffer.alloc(30_000_000), remotePath: PATH, mode: 0o644 }, never()),
  );
  assert.deepEqual([error.code, error.context.mayHaveHappened], ["DEVICE_DISCONNECTED", true]);
});

test("an abort ends a push at once, with the caller's reason", async () => {
  const controller = new AbortController();
  const reason = new Error("enough");
  await using at = await scene({ onPart: () => controller.abort(reason) });
  const push = { source: Buffer.alloc(30_000_000), remotePath: PATH, mode: 0o644 };
  await assert.rejects(pushFile(at.device, push, controller.signal), (error) => error === reason);
  await pollUntil(() => at.phone.openStreams === 0 || undefined, 5, AbortSignal.timeout(60_000));
  assert.equal(at.phone.files.has(PATH), false);
});
