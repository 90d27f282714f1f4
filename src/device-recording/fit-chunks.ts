import type { Chunk, StreamName } from "./format.js";

/** The chunks for streams whose sizes changed: all bytes of such a stream are put at the time of its last chunk. */
export function fitChunks(chunks: readonly Chunk[], sizes: ReadonlyMap<StreamName, number>): Chunk[] {
  let fitted = [...chunks];
  for (const [stream, size] of sizes) {
    const own = fitted.filter(([name]) => name === stream);
    if (own.reduce((sum, [, , bytes]) => sum + bytes, 0) === size) continue;
    const last = own.at(-1);
    fitted = fitted.flatMap((chunk): Chunk[] => {
      if (chunk[0] !== stream) return [chunk];
      return chunk === last ? [[stream, chunk[1], size]] : [];
    });
  }
  return fitted;
}
