import { frameCounter, lastPackage } from "../../observe/settle/frame-counter.js";
import type { Session } from "../../session/session.js";
import {
  drewAfterKeys,
  drewBeforeKeys,
  isReportedEarly,
  type KeyTimes,
  wasStillBeforeKeys,
} from "../staleness/drawn-before-keys.js";
import type { InputPlan, Sent } from "./device-input.js";

/** What a plan for keys asks the device for, if the meaning of their field may change unnoticed. */
export function framesBeforeKeys(session: Session): Pick<InputPlan, "isTimed" | "asksLastUse" | "asksFramesOf"> {
  return { isTimed: true, asksLastUse: true, asksFramesOf: lastPackage(session) };
}

/**
 * Whether nothing changed the field right before its keys. Called after the screen was observed after the keys: by then
 * all frames that were drawn before them are known.
 */
export type IsUnchanged = (signal: AbortSignal) => Promise<boolean>;

/** A result that is already known. */
export function known(isHeld: boolean): IsUnchanged {
  return async () => isHeld;
}

/** True if all of these are true. */
export function allHeld(...held: readonly IsUnchanged[]): IsUnchanged {
  return async (signal) => {
    for (const isHeld of held) if (!(await isHeld(signal))) return false;
    return true;
  };
}

interface SentKeys extends Pick<KeyTimes, "runs" | "isOneKey" | "mayBlink"> {
  readonly checkedAtMs: number | null;
  readonly sent: Sent;
  /** See {@link noteFocusMoves}; created before the last observation of the field. */
  readonly hasMovedUntil?: ((untilUpMs: number) => boolean) | null;
}

/**
 * What frames show about the time between the last observation of a field and its keys. Errors: those of the signal.
 */
export interface DrawnSince {
  /**
   * False if the field may have changed or a window may have appeared in that time; in the time since the keys were
   * sent, if it is unknown when the field was observed. True if the app reports no frames.
   */
  readonly isHeld: IsUnchanged;
  /** Whether certainly nothing got the focus in that time: nothing at all was drawn, and no event reported a focus. */
  readonly isStill: IsUnchanged;
}

/**
 * Compares the frames with the keys. If the app reported its frames before it drew those of the keys, it is asked
 * again.
 */
export function drawnSince(session: Session, { checkedAtMs, sent, hasMovedUntil, ...keys }: SentKeys): DrawnSince {
  const packageName = lastPackage(session);
  const [sentAtMs, doneAtMs] = sent.times;
  if (sentAtMs === undefined || doneAtMs === undefined) return { isHeld: known(true), isStill: known(false) };
  const read = async (signal: AbortSignal) => {
    const usedAtUpMs = await sent.lastUses.catch(() => []);
    const times = { checkedAtMs: checkedAtMs ?? sentAtMs, sentAtMs, doneAtMs, usedAtUpMs, ...keys };
    const soon = await sent.frames;
    const isEarly = packageName !== null && isReportedEarly(soon, times);
    const later = isEarly ? await frameCounter(session, packageName).readTimes(signal) : null;
    return { frames: later ?? soon, times };
  };
  let reading: ReturnType<typeof read> | null = null;
  const once = (signal: AbortSignal) => (reading ??= read(signal));
  return {
    isHeld: async (signal) => {
      const { frames, times } = await once(signal);
      return !drewBeforeKeys(frames, times);
    },
    isStill: async (signal) => {
      const { frames, times } = await once(signal);
      const sentAtUpMs = sentAtMs - ((frames?.realtimeMs ?? Number.NaN) - (frames?.uptimeMs ?? Number.NaN));
      // If the time of the observation is unknown, events show what happened until the keys were sent.
      const isUnknown = checkedAtMs === null && hasMovedUntil?.(sentAtUpMs) !== false;
      return !isUnknown && wasStillBeforeKeys(frames, times);
    },
  };
}

/**
 * Gives a function that says whether the app drew something by itself between the keys and a later time, by the
 * device's clock in ms since boot; false if nothing reports it. Errors: those of the signal.
 */
export function drawnAfter(session: Session, { times: [sentAtMs] }: Sent) {
  const packageName = lastPackage(session);
  return async (untilMs: number, signal: AbortSignal): Promise<boolean> => {
    if (sentAtMs === undefined || packageName === null) return false;
    return drewAfterKeys(await frameCounter(session, packageName).readTimes(signal), sentAtMs, untilMs);
  };
}
