import { isFoveaError, toFoveaError } from "../../base/errors.js";
import { toastsHeard } from "../../observe/settle/toasts.js";
import { sourceSince } from "../../screen/changes.js";
import { renamedBetween } from "../../screen/diff.js";
import { judge } from "../../screen/match.js";
import type { MatchSource } from "../../screen/match-source.js";
import type { Observation } from "../../screen/observation.js";
import { isReadable } from "../../screen/readable.js";
import type { Condition } from "../../screen/selector.js";
import { printCondition } from "../../screen/selector-print.js";
import type { Session } from "../../session/session.js";
import type { ActResult } from "../proof/performed.js";
import { doubtWords, misspeltBy } from "./known-names.js";
import { waitFor } from "./wait-for.js";

/** The result of the condition that an action was expected to fulfil. */
export interface Expected {
  /** The condition in its canonical spelling. */
  readonly condition: string;
  /** Whether it became true; `unknown` if the screen could not be read well enough. */
  readonly outcome: "met" | "failed" | "unknown";
  /** The time from the first reading after the action to the reading that decided. */
  readonly waitedMs: number;
  /** Whether it was already true before the action, so that it proves little; null if that is unknown. */
  readonly heldBefore: boolean | null;
  /** Why it is unknown although the screen could be read: a name in the condition is probably misspelt. */
  readonly doubt?: string;
}

export type ExpectedResult = ActResult & { readonly expected: Expected };

/** Most screens that appear late appear within this time. */
const EXPECT_MS = 5_000;

/**
 * Performs an action and checks a condition on the screen after it, for which it waits some time. No other action is
 * sent to the device meanwhile. Errors: those of the action; a condition that does not become true is a result.
 */
export async function expecting(
  session: Session,
  condition: Condition,
  perform: () => Promise<ActResult>,
  signal: AbortSignal,
): Promise<ExpectedResult> {
  return await session.acts.run(async () => {
    const reported = session.lastReported;
    const result = await perform();
    const before = reported?.device.bootId === result.after?.device.bootId ? reported : null;
    const heldBefore = before && judge(condition, sourceSince(before, before));
    const expected = { condition: printCondition(condition), heldBefore };
    const { after } = result;
    const source = after && { ...after, changed: changedBy(result), toasts: toastsHeard(session) };
    const isNow = source && judge(condition, source);
    const doubt = isNow === true ? nameInDoubt(session, condition, source) : null;
    if (doubt !== null) return { ...result, expected: { ...expected, outcome: "unknown", waitedMs: 0, doubt } };
    if (isNow === true) return { ...result, expected: { ...expected, outcome: "met", waitedMs: 0 } };
    // The action was done: if no time is left to observe, that is not a failure of the action.
    if (!after || signal.aborted) return { ...result, expected: { ...expected, outcome: "unknown", waitedMs: 0 } };
    return await waited(session, { condition, before, result, expected }, signal);
  }, signal);
}

interface Waiting {
  readonly condition: Condition;
  readonly before: Observation | null;
  readonly result: ActResult;
  readonly expected: Pick<Expected, "condition" | "heldBefore">;
}

async function waited(
  session: Session,
  { condition, before, result, expected }: Waiting,
  signal: AbortSignal,
): Promise<ExpectedResult> {
  const startedAt = performance.now();
  const sourceOf = (seen: Observation) => sourceSince(before, seen);
  try {
    const request = { condition, timeoutMs: EXPECT_MS, sourceOf };
    const { after, waitedMs } = await waitFor(session, request, () => {}, signal);
    if (before) session.caller.follow(renamedBetween(before.elements, after.elements));
    return { ...result, after, picture: null, expected: { ...expected, outcome: "met", waitedMs } };
  } catch (error) {
    const isDoubted = isFoveaError(error, "FACT_UNKNOWN");
    const isOver = isDoubted || isFoveaError(error, "WAIT_TIMEOUT") || isFoveaError(signal.reason, "TIMEOUT");
    if (!isOver) throw toFoveaError(error).with({ attemptedAction: result.did, mayHaveHappened: true });
    const last = session.lastObservation;
    const after = last && isReadable(last) ? last : result.after;
    if (last && after === last) session.noteReported(last);
    const source = after && { ...sourceOf(after), toasts: toastsHeard(session) };
    const outcome = !isDoubted && source && judge(condition, source) !== null ? "failed" : "unknown";
    const waitedMs = Math.round(performance.now() - startedAt);
    const doubt = isDoubted ? { doubt: error.message } : {};
    return { ...result, after, picture: null, expected: { ...expected, outcome, waitedMs, ...doubt } };
  }
}

/** Why a true condition proves nothing; null if it does. Throws nothing. */
function nameInDoubt(session: Session, condition: Condition, source: MatchSource): string | null {
  const found = misspeltBy(session, condition, source);
  return found && doubtWords(found);
}

function changedBy({ verdict }: ActResult): boolean | null {
  if (verdict.kind === "unknown" || verdict.kind === "uncertain") return null;
  return verdict.kind !== "no_effect";
}
