import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import * as z from "zod";

/** A file of lines that is appended to. */
export interface OpenLines {
  readonly file: FileHandle;
  readonly bytes: number;
  readonly last: LastLine;
}

/** Opens a file of lines for appending, and removes an incomplete last line. */
export async function openLines(path: string): Promise<OpenLines> {
  const file = await open(path, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT, 0o600);
  const { size } = await file.stat();
  const tail = await tailOf(file, size);
  const whole = tail.lastIndexOf(0x0a) + 1;
  const bytes = size - tail.length + whole;
  if (bytes < size) await file.truncate(bytes);
  const start = whole < 2 ? 0 : tail.lastIndexOf(0x0a, whole - 2) + 1;
  return { file, bytes, last: fieldsOf(tail.subarray(start, whole).toString("utf8")) };
}

const TAIL_BYTES = 256 * 1024;

/** The last bytes of a file: enough of them to contain its last complete line. */
async function tailOf(file: FileHandle, size: number): Promise<Buffer> {
  for (let length = Math.min(size, TAIL_BYTES); ; length = Math.min(size, length * 4)) {
    const tail = Buffer.alloc(length);
    await file.read(tail, 0, length, size - length);
    const whole = tail.lastIndexOf(0x0a);
    if (length === size || (whole > 0 && tail.lastIndexOf(0x0a, whole - 1) >= 0)) return tail;
  }
}

/** The last timestamp and call number of an earlier writer; empty if there is no line, or one from another program. */
function fieldsOf(line: string): LastLine {
  try {
    return lastLineSchema.parse(JSON.parse(line));
  } catch {
    return {};
  }
}

const lastLineSchema = z.looseObject({ timestamp: z.number().optional(), call: z.int().optional() });
type LastLine = z.infer<typeof lastLineSchema>;
