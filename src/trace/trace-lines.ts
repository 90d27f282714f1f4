import { type FileHandle, open } from "node:fs/promises";
import { StringDecoder } from "node:string_decoder";

/** One whole line, without its end. */
export interface TraceLine {
  readonly text: string;
  /** From 1. */
  readonly line: number;
}

const CHUNK_BYTES = 256 * 1024;
/** No step is longer: a line beyond it is given cut, and fails to parse. */
export const LONGEST_LINE = 64 * 1024 * 1024;

/**
 * The lines of a file that was appended to, one after another, in bounded memory. A last line without its end was being
 * written when the writer ended: it is no line, and `onTorn` hears how many bytes it has.
 */
export async function* traceLines(path: string, onTorn: (bytes: number) => void = () => {}): AsyncGenerator<TraceLine> {
  const file = await open(path, "r");
  try {
    yield* linesOf(file, onTorn);
  } finally {
    await file.close();
  }
}

async function* linesOf(file: FileHandle, onTorn: (bytes: number) => void): AsyncGenerator<TraceLine> {
  const buffer = Buffer.alloc(CHUNK_BYTES);
  const decoder = new StringDecoder("utf8");
  let pending: string[] = [];
  let length = 0;
  let line = 0;
  let bytesBehindEnd = 0;
  const add = (text: string) => {
    if (length < LONGEST_LINE) pending.push(text);
    length += text.length;
  };
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length);
    if (bytesRead === 0) break;
    const end = buffer.subarray(0, bytesRead).lastIndexOf(0x0a);
    bytesBehindEnd = end < 0 ? bytesBehindEnd + bytesRead : bytesRead - end - 1;
    let text = decoder.write(buffer.subarray(0, bytesRead));
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n")) {
      add(text.slice(0, at));
      yield { text: pending.join(""), line: ++line };
      text = text.slice(at + 1);
      pending = [];
      length = 0;
    }
    if (text !== "") add(text);
  }
  if (bytesBehindEnd > 0) onTorn(bytesBehindEnd);
}
