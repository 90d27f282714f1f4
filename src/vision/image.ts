import { createHash } from "node:crypto";
import { FoveaError } from "../base/errors.js";
import type { Rect, Size } from "../base/geometry.js";
import type { Frame } from "../screen/frame.js";
import { USUAL_SIDE } from "./picture-size.js";

/** An image as it is sent to a model or written to a file. */
export interface EncodedImage {
  readonly bytes: Uint8Array;
  readonly mimeType: "image/jpeg" | "image/png" | "image/webp";
  readonly width: number;
  readonly height: number;
  /** The bytes in base64, if they were encoded already. */
  readonly base64?: string;
  /** Device pixels per image pixel: multiply a place in the image by it. 1 for an unscaled image. */
  readonly scale: number;
}

/** Loads the image library. It is large and only needed for images, so it is loaded on first use. */
async function loadSharp() {
  try {
    return (await import("sharp")).default;
  } catch (cause) {
    throw new FoveaError("SCREENSHOT_FAILED", "the image library `sharp` could not be loaded", {
      cause,
      hint: "Run `npm install sharp` beside fovea-mcp, or go on without screenshots.",
    });
  }
}

/**
 * Loads the image library now: this takes some 100 ms, which would otherwise delay the first image. Ignores a failure,
 * which the first image will report.
 */
