/** The bytes of a line without its line break, and whether it had one. */
export interface Line {
  readonly bytes: Buffer;
  readonly hasBreak: boolean;
}

/** The lines of an input, each as soon as it is complete. */
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

/** All bytes of an input. */
export async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}
