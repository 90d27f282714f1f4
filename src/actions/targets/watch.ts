import { observe } from "../../observe/observe.js";
import { OBSERVE_TREE } from "../../observe/observe-request.js";
import type { QuickCheck } from "../../observe/quick-check/quick-check.js";
import type { PictureChange } from "../../screen/diff-text.js";
import type { Observation } from "../../screen/observation.js";
import type { TileGrid } from "../../screen/tiles.js";
import type { Session } from "../../session/session.js";

/**
 * The awaited change has happened. If a quick check found it, the elements were not read, because that takes seconds.
 */
export interface Arrival {
  readonly after: Observation;
  readonly picture: PictureChange;
}

/** A condition to wait for, which is checked again and again. */
export interface Watch {
  /** Whether it is fulfilled, given a quick check; reads the hierarchy only if the quick check does not decide. */
  check(now: QuickCheck, signal: AbortSignal): Promise<Arrival | undefined>;
  /** The same, given a reading of the hierarchy, with its pixels if they were read. */
  see(observation: Observation, grid: TileGrid | null): Arrival | undefined;
  /** Whether pixels alone may decide it. */
  readonly usesPixels: boolean;
  /** The last reading of the hierarchy, even a failed one; null before the first. */
  readonly last: Observation | null;
  /** Whether the first reading of the hierarchy is running beside the quick checks. */
  readonly isReading: boolean;
  /** Ends the reading that runs beside the quick checks. */
  end(): Promise<void>;
}

/** Reads the hierarchy, and keeps the pixels of the quick check right before with it. */
export async function readNewTree(session: Session, now: QuickCheck, signal: AbortSignal): Promise<Observation> {
  const { observation } = await observe(session, OBSERVE_TREE, signal);
  if (now.grid && observation.hierarchySource !== "none") session.pixels.note(observation, now.grid);
  return observation;
}

/** Whether the elements may belong to another window than the one that is reported with them. */
export function isOfOtherWindow({ errors }: Observation): boolean {
  return errors.some((error) => error.code === "TORN_OBSERVATION");
}
