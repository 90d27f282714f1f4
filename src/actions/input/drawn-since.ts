import { lastPackage } from "../../observe/settle/frame-counter.js";
import type { Session } from "../../session/session.js";
import { drewBeforeKeys } from "../staleness/drawn-before-keys.js";
import type { InputPlan, Sent } from "./device-input.js";

/** What keys ask the device for beside them where the field that they are meant for may lose its name unseen. */
export function framesBeforeKeys(session: Session): Pick<InputPlan, "isTimed" | "asksLastUse" | "asksFramesOf"> {
  return { isTimed: true, asksLastUse: true, asksFramesOf: lastPackage(session) };
}

/**
 * Whether anything that a field shows may have become another between the last look at it and its keys, sent by so many
 * runs.
 */
export async function isDrawnSince(checkedAtMs: number | null, runs: number, sent: Sent): Promise<boolean> {
  const [sentAtMs, doneAtMs] = sent.times;
  if (checkedAtMs === null || sentAtMs === undefined || doneAtMs === undefined) return false;
  const usedAtUpMs = await sent.lastUses.catch(() => []);
  return drewBeforeKeys(await sent.frames, { checkedAtMs, sentAtMs, doneAtMs, usedAtUpMs, runs });
}
