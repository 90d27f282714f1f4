import type { Observation } from "../../screen/observation.js";
import type { TileGrid } from "../../screen/tiles.js";

/** Fingerprint of the pixels of an observation. */
type Tiles = { readonly observationId: string; readonly grid: TileGrid };

type Observed = Pick<Observation, "observationId">;

/** The pixels that belong to observations of one device, as far as observations found them. */
export class PixelMemory {
  #last: Tiles | null = null;
  #seen: Tiles | null = null;

  /** The pixels that were on the screen with what the observation lists. */
  note({ observationId }: Observed, grid: TileGrid): void {
    this.#last = { observationId, grid };
  }

  /** The pixels of the picture that detectors looked at for the observation. */
  noteSeen({ observationId }: Observed, grid: TileGrid): void {
    this.#seen = { observationId, grid };
  }

  /** What was noted last, if it belongs to this observation. */
  of({ observationId }: Observed): TileGrid | null {
    return this.#last?.observationId === observationId ? this.#last.grid : null;
  }

  /** What detectors looked at last, if it was for this observation. */
  seenFor({ observationId }: Observed): TileGrid | null {
    return this.#seen?.observationId === observationId ? this.#seen.grid : null;
  }
}
