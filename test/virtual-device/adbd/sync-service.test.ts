import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ServiceStream } from "../../../packages/virtual-android/src/adbd/service.js";
import { frame } from "../../../packages/virtual-android/src/adbd/sync-frames.js";
import { startVirtualDevice } from "../../../packages/virtual-android/src/virtual-device.js";
import { never } from "../../support/never.js";
import { plainPhone } from "../../support/plain-phone.js";
import { openService } from "../../support/run-on-phone.js";

const signal = never();

/** Exactly so many bytes of a stream. */
async function take(stream: ServiceStream, count: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for (let left = count; left > 0; ) {
    const chunk = await stream.read(left, signal);
    if (!chunk) break;
    chunks.push(chunk);
    left -= chunk.length;
  }
  return Buffer.concat(chunks);
}

async function startSync() {
  const device = await startVirtualDevice({ phone: plainPhone(), adbdPort: null });
  const stream = await openService(device, "sync:");
  const ask = (id: string, path: string) => stream.write(frame(id, Buffer.from(path)), signal);
  return { device, stream, ask, files: device.phone.files, [Symbol.asyncDispose]: () => device[Symbol.asyncDispose]() };
}

describe("the sync service", () => {
  it("reports mode, size and time of a file, in both versions", async () => {
    await using sync = await startSync();
    sync.files.write("/data/local/tmp/f", Buffer.from("12345"), 0o640);
    await sync.ask("STAT", "/data/local/tmp/f");
    const stat = await take(sync.stream, 16);
    assert.deepEqual(
      [stat.toString("latin1", 0, 4), stat.readUInt32LE(4), stat.readUInt32LE(8)],
      ["STAT", 0o100640, 5],
    );
    assert.equal(stat.readUInt32LE(12), sync.files.stat("/data/local/tmp/f")?.mtimeSeconds);
    await sync.ask("STA2", "/data/local/tmp/f");
    const stat2 = await take(sync.stream, 72);
    assert.deepEqual([stat2.readUInt32LE(4), stat2.readUInt32LE(24), stat2.readBigUInt64LE(40)], [0, 0o100640, 5n]);
    assert.deepEqual([stat2.readUInt32LE(32), stat2.readUInt32LE(36)], [2000, 2000]);
  });

  it("reports missing and forbidden files as such, and version 1 only sends zeros", async () => {
    await using sync = await startSync();
    await sync.ask("STAT", "/nope");
    assert.deepEqual(await take(sync.stream, 16), Buffer.from("STAT\0\0\0\0\0\0\0\0\0\0\0\0", "latin1"));
    await sync.ask("STA2", "/nope");
    assert.equal((await take(sync.stream, 72)).readUInt32LE(4), 2);
    await sync.ask("LST2", "/data/media/x");
    assert.equal((await take(sync.stream, 72)).readUInt32LE(4), 13);
  });

  it("distinguishes a link from its target", async () => {
    await using sync = await startSync();
    await sync.ask("LST2", "/sdcard");
    assert.equal((await take(sync.stream, 72)).readUInt32LE(24) & 0o170000, 0o120000);
    await sync.ask("STA2", "/sdcard");
    assert.equal((await take(sync.stream, 72)).readUInt32LE(24) & 0o170000, 0o040000);
  });

  it("lists folders in both versions, and lists nothing for an unreadable one", async () => {
    await using sync = await startSync();
    sync.files.write("/data/local/tmp/one", Buffer.from("1"));
    await sync.ask("LIST", "/data/local/tmp");
    const entry = await take(sync.stream, 20);
    assert.deepEqual([entry.toString("latin1", 0, 4), entry.readUInt32LE(8), entry.readUInt32LE(16)], ["DENT", 1, 3]);
    assert.equal((await take(sync.stream, 3)).toString(), "one");
    assert.equal((await take(sync.stream, 20)).toString("latin1", 0, 4), "DONE");
    await sync.ask("LIS2", "/data/local/tmp");
    const entry2 = await take(sync.stream, 76);
    assert.deepEqual([entry2.toString("latin1", 0, 4), entry2.readUInt32LE(72)], ["DNT2", 3]);
    assert.equal((await take(sync.stream, 3)).toString(), "one");
    assert.equal((await take(sync.stream, 76)).toString("latin1", 0, 4), "DONE");
    await sync.ask("LIST", "/data");
    assert.equal((await take(sync.stream, 20)).toString("latin1", 0, 4), "DONE");
  });

  it("sends a file in chunks of at most 64 KiB, one request after another", async () => {
    await using sync = await startSync();
    const content = Buffer.alloc(150_000, 3);
    sync.files.write("/data/local/tmp/big", content);
    for (const id of ["RECV", "RCV2"]) {
      await sync.ask(id, "/data/local/tmp/big");
      if (id === "RCV2") await sync.stream.write(frame("RCV2", new Uint8Array(0)), signal);
      const lengths: number[] = [];
      for (;;) {
        const head = await take(sync.stream, 8);
        if (head.toString("latin1", 0, 4) === "DONE") break;
        lengths.push(head.readUInt32LE(4));
        await take(sync.stream, head.readUInt32LE(4));
      }
      assert.deepEqual(lengths, [65536, 65536, 18928]);
    }
  });

  it("receives a file with its mode and time, in both versions", async () => {
    await using sync = await startSync();
    const data = frame("DATA", Buffer.from("hello"));
    const done = Buffer.from("DONE\x2a\0\0\0", "latin1");
    await sync.ask("SEND", "/data/local/tmp/made/here,33188");
    await sync.stream.write(Buffer.concat([data, data, done]), signal);
    assert.equal((await take(sync.stream, 8)).toString("latin1", 0, 4), "OKAY");
    assert.equal(Buffer.from(sync.files.read("/data/local/tmp/made/here") ?? []).toString(), "hellohello");
    assert.deepEqual([sync.files.stat("/data/local/tmp/made/here")?.mtimeSeconds], [42]);
    assert.equal(sync.files.stat("/data/local/tmp/made/here")?.mode, 0o100666, "others get the owner's rights");
    await sync.ask("SND2", "/data/local/tmp/v2");
    const setup = Buffer.alloc(12);
    setup.write("SND2", "latin1");
    setup.writeUInt32LE(0o100700, 4);
    await sync.stream.write(Buffer.concat([setup, data, done]), signal);
    assert.equal((await take(sync.stream, 8)).toString("latin1", 0, 4), "OKAY");
    assert.equal(sync.files.stat("/data/local/tmp/v2")?.mode, 0o100777);
  });

  it("reports an error, and goes on", async () => {
    await using sync = await startSync();
    const failure = async () => {
      const head = await take(sync.stream, 8);
      assert.equal(head.toString("latin1", 0, 4), "FAIL");
      return (await take(sync.stream, head.readUInt32LE(4))).toString();
    };
    await sync.ask("RECV", "/nope");
    assert.equal(await failure(), "open failed: No such file or directory");
    await sync.ask("RECV", "/data/local/tmp");
    assert.equal(await failure(), "read failed: Is a directory");
    await sync.ask("SEND", "/system/x,33188");
    await sync.stream.write(Buffer.concat([frame("DATA", Buffer.from("x")), Buffer.from("DONE\0\0\0\0")]), signal);
    assert.equal(await failure(), "couldn't create file: Read-only file system");
    await sync.ask("SND2", "/data/local/tmp/x");
    await sync.stream.write(Buffer.from("SND2\xa4\x81\0\0\x01\0\0\0", "latin1"), signal);
    assert.equal(await failure(), "unsupported compression");
    await sync.ask("STAT", "/sdcard");
    assert.equal((await take(sync.stream, 16)).toString("latin1", 0, 4), "STAT");
    await sync.ask("QUIT", "");
    assert.equal((await take(sync.stream, 1)).length, 0);
  });

  it("keeps the received part when the host disconnects during a transfer", async () => {
    await using sync = await startSync();
    await sync.ask("SEND", "/sdcard/part,33188");
    await sync.stream.write(frame("DATA", Buffer.from("half")), signal);
    await sync.stream.write(Buffer.from("DA"), signal);
    await new Promise((resolve) => setImmediate(resolve));
    sync.stream.close();
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(Buffer.from(sync.files.read("/sdcard/part") ?? []).toString(), "half");
  });
});
