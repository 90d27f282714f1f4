import type { Size } from "../../base/geometry.js";
import { type PictureBounds, pictureBounds } from "../picture-bounds.js";

/** What turned out of one device while it was used, and hardly changes. */
export class DeviceTraits {
  /** Bytes per ms of the last uncompressed screenshot; null before one. */
  screenshotRate: number | null = null;
  /** How long one `input` call takes on the device, in ms; null before it was measured. */
  inputMs: number | null = null;
  /** When the app that was acted on last drew by itself, in ms since boot without sleep. */
  drawn: { readonly packageName: string; readonly atMs: readonly number[] } | null = null;
  /** What it turned out not to have, for example `gzip`: not tried again. */
  readonly missing = new Set<string>();
  #pictureBounds = pictureBounds(null);

  /** The largest picture of the screen that is read. */
  get pictureBounds(): PictureBounds {
    return this.#pictureBounds;
  }

  /** What the window manager says of the screen; null, where it says nothing, changes nothing. */
  noteScreenSize(size: Size | null): void {
    if (size) this.#pictureBounds = pictureBounds(size);
  }
}
