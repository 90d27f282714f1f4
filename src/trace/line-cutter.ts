import { StringDecoder } from "node:string_decoder";

/** One whole line, without its end. */
export interface TraceLine {
  readonly text: string;
  /** From 1. */
  readonly line: number;
}

/** No step is longer: a line beyond it is given cut, and fails to parse. */
export const LONGEST_LINE = 64 * 1024 * 1024;

/** Takes one piece of a file after another, and gives the lines that ended in it. */
export class LineCutter {
  readonly #decoder = new StringDecoder("utf8");
  #pending: string[] = [];
  #length = 0;
  #line = 0;
  /** Since the last line's end. */
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
