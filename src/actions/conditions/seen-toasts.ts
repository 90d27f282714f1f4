import { readShownToast } from "../../observe/settle/shown-toast.js";
import type { Condition } from "../../screen/selector.js";
import type { Session } from "../../session/session.js";

/** The toasts that were seen on the way to a condition, where no companion hears of all. */
export interface SeenToasts {
  readonly texts: () => readonly string[];
  /** Looks whether one is shown right now; what cannot be read is not seen. */
  readonly look: (signal: AbortSignal) => Promise<void>;
}

/** For a condition that asks for no toast nothing is looked at. */
export function seenToasts(session: Session, condition: Condition | null): SeenToasts {
  let texts: readonly string[] = [];
  const look = async (signal: AbortSignal) => {
    const text = await readShownToast(session, signal).catch(() => {
      signal.throwIfAborted();
      return null;
    });
    if (text !== null && !texts.includes(text)) texts = [...texts, text];
  };
  return { texts: () => texts, look: condition && asksForToast(condition) ? look : async () => {} };
}

function asksForToast(condition: Condition): boolean {
  if (condition.kind === "toast") return true;
  if (condition.kind === "not" || condition.kind === "named") return asksForToast(condition.condition);
  return "conditions" in condition && condition.conditions.some(asksForToast);
}
