import { type PictureBounds, pictureBounds } from "../picture-bounds.js";

/** What turned out of one device while it was used, and hardly changes. */
export class DeviceTraits {
  /** Bytes per ms of the last uncompressed screenshot; null before one. */
  screenshotRate: number | null = null;
  /** The largest picture of the screen that is read. */
  pictureBounds: PictureBounds = pictureBounds(null);
  /** How long one `input` call takes on the device, in ms; null before it was measured. */
  inputMs: number | null = null;
  /** When the app that was acted on last drew by itself, in ms since boot without sleep. */
  drawn: { readonly packageName: string; readonly atMs: readonly number[] } | null = null;
  /** What it turned out not to have, for example `gzip`: not tried again. */
  readonly missing = new Set<string>();
}
