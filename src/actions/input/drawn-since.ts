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

/** What keys ask the device for beside them where the field that they are meant for may lose its name unseen. */
export function framesBeforeKeys(session: Session): Pick<InputPlan, "isTimed" | "asksLastUse" | "asksFramesOf"> {
  return { isTimed: true, asksLastUse: true, asksFramesOf: lastPackage(session) };
}

/** Asked once the screen was observed after the keys: then all that was drawn before them is known. */
export type IsHeld = (signal: AbortSignal) => Promise<boolean>;

/** What is known already. */
export function known(isHeld: boolean): IsHeld {
  return async () => isHeld;
}

/** True if all of them are. */
export function allHeld(...held: readonly IsHeld[]): IsHeld {
  return async (signal) => {
    for (const isHeld of held) if (!(await isHeld(signal))) return false;
    return true;
  };
}

interface SentKeys extends Pick<KeyTimes, "runs" | "isOneKey" | "mayBlink"> {
  readonly checkedAtMs: number | null;
  readonly sent: Sent;
  /** See {@link noteFocusMoves}; noted before the last observation of the field. */
  readonly hasMovedUntil?: ((untilUpMs: number) => boolean) | null;
}

/** What frames say of the time between the last observation of a field and its keys. Errors: those of the signal. */
export interface DrawnSince {
  /**
   * Whether nothing that the field shows may have become another, and no window may have come; where it is not known
   * when the field was observed, since the keys were sent. True if the app reports no frames.
   */
  readonly isHeld: IsHeld;
  /** Whether it is certain that nothing got the focus then: nothing at all was drawn, and no event spoke of it. */
  readonly isStill: IsHeld;
}

/** Where the app had reported its frames before it drew those of the keys, it is asked again. */
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
      // Without the time of that observation, events say what came until the keys were sent.
      const isUnknown = checkedAtMs === null && hasMovedUntil?.(sentAtUpMs) !== false;
      return !isUnknown && wasStillBeforeKeys(frames, times);
    },
  };
}

/**
 * Whether the app drew something by itself between keys that were sent and a later moment, by the device's clock in ms
 * since boot; false if nothing reports it. Errors: those of the signal.
 */
export function drawnAfter(session: Session, { times: [sentAtMs] }: Sent) {
  const packageName = lastPackage(session);
  return async (untilMs: number, signal: AbortSignal): Promise<boolean> => {
    if (sentAtMs === undefined || packageName === null) return false;
    return drewAfterKeys(await frameCounter(session, packageName).readTimes(signal), sentAtMs, untilMs);
  };
}
