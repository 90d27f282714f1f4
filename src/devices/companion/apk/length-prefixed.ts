import { notApk } from "./zip-end.js";

/** A u32 in little endian, as all numbers in a signing block. */
export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value, 0);
  return bytes;
}

/** The parts joined, with their total length before them. */
export function prefixed(...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([u32(body.length), body]);
}

/** Reads length-prefixed values one after the other. */
export class PrefixedReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  /** The next value without its length. Errors: NOT_THIS_FORMAT. */
  next(): Buffer {
    const from = this.#at + 4;
    const length = from <= this.#bytes.length ? this.#bytes.readUInt32LE(this.#at) : Number.POSITIVE_INFINITY;
    if (from + length > this.#bytes.length) throw notApk("a part of its signature is cut off");
    this.#at = from + length;
    return this.#bytes.subarray(from, this.#at);
  }
}
