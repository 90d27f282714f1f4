import { frameCounter, lastPackage } from "../../observe/settle/frame-counter.js";
import type { Session } from "../../session/session.js";
import { drewBeforeKeys, isReportedEarly, type KeyTimes } from "../staleness/drawn-before-keys.js";
import type { InputPlan, Sent } from "./device-input.js";

/** What keys ask the device for beside them where the field that they are meant for may lose its name unseen. */
export function framesBeforeKeys(session: Session): Pick<InputPlan, "isTimed" | "asksLastUse" | "asksFramesOf"> {
  return { isTimed: true, asksLastUse: true, asksFramesOf: lastPackage(session) };
}

/** Asked once the screen was looked at after the keys: then all that was drawn before them is known. */
export type IsHeld = (signal: AbortSignal) => Promise<boolean>;

/** What is known already. */
export function known(isHeld: boolean): IsHeld {
  return async () => isHeld;
}

/** True where all of them are. */
export function allHeld(...held: readonly IsHeld[]): IsHeld {
  return async (signal) => {
    for (const isHeld of held) if (!(await isHeld(signal))) return false;
    return true;
  };
}

interface SentKeys extends Pick<KeyTimes, "runs" | "isOneKey" | "mayBlink"> {
  readonly checkedAtMs: number | null;
  readonly sent: Sent;
}

/**
 * Whether nothing that a field shows may have become another, and no window may have come, between the last look at it
 * and its keys; where it is not known when that was, since they were sent. Where the app had reported its frames before
 * it drew those of the keys, it is asked again. Errors: those of `signal`.
 */
export function heldSince(session: Session, { checkedAtMs, sent, ...keys }: SentKeys): IsHeld {
  const packageName = lastPackage(session);
  return async (signal) => {
    const [sentAtMs, doneAtMs] = sent.times;
    if (sentAtMs === undefined || doneAtMs === undefined) return true;
    const usedAtUpMs = await sent.lastUses.catch(() => []);
    const times = { checkedAtMs: checkedAtMs ?? sentAtMs, sentAtMs, doneAtMs, usedAtUpMs, ...keys };
    const soon = await sent.frames;
    const isEarly = packageName !== null && isReportedEarly(soon, times);
    const frames = isEarly ? await frameCounter(session, packageName).readTimes(signal) : soon;
    return !drewBeforeKeys(frames ?? soon, times);
  };
}
