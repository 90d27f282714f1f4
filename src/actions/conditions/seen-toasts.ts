import { readShownToast } from "../../observe/settle/shown-toast.js";
import type { Condition } from "../../screen/selector.js";
import type { Session } from "../../session/session.js";

/** The toasts that were seen while a condition was waited for, without a companion that reports every toast. */
export interface SeenToasts {
  readonly texts: () => readonly string[];
  /** Checks whether a toast is shown right now; one that cannot be read counts as not shown. */
  readonly look: (signal: AbortSignal) => Promise<void>;
}

/** Reads toasts only if the condition asks for one. */
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
