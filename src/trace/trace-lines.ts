import { open } from "node:fs/promises";
import { LineCutter, type TraceLine } from "./line-cutter.js";

const CHUNK_BYTES = 256 * 1024;

/**
 * The lines of a file that lines are appended to, one after another, in bounded memory. A last line without an end is
 * incomplete, since its writer ended while it was written: it does not count, and `onIncompleteLine` gets its length in
 * bytes.
 */
export async function* traceLines(
  path: string,
  onIncompleteLine: (bytes: number) => void = () => {},
): AsyncGenerator<TraceLine> {
  await using file = await open(path, "r");
  const lines = new LineCutter();
  const buffer = Buffer.alloc(CHUNK_BYTES);
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length);
    if (bytesRead === 0) break;
    for (const line of lines.cut(buffer.subarray(0, bytesRead))) yield line;
  }
  if (lines.openBytes > 0) onIncompleteLine(lines.openBytes);
}
