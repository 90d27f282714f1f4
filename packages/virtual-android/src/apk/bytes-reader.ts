/**
 * Reads the little-endian fields of the APK Signing Block. Errors: RangeError for a field that is longer than the
 * bytes.
 */
export class BytesReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  u32(): number {
    return this.take(4).readUInt32LE();
  }

  take(count: number): Buffer {
    if (this.#at + count > this.#bytes.length) throw new RangeError("a field ends after its block");
    this.#at += count;
    return this.#bytes.subarray(this.#at - count, this.#at);
  }

  /** A field with its length before it. */
  block(): Buffer {
    return this.take(this.u32());
  }

  /** All fields with their lengths before them, up to the end. */
  blocks(): readonly Buffer[] {
    const all: Buffer[] = [];
    while (!this.isAtEnd) all.push(this.block());
    return all;
  }
}
