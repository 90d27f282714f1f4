import { StringDecoder } from "node:string_decoder";

/** One complete line, without its end. */
export interface TraceLine {
  readonly text: string;
  /** From 1. */
  readonly line: number;
}

/** No step is longer than this: a longer line is cut, and fails to parse. */
export const LONGEST_LINE = 64 * 1024 * 1024;

/** Takes a file piece by piece, and gives the lines that ended in each piece. */
export class LineCutter {
  readonly #decoder = new StringDecoder("utf8");
  #pending: string[] = [];
  #length = 0;
  #line = 0;
  /** How many bytes came since the end of the last line. */
  openBytes = 0;

  *cut(chunk: Buffer): Generator<TraceLine> {
    const lastEnd = chunk.lastIndexOf("\n");
    this.openBytes = lastEnd < 0 ? this.openBytes + chunk.length : chunk.length - lastEnd - 1;
    const text = this.#decoder.write(chunk);
    let start = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", start)) {
      this.#add(text.slice(start, end));
      yield { text: this.#pending.join(""), line: ++this.#line };
      start = end + 1;
      this.#pending = [];
      this.#length = 0;
    }
    if (start < text.length) this.#add(text.slice(start));
  }

  #add(text: string): void {
    if (this.#length < LONGEST_LINE) this.#pending.push(text);
    this.#length += text.length;
  }
}
