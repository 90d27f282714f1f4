import { backOff } from "../../base/signals.js";
import type { LiveCompanion } from "./live-companion.js";
import type { NotLive } from "./not-live.js";

const HEAD_START_MS = 50;
/**
 * Waiting for a companion that has started before is quicker than a dump, and its refs stay valid for the next
 * observation; an action through it is quicker, too.
 */
const PATIENCE_MS = 3_000;

/** A connection that is being opened. */
export interface Connecting {
  readonly result: Promise<LiveCompanion | NotLive>;
  /** Resolves when another source may be used at the same time. */
  readonly headStart: Promise<void>;
  /** Resolves when a caller that prefers to wait has waited long enough. */
  readonly patience: Promise<void>;
  readonly cancel: AbortController;
}

/** Begins to connect; `isKnown` if the same companion has started before. */
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
