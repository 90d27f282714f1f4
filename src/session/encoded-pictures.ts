import type { Frame } from "../screen/frame.js";
import { type EncodedImage, encodeForModel, MODEL_IMAGE_LIMITS, type ModelImageLimits } from "../vision/image.js";

/** Images for models. Each is encoded only once, and is kept as long as its frame is in use. */
export class EncodedPictures {
  readonly #bySide = new WeakMap<Uint8Array, Map<number, Promise<EncodedImage>>>();

  /** The image of a frame; see {@link encodeForModel}. */
  async of(frame: Frame, limits: ModelImageLimits = MODEL_IMAGE_LIMITS): Promise<EncodedImage> {
    const known = this.#bySide.get(frame.rgba) ?? new Map<number, Promise<EncodedImage>>();
    this.#bySide.set(frame.rgba, known);
    const made = known.get(limits.longestSide) ?? withBase64(encodeForModel(frame, limits));
    known.set(limits.longestSide, made);
    return await made;
  }
}

async function withBase64(making: Promise<EncodedImage>): Promise<EncodedImage> {
  const image = await making;
  return { ...image, base64: Buffer.from(image.bytes).toString("base64") };
}
