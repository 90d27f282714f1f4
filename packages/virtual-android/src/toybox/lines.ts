/** A line as it was read: its bytes without the line break, and whether there was one. */
export interface Line {
  readonly bytes: Buffer;
  readonly hasBreak: boolean;
}

/** The lines of an input, as soon as each is complete. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>, separator = 10): AsyncGenerator<Line> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    let text =
      rest.length > 0 ? Buffer.concat([rest, chunk]) : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    for (let end = text.indexOf(separator); end >= 0; end = text.indexOf(separator)) {
      yield { bytes: text.subarray(0, end), hasBreak: true };
      text = text.subarray(end + 1);
    }
    rest = text;
  }
  if (rest.length > 0) yield { bytes: rest, hasBreak: false };
}

/** Everything of an input. */
export async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}
