const HEADER_BYTES = 4;

/**
 * Splits one direction of the on-device protocol into bodies as it arrives (protocol/on-device/README.md, "Frames").
 */
export class FrameCutter {
  readonly #maxBytes: number;
  #pieces: Buffer[] = [];
  #length = 0;
  #body: number | null = null;
  #problem: string | null = null;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The fault in the stream; null while there is none. After a fault nothing more is parsed. */
  get problem(): string | null {
    return this.#problem;
  }

  /** The bodies that are complete with these bytes. */
  cut(bytes: Buffer): readonly Buffer[] {
    const bodies: Buffer[] = [];
    this.#pieces.push(bytes);
    this.#length += bytes.length;
    while (this.#problem === null && this.#length >= (this.#body ?? HEADER_BYTES)) {
      if (this.#body === null) this.#begin(this.#take(HEADER_BYTES).readUInt32BE(0));
      else {
        bodies.push(this.#take(this.#body));
        this.#body = null;
      }
    }
    if (this.#problem !== null) this.#pieces = [];
    return bodies;
  }

  #begin(length: number): void {
    if (length === 0 || length > this.#maxBytes) this.#problem = `a frame of ${length} bytes`;
    this.#body = length;
  }

  #take(count: number): Buffer {
    const [first] = this.#pieces;
    const all = this.#pieces.length === 1 && first ? first : Buffer.concat(this.#pieces, this.#length);
    const rest = all.subarray(count);
    this.#pieces = rest.length > 0 ? [rest] : [];
    this.#length = rest.length;
    return all.subarray(0, count);
  }
}
