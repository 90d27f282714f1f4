import assert from "node:assert/strict";
import { test } from "node:test";
import { SyncConnection } from "../../../src/devices/adb/sync-connection.js";
import type { ServiceStream } from "../../../src/devices/device.js";

test("a file is read only as fast as the device takes it", async () => {
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
    for (; read < 1_000; read += 1) yield Buffer.alloc(64 * 1024);
  }
  void new SyncConnection(stuck).push({ contents: contents(), remotePath: "/x", mode: 0o644 });
  for (let turn = 0; turn < 200; turn += 1) await new Promise(setImmediate);
  assert.ok(read > 0 && read < 20, `${read} chunks were read`);
});
