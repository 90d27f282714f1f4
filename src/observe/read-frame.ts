import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { Frame } from "../screen/frame.js";
import { type TileGrid, tileGrid } from "../screen/tiles.js";
import { decodePng, sha256Of } from "../vision/image.js";
import { parseScreencap, toRgba } from "./parse/screencap.js";

/** What `screencap` sent, perhaps packed by gzip. */
export interface SentFrame {
  readonly bytes: Uint8Array;
  readonly isPacked: boolean;
}

/** The pixels, and what is worked out of all of them. */
export interface ReadFrame extends Omit<Frame, "takenAt"> {
  readonly grid: TileGrid;
}

/** Null where it is no image. Errors: SCREENSHOT_FAILED for a broken one, those of zlib where it cannot be unpacked. */
export async function readFrame({ bytes, isPacked }: SentFrame): Promise<ReadFrame | null> {
  const image = parseScreencap(isPacked ? await promisify(gunzip)(bytes) : bytes);
  if (!image) return null;
  const { width, height, kind } = image;
  const rgba = kind === "raw" ? toRgba(image) : (await decodePng(image.bytes)).rgba;
  const format = kind === "raw" ? "rgba" : "png";
  return { width, height, rgba, format, sha256: sha256Of(rgba), grid: tileGrid({ width, height, rgba }) };
}
