import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { FoveaError } from "../../base/errors.js";
import type { Frame } from "../../screen/frame.js";
import { type TileGrid, tileGrid } from "../../screen/tiles.js";
import type { PictureBounds } from "../../session/picture-bounds.js";
import { decodePng, sha256Of } from "../../vision/image.js";
import { parseScreencap, toRgba } from "../parse/screencap.js";

/** The output of `screencap`, perhaps compressed by gzip. */
export interface SentFrame {
  readonly bytes: Uint8Array;
  readonly isPacked: boolean;
  readonly bounds: PictureBounds;
}

/**
 * The pixels, and their tile grid. The hash is computed on first use: three of four screenshots are compared only by
 * their tiles. A frame that a thread read has its hash computed in the thread.
 */
export interface ReadFrame extends Omit<Frame, "takenAt"> {
  readonly grid: TileGrid;
}

/**
 * Reads a screenshot; null if it is not an image. Errors: SCREENSHOT_FAILED for a broken image, and for one that is
 * larger than its bounds, before it is decompressed; those of zlib if it cannot be decompressed.
 */
export async function readFrame({ bytes, isPacked, bounds }: SentFrame): Promise<ReadFrame | null> {
  const image = parseScreencap(isPacked ? await unpacked(bytes, bounds) : bytes);
  if (!image) return null;
  const { width, height, kind } = image;
  if (Math.max(width, height) > bounds.longestSide || width * height > bounds.pixels)
    throw tooLarge(`its header claims ${width}x${height} pixels`, bounds);
  const rgba = kind === "raw" ? toRgba(image) : (await decodePng(image.bytes, bounds.pixels)).rgba;
  const format = kind === "raw" ? "rgba" : "png";
  let hash: string | undefined;
  return {
    width,
    height,
    rgba,
    format,
    get sha256() {
      hash ??= sha256Of(rgba);
      return hash;
    },
    grid: tileGrid({ width, height, rgba }),
  };
}

const HEADER_BYTES = 16;
const TRAILER_BYTES = 4;
const SMALLEST_CHUNK = 65_536;

async function unpacked(bytes: Uint8Array, bounds: PictureBounds): Promise<Uint8Array> {
  const maxOutputLength = bounds.pixels * 4 + HEADER_BYTES;
  const chunkSize = Math.min(Math.max(SMALLEST_CHUNK, reportedLength(bytes) + 1), maxOutputLength + 1);
  return await promisify(gunzip)(bytes, { maxOutputLength, chunkSize }).catch((cause: unknown) => {
    const isTooMuch = cause instanceof Error && "code" in cause && cause.code === "ERR_BUFFER_TOO_LARGE";
    throw isTooMuch ? tooLarge(`unpacked, it has more than ${maxOutputLength} bytes`, bounds) : cause;
  });
}

/**
 * The decompressed length according to the end of the file. zlib returns its output in pieces: one piece of that length
 * (and one byte more, to notice the end) takes a third of the time of hundreds of pieces.
 */
function reportedLength(bytes: Uint8Array): number {
  if (bytes.byteLength < TRAILER_BYTES) return 0;
  const trailer = new DataView(bytes.buffer, bytes.byteOffset + bytes.byteLength - TRAILER_BYTES, TRAILER_BYTES);
  return trailer.getUint32(0, true);
}

function tooLarge(what: string, { screen }: PictureBounds): FoveaError {
  const than = screen
    ? `the window manager reports a screen of ${screen.width}x${screen.height}`
    : "no screen is so large";
  return new FoveaError("SCREENSHOT_FAILED", `the picture is not read: ${what}, and ${than}`);
}
