import type { ServiceStream } from "../../src/devices/device.js";

/** A stream that gives these bytes in pieces of any size, and ends; it ignores writes. */
export function scriptedBytes(bytes: Buffer): ServiceStream {
  return {
    write: async () => {},
    async *[Symbol.asyncIterator]() {
      for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
    },
    close() {},
    async [Symbol.asyncDispose]() {},
  };
}

const PIECE = 4_099;
