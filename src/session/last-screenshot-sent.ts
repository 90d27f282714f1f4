import type { EncodedImage } from "../vision/image.js";

/** An image that was sent to a caller. */
export interface ScreenshotSent {
  readonly image: EncodedImage;
  /** The text that was sent with it: how to convert its positions to device pixels, and its marks. */
  readonly said: string;
  readonly observationId: string;
  /** performance.now() when it was sent. */
  readonly at: number;
}

/** The last image that was sent to a caller, to show how the screen was before. */
export class LastScreenshotSent {
  #picture: ScreenshotSent | null = null;

  /** The last image; null before the first. */
  get picture(): ScreenshotSent | null {
    return this.#picture;
  }

  note(picture: Omit<ScreenshotSent, "at">): void {
    this.#picture = { ...picture, at: performance.now() };
  }
}
