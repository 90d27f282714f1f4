import { FoveaError } from "../../base/errors.js";

/** The pixels in the order in which `screencap` (without -p) sends them. */
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

/** A PNG with all of its chunks; its pixels are still compressed. */
export interface PngScreencap {
  readonly kind: "png";
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}

const BYTES_PER_PIXEL: Readonly<Record<number, number>> = { 1: 4, 2: 4, 3: 3, 4: 2, 5: 4 };
const LARGEST_SIDE = 16_384;
const PNG_SIGNATURE = "\x89PNG\r\n\x1a\n";

/**
 * The image that `screencap` sent: raw pixels or a PNG. A raw header has 12 or 16 bytes: the header grew within Android
 * 8.1, so the length of the data decides. Errors: SCREENSHOT_FAILED for truncated or damaged images and for unknown
 * pixel formats. Undefined if it is neither kind of image.
 */
export function parseScreencap(bytes: Uint8Array): RawScreencap | PngScreencap | undefined {
  const mangling = findMangling(bytes);
  if (mangling) throw new FoveaError("SCREENSHOT_FAILED", `the screenshot is broken: ${mangling}`);
  if (String.fromCharCode(...bytes.subarray(0, 8)) === PNG_SIGNATURE) return readPng(bytes);
  return readRaw(bytes);
}

function findMangling(bytes: Uint8Array): string | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 2048));
  // UTF-16 text has no NUL characters, but an image that was converted as text has some in its header.
  if (/^(?:\xff\xfe|\xfe\xff)(?:..){0,15}\0\0/s.test(head)) {
    return "it was written through a text pipe as UTF-16 (PowerShell's `>`); use `adb exec-out` from another shell";
  }
  // The line ends of the signature changed, or its first byte was replaced by U+FFFD or a character of a code page.
  if (/^.{1,8}PNG\r*\n/s.test(head) && !head.startsWith(PNG_SIGNATURE)) {
    return head.startsWith("\x89PNG")
      ? "its line ends were changed on the way; use `adb exec-out` and a binary pipe"
      : "it was read as text, which replaced its bytes";
  }
  if (head.startsWith("[Warning]") || head.includes(PNG_SIGNATURE, 1)) {
    return `other output precedes it: ${JSON.stringify(head.slice(0, 60))}`;
  }
  return /^0{8}: [0-9a-f]{4} [0-9a-f]{4} /.test(head) ? "it is a hex dump of an image and not the image" : undefined;
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
  if (!isHeader(headerSize, view.byteLength < 16 ? 0 : view.getUint32(12, true), perPixel)) {
    throw wrongLength({ width, height, perPixel }, bytes.byteLength);
  }
  const colorSpace = headerSize === 16 ? view.getUint32(12, true) : null;
  return { kind: "raw", width, height, pixelFormat, colorSpace, pixels: bytes.subarray(headerSize) };
}

/**
 * Whether the header can have this size. The long header ends with a colour space (screencap.cpp: 0, 1 or 2). If a
 * pixel is in that place, the header is short and four foreign bytes follow the image. If a colour space is in the
 * place of the first pixel (which would be transparent), the header is long and four bytes are missing.
 */
function isHeader(size: number, fourthWord: number, bytesPerPixel: number): boolean {
  const couldBeColorSpace = fourthWord <= 255;
  if (size === 16) return couldBeColorSpace;
  return size === 12 && !(bytesPerPixel === 4 && fourthWord > 0 && couldBeColorSpace);
}

function wrongLength(size: { width: number; height: number; perPixel: number }, length: number): FoveaError {
  const tooMuch = length - size.width * size.height * size.perPixel - 12;
  const polluted = tooMuch < 4 ? "truncated, or mixed with other output" : "polluted with other output";
  const what = tooMuch <= 0 ? "truncated" : polluted;
  return new FoveaError(
    "SCREENSHOT_FAILED",
    `the raw screenshot is ${what}: ${length} bytes for ${size.width}x${size.height} with ${size.perPixel} bytes per pixel`,
  );
}

/** Reads the chunks from IHDR, which has the size, to IEND. */
function readPng(bytes: Uint8Array): PngScreencap {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [width, height] = bytes.byteLength < 33 ? [0, 0] : [view.getUint32(16), view.getUint32(20)];
  let at = PNG_SIGNATURE.length;
  while (at + 12 <= bytes.byteLength) {
    const isEnd = view.getUint32(at + 4) === 0x49454e44;
    at += 12 + view.getUint32(at);
    if (isEnd && at <= bytes.byteLength && width > 0 && height > 0) {
      return { kind: "png", width, height, bytes: bytes.subarray(0, at) };
    }
  }
  throw new FoveaError("SCREENSHOT_FAILED", `the PNG screenshot is truncated: it ends after ${bytes.byteLength} bytes`);
}

/**
 * The pixels as RGBA, with full opacity if the format has no alpha; a view of the same memory if it is already RGBA.
 */
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
  5: (from, at, to, place) => put(to, place, from[at + 2], from[at + 1], from[at], from[at + 3]),
};

function put(to: Uint8Array, at: number, red = 0, green = 0, blue = 0, alpha = 255): void {
  to[at] = red;
  to[at + 1] = green;
  to[at + 2] = blue;
  to[at + 3] = alpha;
}

function widen(value: number, most: number): number {
  return Math.round((value * 255) / most);
}
