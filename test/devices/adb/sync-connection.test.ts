import assert from "node:assert/strict";
import { test } from "node:test";
import { SyncConnection } from "../../../src/devices/adb/sync-connection.js";
import type { ServiceStream } from "../../../src/devices/device.js";

test("push reads a file only as fast as the device accepts it", async () => {
  const stuck: ServiceStream = {
    write: () => new Promise(() => {}),
    async *[Symbol.asyncIterator]() {
      await new Promise(() => {});
    },
    close() {},
    async [Symbol.asyncDispose]() {},
  };
  let read = 0;
  async function* contents() {
    while (read < 1_000) {
      read += 1;
      yield Buffer.alloc(64 * 1024);
    }
  }
  void new SyncConnection(stuck).push({ contents: contents(), remotePath: "/x", mode: 0o644 });
  for (let turn = 0; turn < 200; turn += 1) await new Promise(setImmediate);
  assert.ok(read > 0 && read < 20, `${read} chunks were read`);
});

/** A stream that takes everything, and answers once so many bytes came. */
function answering(after: number, reply: Buffer): ServiceStream & { readonly taken: () => number } {
  let taken = 0;
  let enough = () => {};
  const isEnough = new Promise<void>((resolve) => (enough = resolve));
  return {
    taken: () => taken,
    write: async (bytes) => {
      taken += bytes.length;
      if (taken >= after) enough();
      await new Promise(setImmediate);
    },
    async *[Symbol.asyncIterator]() {
      await isEnough;
      yield reply;
      await new Promise(() => {});
    },
    close() {},
    async [Symbol.asyncDispose]() {},
  };
}

function reply(id: string, words: string): Buffer {
  const head = Buffer.alloc(8);
  head.write(id, 0);
  head.writeUInt32LE(words.length, 4);
  return Buffer.concat([head, Buffer.from(words)]);
}

test("push ends at once with the device's error text where the device refuses, and sends no more of the file", async () => {
  const stream = answering(200_000, reply("FAIL", "No space left on device"));
  async function* contents() {
    for (let part = 0; part < 1_000; part += 1) yield Buffer.alloc(64 * 1024);
  }
  const push = new SyncConnection(stream).push({ contents: contents(), remotePath: "/x", mode: 0o644 });
  await assert.rejects(push, /No space left on device/);
  assert.ok(stream.taken() < 2_000_000, `${stream.taken()} bytes were sent`);
});

test("push splits data into packets of the largest size, and the last packet has the file's time", async () => {
  const written: Buffer[] = [];
  const stream = answering(100_040, reply("OKAY", ""));
  const own: ServiceStream = {
    ...stream,
    write: async (bytes) => {
      written.push(Buffer.from(bytes));
      await stream.write(bytes);
    },
  };
  async function* contents() {
    yield Buffer.alloc(100_000, 7);
  }
  await new SyncConnection(own).push({ contents: contents(), remotePath: "/x", mode: 0o640 });
  const all = Buffer.concat(written);
  assert.equal(all.toString("latin1", 0, 4), "SEND");
  const name = all.subarray(8, 8 + all.readUInt32LE(4)).toString();
  assert.equal(name, `/x,${0o100640}`);
  const parts: [string, number][] = [];
  for (let at = 8 + name.length; at < all.length; ) {
    const [id, value] = [all.toString("latin1", at, at + 4), all.readUInt32LE(at + 4)];
    parts.push([id, id === "DONE" ? 0 : value]);
    at += id === "DONE" ? 8 : 8 + value;
  }
  assert.deepEqual(parts, [
    ["DATA", 65_536],
    ["DATA", 34_464],
    ["DONE", 0],
  ]);
});
