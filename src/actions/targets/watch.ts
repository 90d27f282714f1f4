import { observe } from "../../observe/observe.js";
import { OBSERVE_TREE } from "../../observe/observe-request.js";
import type { QuickCheck } from "../../observe/quick-check/quick-check.js";
import type { PictureChange } from "../../screen/diff-text.js";
import type { Observation } from "../../screen/observation.js";
import type { TileGrid } from "../../screen/tiles.js";
import type { Session } from "../../session/session.js";

/** The awaited change has come. Its elements were not read where a quick check found it: that takes seconds. */
export interface Arrival {
  readonly after: Observation;
  readonly picture: PictureChange;
}

/** Something to wait for, asked about again and again. */
export interface Watch {
  /**
   * Whether it has come, given a quick check of the screen; reads the hierarchy only where the quick check leaves that
   * open.
   */
  check(now: QuickCheck, signal: AbortSignal): Promise<Arrival | undefined>;
  /** The same, given a reading of the tree, with its pixels where they were looked at. */
  see(observation: Observation, grid: TileGrid | null): Arrival | undefined;
  /** Whether pixels alone may be what is waited for. */
  readonly usesPixels: boolean;
  /** The last reading of the tree, whether it could be read or not; null before one. */
  readonly last: Observation | null;
  /** Whether the hierarchy is being read for the first time, beside the quick checks. */
  readonly isReading: boolean;
  /** Ends the work beside the quick checks. */
  end(): Promise<void>;
}

/** The tree, with the pixels that were seen right before. */
export async function readNewTree(session: Session, now: QuickCheck, signal: AbortSignal): Promise<Observation> {
  const { observation } = await observe(session, OBSERVE_TREE, signal);
  if (now.grid && observation.hierarchySource !== "none") session.pixels.note(observation, now.grid);
  return observation;
}

/** Whether the elements belong to the window that is reported with them. */
export function isOfOtherWindow({ errors }: Observation): boolean {
  return errors.some((error) => error.code === "TORN_OBSERVATION");
}
