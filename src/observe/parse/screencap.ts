import { FoveaError } from "../../base/errors.js";

/** Pixels in the order that `screencap` (without -p) sends them. */
export interface RawScreencap {
  readonly kind: "raw";
  readonly width: number;
  readonly height: number;
  /** android.graphics.PixelFormat: 1 RGBA_8888, 2 RGBX_8888, 3 RGB_888, 4 RGB_565, 5 BGRA_8888. */
  readonly pixelFormat: number;
  /** 0 unknown, 1 sRGB, 2 Display P3; null in the short header of Android 8.0 and before. */
  readonly colorSpace: number | null;
  readonly pixels: Uint8Array;
}

/** A PNG whose chunks are all there; its pixels are still packed. */
export interface PngScreencap {
  readonly kind: "png";
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}

const BYTES_PER_PIXEL: Readonly<Record<number, number>> = { 1: 4, 2: 4, 3: 3, 4: 2, 5: 4 };
const LARGEST_SIDE = 16_384;
const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/**
 * What `screencap` sent: raw pixels (header of 12 or 16 bytes, told by the length, since the header grew within Android
 * 8.1) or a PNG. Errors: SCREENSHOT_FAILED for truncated or mangled images and pixel formats it does not know.
 * Undefined where it is no image of either kind.
 */
export function parseScreencap(bytes: Uint8Array): RawScreencap | PngScreencap | undefined {
  const mangling = findMangling(bytes);
  if (mangling) throw new FoveaError("SCREENSHOT_FAILED", `the screenshot is broken: ${mangling}`);
  if (PNG_SIGNATURE.every((byte, at) => bytes[at] === byte)) return readPng(bytes);
  return readRaw(bytes);
}

function findMangling(bytes: Uint8Array): string | undefined {
  const starts = (...values: readonly number[]) => values.every((value, at) => bytes[at] === value);
  if (starts(0xff, 0xfe, 0xfd, 0xff) || starts(0xff, 0xfe, 0x89, 0x00) || starts(0xff, 0xfe, 0x50, 0x00)) {
    return "it was written through a text pipe as UTF-16 (PowerShell's `>`); use `adb exec-out` from another shell";
  }
  if (starts(0xef, 0xbf, 0xbd, 0x50, 0x4e, 0x47)) return "it was read as text, which replaced its bytes";
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0d, 0x0a))
    return "a terminal turned its line feeds into CR LF; use `adb exec-out`";
  if (/^0{8}: [0-9a-f]{4} [0-9a-f]{4} /.test(String.fromCharCode(...bytes.subarray(0, 20)))) {
    return "it is a hex dump of an image and not the image";
  }
  return undefined;
}

function readRaw(bytes: Uint8Array): RawScreencap | undefined {
  if (bytes.byteLength < 12) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [width, height, pixelFormat] = [0, 4, 8].map((at) => view.getUint32(at, true));
  if (!width || !height || !pixelFormat || width > LARGEST_SIDE || height > LARGEST_SIDE) return undefined;
  const perPixel = BYTES_PER_PIXEL[pixelFormat];
  if (perPixel === undefined) {
    if (pixelFormat > 255) return undefined;
    throw new FoveaError("SCREENSHOT_FAILED", `screencap sent pixel format ${pixelFormat}, which Fovea cannot read`);
  }
  const headerSize = bytes.byteLength - width * height * perPixel;
  if (headerSize !== 12 && headerSize !== 16) throw wrongLength({ width, height, perPixel }, bytes.byteLength);
  const colorSpace = headerSize === 16 ? view.getUint32(12, true) : null;
  return { kind: "raw", width, height, pixelFormat, colorSpace, pixels: bytes.subarray(headerSize) };
}

function wrongLength(size: { width: number; height: number; perPixel: number }, length: number): FoveaError {
  const needed = size.width * size.height * size.perPixel + 16;
  const what = length < needed ? "truncated" : "polluted with other output";
  return new FoveaError(
    "SCREENSHOT_FAILED",
    `the raw screenshot is ${what}: ${length} bytes for ${size.width}x${size.height} with ${size.perPixel} bytes per pixel`,
  );
}

/** Walks the chunks up to IEND. */
function readPng(bytes: Uint8Array): PngScreencap {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = PNG_SIGNATURE.length;
  while (at + 12 <= bytes.byteLength) {
    const isEnd = view.getUint32(at + 4) === 0x49454e44;
    at += 12 + view.getUint32(at);
    if (isEnd && at <= bytes.byteLength) {
      return { kind: "png", width: view.getUint32(16), height: view.getUint32(20), bytes: bytes.subarray(0, at) };
    }
  }
  throw new FoveaError("SCREENSHOT_FAILED", `the PNG screenshot is truncated: it ends after ${bytes.byteLength} bytes`);
}

/** The pixels as RGBA with full opacity where the format has no alpha; a view of the same memory where that suffices. */
export function toRgba(image: RawScreencap): Uint8Array {
  if (image.pixelFormat === 1) return image.pixels;
  const { pixels } = image;
  const rgba = new Uint8Array(image.width * image.height * 4);
  const perPixel = BYTES_PER_PIXEL[image.pixelFormat] ?? 4;
  const read = PIXEL_READERS[image.pixelFormat];
  for (let from = 0, to = 0; read && to < rgba.length; from += perPixel, to += 4) read(pixels, from, rgba, to);
  return rgba;
}

type PixelReader = (from: Uint8Array, at: number, to: Uint8Array, place: number) => void;

const PIXEL_READERS: Readonly<Record<number, PixelReader>> = {
  2: (from, at, to, place) => put(to, place, from[at], from[at + 1], from[at + 2]),
  3: (from, at, to, place) => put(to, place, from[at], from[at + 1], from[at + 2]),
  4: (from, at, to, place) => {
    const value = (from[at] ?? 0) | ((from[at + 1] ?? 0) << 8);
    put(to, place, widen(value >> 11, 31), widen((value >> 5) & 63, 63), widen(value & 31, 31));
  },
  5: (from, at, to, place) => put(to, place, from[at + 2], from[at + 1], from[at]),
};

function put(to: Uint8Array, at: number, red = 0, green = 0, blue = 0): void {
  to[at] = red;
  to[at + 1] = green;
  to[at + 2] = blue;
  to[at + 3] = 255;
}

function widen(value: number, most: number): number {
  return Math.round((value * 255) / most);
}