export async function prepareImages(): Promise<void> {
  await loadSharp().catch(() => {});
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

const PNG_SIGNATURE = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

/** The largest image of unknown size that is decoded: a larger one is not a screenshot. */
const MOST_PIXELS = 40 * 1024 * 1024;

/**
 * The pixels of a PNG of any bit depth as RGBA of 8 bits. Errors: SCREENSHOT_FAILED if it cannot be decoded or has too
 * many pixels, and for other image formats: no device sends them, but the library would decode them.
 */
export async function decodePng(
  bytes: Uint8Array,
  limitInputPixels: number = MOST_PIXELS,
): Promise<Size & { readonly rgba: Uint8Array }> {
  const sharp = await loadSharp();
  if (!PNG_SIGNATURE.equals(bytes.subarray(0, PNG_SIGNATURE.length)))
    throw new FoveaError("SCREENSHOT_FAILED", "the screenshot is not a PNG");
  try {
    const picture = sharp(bytes, { limitInputPixels }).toColourspace("srgb").ensureAlpha().raw();
    const { data, info } = await picture.toBuffer({ resolveWithObject: true });
    // A copy: memory of a native library cannot be transferred to another thread (node::Buffer marks it as
    // untransferable).
    return { width: info.width, height: info.height, rgba: Uint8Array.from(data) };
  } catch (cause) {
    throw new FoveaError("SCREENSHOT_FAILED", "the PNG screenshot cannot be unpacked", { cause });
  }
}

/** The first bytes of a PNG, a JPEG and a WebP image. */
const KNOWN_PICTURES = [/^\x89PNG\r\n\x1a\n/, /^\xff\xd8\xff/, /^RIFF.{4}WEBP/s];

/** A PNG, JPEG or WebP image from a file as a frame, rotated by its orientation tag. Errors: NOT_THIS_FORMAT. */
export async function decodePicture(bytes: Uint8Array): Promise<Frame> {
  const start = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
  if (!KNOWN_PICTURES.some((known) => known.test(start))) {
    throw new FoveaError("NOT_THIS_FORMAT", "this is not a PNG, JPEG or WebP picture", { hint: PICTURE_HINT });
  }
  const sharp = await loadSharp();
  try {
    const picture = sharp(bytes).autoOrient().toColourspace("srgb").ensureAlpha().raw();
    const { data, info } = await picture.toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    return { width, height, rgba: data, format: "png", sha256: sha256Of(data), takenAt: performance.now() };
  } catch (cause) {
    throw new FoveaError("NOT_THIS_FORMAT", `the picture cannot be unpacked: ${String(cause)}`, {
      cause,
      hint: PICTURE_HINT,
    });
  }
}

/** A channel of at most this value counts as black, since encoders are inexact. */
const NEARLY_BLACK = 8;

/**
 * Whether these bytes are a JPEG of this size whose centre is not all black. In a black screenshot only the system bars
 * at its edges may show something. A JPEG of another size is not decoded: a few bytes may expand to a huge image.
 */
export async function showsSomething(bytes: Uint8Array, size: Size): Promise<boolean> {
  const sharp = await loadSharp();
  const reported = await sharp(bytes)
    .metadata()
    .catch(() => null); // not an image
  if (reported?.format !== "jpeg" || reported.width !== size.width || reported.height !== size.height) return false;
  const [left, top] = [Math.floor(size.width * BARS), Math.floor(size.height * BARS)];
  const middle = { left, top, width: Math.max(1, size.width - 2 * left), height: Math.max(1, size.height - 2 * top) };
  const shades = await sharp(bytes)
    .extract(middle)
    .removeAlpha()
    .raw()
    .toBuffer()
    .catch(() => null); // incomplete
  return shades?.some((shade) => shade > NEARLY_BLACK) ?? false;
}

/** No system bar takes a larger share of a screen than this. */
const BARS = 0.2;

const PICTURE_HINT = "Give a whole picture of a screen, as `fovea screenshot FILE` writes it.";

export interface ModelImageLimits {
  readonly longestSide: number;
  readonly maxBytes: number;
}

/**
 * Common clients accept such an image without scaling or re-encoding it; it is as small as possible with small letters
 * still readable.
 */
export const MODEL_IMAGE_LIMITS: ModelImageLimits = { longestSide: USUAL_SIDE, maxBytes: 500_000 };

/** The qualities that are tried one after another until the image is small enough. */
const QUALITIES = [80, 65, 50, 35, 20] as const;

/**
 * The frame as a JPEG within the limits: scaled down in one step, never up, with the best quality that fits. If even
 * the lowest quality is too large, the longest side is halved.
 */
export async function encodeForModel(
  frame: Pick<Frame, "width" | "height" | "rgba">,
  limits: ModelImageLimits = MODEL_IMAGE_LIMITS,
): Promise<EncodedImage> {
  const sharp = await loadSharp();
  const size = fitted(frame, limits.longestSide);
  const scaled = await sharp(frame.rgba, { raw: { width: frame.width, height: frame.height, channels: 4 } })
    .flatten({ background: "black" })
    .resize(size.width, size.height, { fit: "fill" })
    .raw()
    .toBuffer();
  for (const quality of QUALITIES) {
    const raw = { width: size.width, height: size.height, channels: 3 as const };
    const bytes = await sharp(scaled, { raw }).jpeg({ quality }).toBuffer();
    if (bytes.byteLength <= limits.maxBytes) return { bytes, mimeType: "image/jpeg", ...size };
  }
  return await encodeForModel(frame, { ...limits, longestSide: Math.floor(limits.longestSide / 2) });
}

function fitted(frame: Size, longestSide: number): Size & { readonly scale: number } {
  const scale = Math.max(1, Math.max(frame.width, frame.height) / longestSide);
  const width = Math.max(1, Math.round(frame.width / scale));
  const height = Math.max(1, Math.round(frame.height / scale));
  return { width, height, scale: frame.width / width };
}

/** The frame as a PNG of full size. */
export async function encodePng(frame: Pick<Frame, "width" | "height" | "rgba">): Promise<Uint8Array> {
  const sharp = await loadSharp();
  const raw = { width: frame.width, height: frame.height, channels: 4 as const };
  return await sharp(frame.rgba, { raw }).png({ compressionLevel: 6 }).toBuffer();
}

/** Only the pixels of a frame: RGBA, four bytes each, rows tightly packed. */
export type Pixels = Pick<Frame, "width" | "height" | "rgba">;

/** A part of an image, scaled to a size; the part has to lie within the image. Transparent pixels become black. */
export async function resizedPart(picture: Pixels, part: Rect, size: Size): Promise<Pixels> {
  const sharp = await loadSharp();
  const [width, height] = [part.right - part.left, part.bottom - part.top];
  const cut = sharp(picture.rgba, { raw: { width: picture.width, height: picture.height, channels: 4 } })
    .extract({ left: part.left, top: part.top, width, height })
    .flatten({ background: "black" });
  const isAsItIs = width === size.width && height === size.height;
  const sized = isAsItIs ? cut : cut.resize(size.width, size.height, { fit: "fill" });
  return { ...size, rgba: await sized.ensureAlpha().raw().toBuffer() };
}

/** The image with a longer side of at most this many pixels, in the same proportions. */
export async function scaledDown(picture: Pixels, longestSide: number): Promise<Pixels> {
  const { width, height } = picture;
  const scale = longestSide / Math.max(width, height);
  if (scale >= 1) return picture;
  const size = { width: Math.max(Math.round(width * scale), 1), height: Math.max(Math.round(height * scale), 1) };
  return await resizedPart(picture, { left: 0, top: 0, right: width, bottom: height }, size);
}

/** An SVG of the same size drawn over a picture. */
export async function drawnOver(picture: Pixels, svg: string): Promise<Pixels> {
  const sharp = await loadSharp();
  const { width, height } = picture;
  const layer = await sharp(Buffer.from(svg)).png({ compressionLevel: 1 }).toBuffer();
  const drawn = sharp(picture.rgba, { raw: { width, height, channels: 4 } })
    .composite([{ input: layer, left: 0, top: 0 }])
    .ensureAlpha()
    .raw();
  return { width, height, rgba: await drawn.toBuffer() };
}

/**
 * A PNG, JPEG or WebP image with parts of it in black, in its own format; null if it is another format or too large.
 * Parts may reach beyond its edges.
 */
export async function paintedOver(bytes: Uint8Array, parts: readonly Rect[]): Promise<Buffer | null> {
  const sharp = await loadSharp();
  try {
    const limits = { limitInputPixels: MOST_PIXELS };
    const { width, height, format } = await sharp(bytes, limits).metadata();
    if (width * height > MOST_PIXELS) return null;
    if (format !== "png" && format !== "jpeg" && format !== "webp") return null;
    const boxes = parts.map(({ left, top, right, bottom }) => {
      return `<rect x="${left}" y="${top}" width="${right - left}" height="${bottom - top}"/>`;
    });
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${boxes.join("")}</svg>`;
    const layer = { input: Buffer.from(svg), left: 0, top: 0 };
    return await sharp(bytes, limits).composite([layer]).toFormat(format, { quality: 90 }).toBuffer();
  } catch {
    return null;
  }
}

/** Images side by side on a background, aligned at the top, with a margin around each, not scaled. PNG bytes. */
export async function sideBySide(
  pictures: readonly Uint8Array[],
  margin: number,
  background: string,
): Promise<Uint8Array> {
  const sharp = await loadSharp();
  const sizes = await Promise.all(pictures.map(async (bytes) => await sharp(bytes).metadata()));
  const height = Math.max(...sizes.map((size) => size.height)) + 2 * margin;
  let left = margin;
  const layers = pictures.map((bytes, index) => {
    const layer = { input: Buffer.from(bytes), left, top: margin };
    left += (sizes[index]?.width ?? 0) + margin;
    return layer;
  });
  const canvas = { create: { width: left, height, channels: 4 as const, background } };
  return await sharp(canvas).composite(layers).png({ compressionLevel: 9, palette: true }).toBuffer();
}

/** A PNG scaled to a width. */
export async function scaledToWidth(bytes: Uint8Array, width: number): Promise<Uint8Array> {
  const sharp = await loadSharp();
  return await sharp(bytes).resize({ width }).png().toBuffer();
}

/** An SVG as a PNG. */
export async function renderSvg(svg: string): Promise<Uint8Array> {
  const sharp = await loadSharp();
  return await sharp(Buffer.from(svg)).png().toBuffer();
}
