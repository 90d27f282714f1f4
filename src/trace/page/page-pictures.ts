import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { isInside } from "../validate-trace.js";
import { dataBlock } from "./page-frame.js";

/** Makes an image small: limits its longer side in pixels, and its bytes. */
export type Shrink = (
  png: Uint8Array,
  limits: { readonly longestSide: number; readonly maxBytes: number },
) => Promise<{ readonly bytes: Uint8Array; readonly mimeType: string }>;

/** A larger image was not written by Fovea, and is not read. */
const MOST_FILE_BYTES = 64 * 1024 * 1024;
const LONGEST_SIDE = 1_000;
const MOST_PICTURE_BYTES = 120_000;
const LEAST_PICTURE_BYTES = 12_000;
/** The growth of bytes in base64. */
const GROWTH = 4 / 3;

/** The images of a page, each only once: smaller if there are many, and left out if the page would be too large. */
export class PagePictures {
  readonly #folder: string;
  readonly #shrink: Shrink;
  readonly #known = new Map<string, number | null>();
  #room: number;
  /** Images of the trace that the page lacks: they do not exist, cannot be read, or did not fit. */
  leftOut = 0;
  count = 0;

  readonly #first: number;

  /** The images get numbers from `first` on. */
  constructor(folder: string, shrink: Shrink, room: number, first = 0) {
    this.#first = first;
    this.#folder = folder;
    this.#shrink = shrink;
    this.#room = room;
  }

  /**
   * The number of an image's block, and the block if it is new. `share`: among how many images the remaining size is
   * divided.
   */
  async take(
    path: string | undefined,
    share: number,
  ): Promise<{ readonly number: number | null; readonly block: string }> {
    if (!path) return { number: null, block: "" };
    const known = this.#known.get(path);
    if (known !== undefined) return { number: known, block: "" };
    const url = await this.#urlOf(path, share);
    const number = url === null ? null : this.#first + this.count;
    this.#known.set(path, number);
    if (url === null || number === null) {
      this.leftOut += 1;
      return { number: null, block: "" };
    }
    this.count += 1;
    return { number, block: dataBlock(`picture-${number}`, url) };
  }

  async #urlOf(path: string, share: number): Promise<string | null> {
    const maxBytes = Math.min(MOST_PICTURE_BYTES, Math.floor(this.#room / GROWTH / Math.max(1, share)));
    if (this.#room < LEAST_PICTURE_BYTES * GROWTH || !isInside(path)) return null;
    const file = join(this.#folder, path);
    const found = await stat(file).catch(() => null);
    if (!found?.isFile() || found.size > MOST_FILE_BYTES) return null;
    const limits = { longestSide: LONGEST_SIDE, maxBytes: Math.max(LEAST_PICTURE_BYTES, maxBytes) };
    // An image that cannot be decoded is counted as missing.
    const small = await this.#shrink(await readFile(file), limits).catch(() => null);
    if (!small) return null;
    const url = `data:${small.mimeType};base64,${Buffer.from(small.bytes).toString("base64")}`;
    if (url.length > this.#room) return null;
    this.#room -= url.length;
    return url;
  }
}
