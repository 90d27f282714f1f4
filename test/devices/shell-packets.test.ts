import assert from "node:assert/strict";
import { mock, test } from "node:test";
import fc from "fast-check";
import { isFoveaError } from "../../src/base/errors.js";
import { ShellPackets } from "../../src/devices/shell-packets.js";
import { packet } from "../support/fake-stream.js";

const payload = fc.uint8Array({ maxLength: 30 });

test("the same bytes are read wherever the stream is cut", () => {
  const sent = fc.array(fc.tuple(fc.constantFrom(1, 2), payload), { maxLength: 8 });
  fc.assert(
    fc.property(
      sent,
      fc.integer({ min: 0, max: 255 }),
      fc.array(fc.nat(12), { minLength: 1 }),
      (packets, code, cuts) => {
        const all = Buffer.concat([...packets.map(([id, data]) => packet(id, data)), packet(3, Buffer.from([code]))]);
        const read = new ShellPackets(10_000);
        for (let at = 0, turn = 0; at < all.length; turn += 1) {
          const length = cuts[turn % cuts.length] || 1;
          read.feed(all.subarray(at, at + length));
          at += length;
        }
        const of = (wanted: number) => Buffer.concat(packets.filter(([id]) => id === wanted).map(([, data]) => data));
        assert.deepEqual(read.stdout, of(1));
        assert.equal(read.stderr, of(2).toString("utf8"));
        assert.equal(read.exitCode, code);
      },
    ),
  );
});

test("every exit code from 0 to 255 is read unchanged", () => {
  for (let code = 0; code < 256; code += 1) {
    const read = new ShellPackets(10);
    read.feed(packet(3, Buffer.from([code])));
    assert.equal(read.exitCode, code);
  }
});

test("any invalid bytes fail with a code", () => {
  fc.assert(
    fc.property(fc.array(payload), (chunks) => {
      const read = new ShellPackets(100);
      try {
        for (const chunk of chunks) read.feed(Buffer.from(chunk));
      } catch (error) {
        assert.ok(isFoveaError(error, "ADB_PROTOCOL") || isFoveaError(error, "OUTPUT_TOO_LARGE"), String(error));
      }
    }),
  );
});

test("ten megabytes are joined once, not with every chunk", () => {
  const read = new ShellPackets(20_000_000);
  const chunk = packet(1, Buffer.alloc(64 * 1024));
  const concat = mock.method(Buffer, "concat");
  try {
    for (let sent = 0; sent < 160; sent += 1) read.feed(chunk);
    assert.equal(concat.mock.callCount(), 0);
    assert.equal(read.stdout.length, 160 * 64 * 1024);
    assert.equal(concat.mock.callCount(), 1);
  } finally {
    concat.mock.restore();
  }
});

test("the size limit is for standard output and error together, however small the packets are", () => {
  const read = new ShellPackets(100);
  for (const id of [1, 2]) read.feed(packet(id, Buffer.alloc(50)));
  assert.throws(
    () => read.feed(packet(1, Buffer.alloc(1))),
    (error) => isFoveaError(error, "OUTPUT_TOO_LARGE"),
  );
});
