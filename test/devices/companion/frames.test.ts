import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { frameOf, readFrames } from "../../../src/devices/companion/frames.js";
import { coded } from "../../support/coded.js";
import { golden } from "../../support/companion.js";

async function* streamOf(chunks: readonly Buffer[]): AsyncGenerator<Buffer, void, void> {
  yield* chunks;
}

async function read(chunks: readonly Buffer[], maxBytes = 1000): Promise<readonly Buffer[]> {
  const frames: Buffer[] = [];
  for await (const frame of readFrames(streamOf(chunks), maxBytes)) frames.push(frame);
  return frames;
}

/** The bytes in pieces of these lengths, and the rest. */
function cut(bytes: Buffer, lengths: readonly number[]): readonly Buffer[] {
  const chunks: Buffer[] = [];
  let at = 0;
  for (const length of lengths) {
    chunks.push(bytes.subarray(at, at + length));
    at += length;
  }
  return [...chunks, bytes.subarray(at)];
}

test("frames are read whole from a stream cut into any pieces", async () => {
  const bodies = fc.array(fc.uint8Array({ minLength: 1, maxLength: 60 }), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(bodies, fc.array(fc.nat(40), { maxLength: 12 }), async (all, lengths) => {
      const wanted = all.map((body) => Buffer.from(body));
      assert.deepEqual(await read(cut(Buffer.concat(wanted.map(frameOf)), lengths)), wanted);
    }),
    { numRuns: 200 },
  );
});

test("a golden frame is the message as JSON.stringify writes it", async () => {
  for (const { name, bytes, message } of [...golden("client"), ...golden("server")]) {
    const [body] = await read([bytes], bytes.length);
    assert.equal(body?.toString("utf8"), JSON.stringify(message), name);
  }
});

test("a frame over the size limit is refused before its body comes, and so is an empty frame", async () => {
  assert.equal((await coded(read([Buffer.from("000003e9", "hex")]))).code, "ON_DEVICE_PROTOCOL");
  assert.equal((await coded(read([Buffer.from("00000000", "hex")]))).code, "ON_DEVICE_PROTOCOL");
  assert.equal((await read([frameOf(Buffer.alloc(1000))])).length, 1);
});

test("a stream that ends within a frame was lost, and one that ends between two frames is over", async () => {
  const frame = frameOf(Buffer.from("{}"));
  for (let length = 1; length < frame.length; length++) {
    assert.equal((await coded(read([frame.subarray(0, length)]))).code, "DEVICE_DISCONNECTED");
  }
  assert.deepEqual(await read([]), []);
});
