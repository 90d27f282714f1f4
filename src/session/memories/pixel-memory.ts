import type { TileGrid } from "../../screen/tiles.js";

/** Fingerprint of the pixels of an observation. */
export type Tiles = { readonly observationId: string; readonly grid: TileGrid };

/** The pixels that belong to observations of one device, as far as observations found them. */
export class PixelMemory {
  /** Of the last observation with a picture; null before one. */
  last: Tiles | null = null;
  /** Of the picture that detectors looked at for an observation; null before the first. */
  seen: Tiles | null = null;
}
