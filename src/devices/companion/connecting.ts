import { backOff } from "../../base/signals.js";
import type { LiveCompanion } from "./live-companion.js";
import type { NotLive } from "./not-live.js";

const HEAD_START_MS = 50;
/**
 * Waiting for one that has come before is quicker than a dump, and its refs are those of what follows; so is an act by
 * it.
 */
const PATIENCE_MS = 3_000;

/** A connection that is being opened. */
export interface Connecting {
  readonly result: Promise<LiveCompanion | NotLive>;
  /** Over when another way may be begun beside it. */
  readonly headStart: Promise<void>;
  /** Over when who would rather wait has waited enough. */
  readonly patience: Promise<void>;
  readonly cancel: AbortController;
}

/** Begins it; `isKnown` where the same has come before. */
export function beginConnecting(
  connect: (cancelled: AbortSignal) => Promise<LiveCompanion | NotLive>,
  isKnown: boolean,
): Connecting {
  const cancel = new AbortController();
  const over = new AbortController();
  const result = connect(cancel.signal).finally(() => over.abort());
  const patience = backOff(PATIENCE_MS, over.signal);
  return { result, cancel, patience, headStart: isKnown ? patience : backOff(HEAD_START_MS, over.signal) };
}
