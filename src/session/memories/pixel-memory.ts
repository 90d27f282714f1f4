import type { Observation } from "../../screen/observation.js";
import type { TileGrid } from "../../screen/tiles.js";

/** The tile grid of an observation's screenshot. */
type Tiles = { readonly observationId: string; readonly grid: TileGrid };

type Observed = Pick<Observation, "observationId">;

/** The pixels of the last observations of one device, if observations had any. */
export class PixelMemory {
  #last: Tiles | null = null;
  #seen: Tiles | null = null;

  /** Stores the pixels that certainly belong to the observation. */
  note({ observationId }: Observed, grid: TileGrid): void {
    this.#last = { observationId, grid };
  }

  /** Stores the pixels of the screenshot on which detectors ran for the observation. */
  noteSeen({ observationId }: Observed, grid: TileGrid): void {
    this.#seen = { observationId, grid };
  }

  /** The last stored pixels, if they belong to this observation. */
  of({ observationId }: Observed): TileGrid | null {
    return this.#last?.observationId === observationId ? this.#last.grid : null;
  }

  /** The pixels of the detectors' last screenshot, if they ran for this observation. */
  seenFor({ observationId }: Observed): TileGrid | null {
    return this.#seen?.observationId === observationId ? this.#seen.grid : null;
  }
}
