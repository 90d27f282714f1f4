import { FoveaError } from "../../base/errors.js";

const HEADER_BYTES = 4;

/**
 * Splits a stream into frames: a big-endian u32 with the body's length, then the body. Ends with the stream. Chunks are
 * joined only once, when their frame is complete. Errors: ON_DEVICE_PROTOCOL for a length of 0 or above `maxBytes`,
 * DEVICE_DISCONNECTED if the stream ends within a frame, and those of the stream.
 */
export async function* readFrames(stream: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer, void, void> {
  const pending = new Pending();
  let wanted = HEADER_BYTES;
  let isHeader = true;
  for await (const chunk of stream) {
    pending.add(chunk);
    while (pending.length >= wanted) {
      const bytes = pending.take(wanted);
      if (!isHeader) yield bytes;
      wanted = isHeader ? checkedLength(bytes.readUInt32BE(0), maxBytes) : HEADER_BYTES;
      isHeader = !isHeader;
    }
  }
  if (isHeader && pending.length === 0) return;
  throw new FoveaError("DEVICE_DISCONNECTED", "the companion's stream ended within a frame");
}

/** The frame of a body. */
export function frameOf(body: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(HEADER_BYTES + body.length);
  frame.writeUInt32BE(body.length, 0);
  frame.set(body, HEADER_BYTES);
  return frame;
}

function checkedLength(length: number, maxBytes: number): number {
  if (length > 0 && length <= maxBytes) return length;
  throw new FoveaError("ON_DEVICE_PROTOCOL", `the companion announced a frame of ${length} bytes`);
}

/** Received bytes that are not in a complete frame yet. */
class Pending {
  #chunks: Buffer[] = [];
  length = 0;

  add(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.length += chunk.length;
  }

  take(count: number): Buffer {
    const [first] = this.#chunks;
    const all = this.#chunks.length === 1 && first !== undefined ? first : Buffer.concat(this.#chunks, this.length);
    const rest = all.subarray(count);
    this.#chunks = rest.length > 0 ? [rest] : [];
    this.length = rest.length;
    return all.subarray(0, count);
  }
}
