import { createHash } from "node:crypto";
import { FoveaError } from "../base/errors.js";
import type { Rect, Size } from "../base/geometry.js";
import type { Frame } from "../screen/frame.js";
import { USUAL_SIDE } from "./picture-size.js";

/** A picture as it goes to a model or into a file. */
export interface EncodedImage {
  readonly bytes: Uint8Array;
  readonly mimeType: "image/jpeg" | "image/png" | "image/webp";
  readonly width: number;
  readonly height: number;
  /** The bytes as answers carry them, where that was worked out already. */
  readonly base64?: string;
  /** Device pixels per picture pixel: multiply a place in the picture by it. 1 for an unscaled picture. */
  readonly scale: number;
}

/** The library is heavy and needed for pictures only, so it is loaded on first use. */
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
 * Loads the image library now, which takes some 100 ms that would else be the first picture's. Fails silently: it will
 * again.
 */
export async function prepareImages(): Promise<void> {
  await loadSharp().catch(() => {});
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

const PNG_SIGNATURE = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

/** For an image of unknown size: a larger one is not a screenshot. */
const MOST_PIXELS = 40 * 1024 * 1024;

/**
 * Pixels of a PNG of whatever depth as RGBA of 8 bits. Errors: SCREENSHOT_FAILED where it cannot be unpacked or has
 * more pixels than these, and for other kinds of pictures, which no device sends and the library would draw.
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
    // A copy: what a native library made cannot be given to another thread (node::Buffer marks it as untransferable).
    return { width: info.width, height: info.height, rgba: Uint8Array.from(data) };
  } catch (cause) {
    throw new FoveaError("SCREENSHOT_FAILED", "the PNG screenshot cannot be unpacked", { cause });
  }
}

/** The beginnings of a PNG, a JPEG and a WebP picture. */
const KNOWN_PICTURES = [/^\x89PNG\r\n\x1a\n/, /^\xff\xd8\xff/, /^RIFF.{4}WEBP/s];

/** A PNG, JPEG or WebP picture from a file as a frame, turned as it asks to be. Errors: NOT_THIS_FORMAT. */
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

/** Most of a channel of a pixel that may be black, for what an encoder adds. */
const NEARLY_BLACK = 8;

/**
 * Whether these bytes are a JPEG of this size whose middle is not all black, as every picture's is of which all but the
 * bars around it is black. Few bytes may be a huge picture: one of another size is not unpacked.
 */
export async function showsSomething(bytes: Uint8Array, size: Size): Promise<boolean> {
  const sharp = await loadSharp();
  const reported = await sharp(bytes)
    .metadata()
    .catch(() => null); // no picture at all
  if (reported?.format !== "jpeg" || reported.width !== size.width || reported.height !== size.height) return false;
  const [left, top] = [Math.floor(size.width * BARS), Math.floor(size.height * BARS)];
  const middle = { left, top, width: Math.max(1, size.width - 2 * left), height: Math.max(1, size.height - 2 * top) };
  const shades = await sharp(bytes)
    .extract(middle)
    .removeAlpha()
    .raw()
    .toBuffer()
    .catch(() => null); // it breaks off
  return shades?.some((shade) => shade > NEARLY_BLACK) ?? false;
}

/** No system bar takes a larger share of a screen. */
const BARS = 0.2;

const PICTURE_HINT = "Give a whole picture of a screen, as `fovea screenshot FILE` writes it.";

export interface ModelImageLimits {
  readonly longestSide: number;
  readonly maxBytes: number;
}

/** What the common clients take without scaling or re-encoding it themselves, as small as small letters allow. */
export const MODEL_IMAGE_LIMITS: ModelImageLimits = { longestSide: USUAL_SIDE, maxBytes: 500_000 };

/** Qualities tried one after another until the picture is small enough. */
const QUALITIES = [80, 65, 50, 35, 20] as const;

/**
 * The frame as a JPEG that fits the limits: scaled down in one step, never up, and as good as the size allows. The
 * last resort is half the side length.
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

/** Pixels without the facts of a frame: RGBA, four bytes each, rows tightly packed. */
export type Pixels = Pick<Frame, "width" | "height" | "rgba">;

/** A part of a picture, which lies within it, scaled to a size; what is transparent becomes black. */
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

/** A picture whose longer side has so many pixels at most, of the same shape. */
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
 * A PNG, JPEG or WebP picture with parts of it in black, in its own format; null if it is none. Parts may reach
 * beyond its edges.
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

/** Pictures side by side on a background, top aligned, with a margin around each; heights as they are. PNG bytes. */
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
