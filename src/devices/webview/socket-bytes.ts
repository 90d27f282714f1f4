import { FoveaError } from "../../base/errors.js";
import type { ServiceStream } from "../device.js";

/** Reads a stream in pieces. The other side is not trusted to end, or to keep within any size. */
export class SocketBytes {
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #what: string;
  readonly #most: number;
  #kept: Buffer[] = [];
  #length = 0;
  #total = 0;

  /** Reads at most `most` bytes in total. */
  constructor(stream: ServiceStream, what: string, most: number) {
    this.#chunks = stream[Symbol.asyncIterator]();
    this.#what = what;
    this.#most = most;
  }

  /** Reads exactly `count` bytes. Errors: WEBVIEW_UNREAD if the stream ends before, or sends more than the limit. */
  async take(count: number): Promise<Buffer> {
    while (this.#length < count) if (!(await this.#more())) throw this.#refuse("it closed the connection");
    const all = this.#joined();
    this.#keep(all.subarray(count));
    return all.subarray(0, count);
  }

  /** Reads everything up to and including `end`, at most `most` bytes. Errors: as {@link take}. */
  async takeUntil(end: string, most: number): Promise<Buffer> {
    for (;;) {
      const all = this.#joined();
      const place = all.indexOf(end, 0, "latin1");
      if (place >= 0 && place <= most) return await this.take(place + end.length);
      if (all.length > most) throw this.#refuse("its header is too long");
      if (!(await this.#more())) throw this.#refuse("it closed the connection");
    }
  }

  /** The error for data that is not valid. */
  #refuse(why: string): FoveaError {
    return new FoveaError("WEBVIEW_UNREAD", `${this.#what}: ${why}`);
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#chunks.next();
    if (done === true) return false;
    this.#total += value.length;
    if (this.#total > this.#most) throw this.#refuse(`it sends more than ${this.#most} bytes`);
    this.#kept.push(value);
    this.#length += value.length;
    return true;
  }

  #joined(): Buffer {
    const all = this.#kept.length === 1 && this.#kept[0] ? this.#kept[0] : Buffer.concat(this.#kept);
    this.#keep(all);
    return all;
  }

  #keep(all: Buffer): void {
    this.#kept = all.length === 0 ? [] : [all];
    this.#length = all.length;
  }
}
