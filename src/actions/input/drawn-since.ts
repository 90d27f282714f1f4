import { lastPackage } from "../../observe/settle/frame-counter.js";
import type { Session } from "../../session/session.js";
import { drewBeforeKeys, type KeyTimes } from "../staleness/drawn-before-keys.js";
import type { InputPlan, Sent } from "./device-input.js";

/** What keys ask the device for beside them where the field that they are meant for may lose its name unseen. */
export function framesBeforeKeys(session: Session): Pick<InputPlan, "isTimed" | "asksLastUse" | "asksFramesOf"> {
  return { isTimed: true, asksLastUse: true, asksFramesOf: lastPackage(session) };
}

/**
 * Whether anything that a field shows may have become another, or a window may have come, between the last look at it
 * and its keys; where it is not known when that was, since its keys were sent.
 */
export async function isDrawnSince(
  { checkedAtMs, ...keys }: Pick<KeyTimes, "runs" | "isOneKey"> & { readonly checkedAtMs: number | null },
  sent: Sent,
): Promise<boolean> {
  const [sentAtMs, doneAtMs] = sent.times;
  if (sentAtMs === undefined || doneAtMs === undefined) return false;
  const usedAtUpMs = await sent.lastUses.catch(() => []);
  return drewBeforeKeys(await sent.frames, {
    checkedAtMs: checkedAtMs ?? sentAtMs,
    sentAtMs,
    doneAtMs,
    usedAtUpMs,
    ...keys,
  });
}
