import type { GuardedAction } from "../guard/guarded-action.js";
import type { Session } from "../session/session.js";
import type { ActCall } from "../session/session-watcher.js";
import { gateOf } from "./ask-gate.js";

/** The result of a change that the screen does not show. */
export interface UnseenChange {
  /** What was done, in the past tense. */
  readonly did: string;
  /** `confirmed` if the device shows the change afterwards. */
  readonly proof: "confirmed" | "unconfirmed";
  /** The evidence, or why there is none; at least one entry. */
  readonly evidence: readonly string[];
}

/** The call as it is recorded, and the action that the guard is asked about. */
export interface UnseenWork {
  readonly call: ActCall;
  readonly action: GuardedAction;
}

/**
 * Changes something of the device that the screen does not show; takes its turn among the actions. Errors: those of the
 * guard and of `change`.
 */
export async function changeUnseen(
  session: Session,
  { call, action }: UnseenWork,
  change: () => Promise<UnseenChange>,
  signal: AbortSignal,
): Promise<UnseenChange> {
  return await session.acts.run(async () => {
    gateOf(session, call)(action, null);
    const begun = performance.now();
    const result = await change();
    session.acted([]);
    session.watcher?.sent();
    const now = performance.now();
    session.watcher?.acted({
      call,
      before: session.lastObservation,
      targetNames: [],
      times: { begun, done: now, ended: now },
      did: result.did,
      points: [],
      by: "shell",
      after: null,
      settled: null,
      notes: [],
      verdict: { kind: result.proof === "confirmed" ? "changed" : "unknown", evidence: result.evidence },
      error: null,
    });
    return result;
  }, signal);
}
