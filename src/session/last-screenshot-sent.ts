import type { EncodedImage } from "../vision/image.js";

/** A picture as a caller got it. */
export interface ScreenshotSent {
  readonly image: EncodedImage;
  /** What was said of it: how its places become device pixels, and its marks. */
  readonly said: string;
  readonly observationId: string;
  /** performance.now() when it was given. */
  readonly at: number;
}

/** The last picture that a caller got, for looking at what was there before. */
export class LastScreenshotSent {
  #picture: ScreenshotSent | null = null;

  /** Null before the first. */
  get picture(): ScreenshotSent | null {
    return this.#picture;
  }

  note(picture: Omit<ScreenshotSent, "at">): void {
    this.#picture = { ...picture, at: performance.now() };
  }
}
