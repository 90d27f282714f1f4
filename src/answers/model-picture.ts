import * as z from "zod";
import type { ObserveResult } from "../observe/observe.js";
import type { PicturePreference } from "../observe/observe-request.js";
import type { UiElement } from "../screen/element.js";
import type { Session } from "../session/session.js";
import type { MarkOptions } from "../tool-contract/mark-options.js";
import { decodePicture, type EncodedImage, MODEL_IMAGE_LIMITS } from "../vision/image.js";
import { longestSideOf, type PictureSize } from "../vision/picture-size.js";
import type { MarkedScreen } from "./marked-screen.js";

export const sizeField = z.coerce
  .string()
  .max(40)
  .optional()
  .describe("e.g. 900 or 600 tokens")
  .meta({ help: "Longest side in pixels, default 1280, or what it may cost: 600 tokens, 600 gpt tokens" });

/** JPEG quality of the image for a model, and of an image that is decoded again to draw marks on it. */
const QUALITY = { final: 80, drawnOn: 92 } as const;

/**
 * The image to request from a companion; null if the pixels themselves are needed: for an enlarged part, and for a size
 * in tokens while the screen's size is unknown.
 */
export function picturePreference(
  session: Session,
  size: PictureSize,
  marks: MarkOptions | null,
): PicturePreference | null {
  if (marks?.zoom) return null;
  const screen = session.lastObservation?.screenSize ?? null;
  if (size.kind === "tokens" && screen === null) return null;
  const longestSide = longestSideOf(size, screen ?? { width: 1, height: 1 });
  return { longestSide, quality: marks ? QUALITY.drawnOn : QUALITY.final };
}

export interface ModelPicture {
  readonly image: EncodedImage;
  /** The marks; null if none were requested. */
  readonly marked: MarkedScreen | null;
}

export interface PictureOf {
  readonly size: PictureSize;
  readonly preference: MarkOptions | null;
  readonly isOffered: (element: UiElement) => boolean;
}

/** An observation's screenshot as an image for a model; null if it has no screenshot. Errors: as markedScreen. */
export async function modelPicture(
  session: Session,
  { observation, frame, picture }: ObserveResult,
  { size, preference, isOffered }: PictureOf,
  signal: AbortSignal,
): Promise<ModelPicture | null> {
  if (picture && !preference) return { image: picture, marked: null };
  const pixels = frame ?? (picture && (await decodePicture(picture.bytes)));
  if (!pixels) return null;
  const limits = { ...MODEL_IMAGE_LIMITS, longestSide: longestSideOf(size, pixels) };
  if (!preference) return { image: await session.encoded.of(pixels, limits), marked: null };
  // Most observations need no marks, and the module that draws them is large.
  const { markedScreen } = await import("./marked-screen.js");
  const marked = await markedScreen(session, { observation, frame: pixels }, { preference, isOffered, limits }, signal);
  return { image: marked.image, marked };
}
