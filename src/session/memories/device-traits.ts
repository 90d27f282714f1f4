import type { Size } from "../../base/geometry.js";
import { type PictureBounds, pictureBounds } from "../picture-bounds.js";

/** Facts about one device that were found out during use, and hardly change. */
export class DeviceTraits {
  /** Bytes per ms of the last uncompressed screenshot; null before one. */
  screenshotRate: number | null = null;
  /** How long one `input` call takes on the device, in ms; null before it was measured. */
  inputMs: number | null = null;
  /** The times at which the app of the last action drew by itself, in ms since boot without sleep. */
  drawn: { readonly packageName: string; readonly atMs: readonly number[] } | null = null;
  /** Programs that the device does not have, for example `gzip`: they are not tried again. */
  readonly missing = new Set<string>();
  #pictureBounds = pictureBounds(null);

  /** The size limits for a screenshot. */
  get pictureBounds(): PictureBounds {
    return this.#pictureBounds;
  }

  /** Takes the screen's size from the window manager; null changes nothing. */
  noteScreenSize(size: Size | null): void {
    if (size) this.#pictureBounds = pictureBounds(size);
  }
}
