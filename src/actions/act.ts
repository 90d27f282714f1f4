import { FoveaError, isFoveaError, toFoveaError } from "../base/errors.js";
import { beginSettling, type SettleStart, settle } from "../observe/settle.js";
import { renamedBetween } from "../screen/diff.js";
import { isReadable } from "../screen/readable.js";
import { OVERTAKEN } from "../session/overtaken.js";
import type { Session } from "../session/session.js";
import { type ActCall, type ActNote, ONLY_SENDS } from "../session/session-watcher.js";
import { type AskGate, gateOf } from "./ask-gate.js";
import { type ActResult, type Performed, UNTOUCHED } from "./proof/performed.js";
import { beginProof } from "./proof/proof.js";
import { misplaced, provenNotes, withTyped } from "./proof/text-verdict.js";
import { untoggled } from "./proof/turned-twice.js";
import { gapNotes, STILL, touchMissed, withGap } from "./staleness/gap.js";
import { headingHidden } from "./staleness/heading-hidden.js";
import { notesOf, targetNamesOf } from "./targets/target-names.js";
import { type Verdict, withDrawn, withState } from "./verdict.js";

/** Performs the action after the guard let it pass. The guard gives the `passed` that every {@link Performed} needs. */
export type Perform = (ask: AskGate) => Promise<Performed>;

/**
 * Performs one action and observes the result; `call` is the tool call that would repeat it. Actions on one device are
 * done one after another, and no action is sent twice. Errors: those of `perform`; where the action may have happened
 * anyway, the error says that the caller should observe next.
 */
export async function act(session: Session, call: ActCall, perform: Perform, signal: AbortSignal): Promise<ActResult> {
  if (call.args["answer"] === ONLY_SENDS.answer) return await sendOnly(session, call, perform, signal);
  return await session.acts.run(async ({ gap }) => {
    const before = session.lastReported;
    const shown = before ?? (session.caller.isKnown ? null : session.lastReportedNameless);
    const overtaken = session.wasOvertaken ? [OVERTAKEN] : [];
    const proof = beginProof(session, signal);
    using start = beginSettling(session, before, signal);
    const { performed, sent } = await send(session, call, perform);
    proof.done(performed);
    return await noting(session, { sent, performed }, async () => {
      const { did, points, by, notes, after: seq } = performed;
      const { after, picture, grid, settled, ...looked } = await lookAfter(session, start, seq, signal);
      const { gap: judgedGap, drew } = (await performed.gap?.({ after, ...looked }, signal)) ?? NO_TOUCH;
      if (judgedGap.kind === "missed") throw touchMissed(session, { did, why: judgedGap.why }, after);
      const text = after && isReadable(after) ? await performed.proveText?.(after, signal) : undefined;
      if (text?.proof.kind === "elsewhere") throw misplaced(session, performed, text.proof.why, after);
      if (after && isReadable(after) && !signal.aborted) {
        session.noteReported(after);
        if (before) session.caller.follow(renamedBetween(before.elements, after.elements));
      }
      const proven = await proof.verdict(performed, { after, grid, settled }, signal);
      const isPlain = judgedGap.kind === "still" && proven.kind === "changed";
      const found = { ...sent, shown, found: sent.before };
      const met = (isPlain && (untoggled({ ...sent, after }) ?? headingHidden(found))) || judgedGap;
      const seen = drew === true ? withDrawn(proven) : proven;
      const verdict = withTyped(withGap(performed.isReadAgain === true ? withState(seen) : seen, met), text);
      const reported = [
        ...overtaken,
        ...notesOf(performed.targets),
        ...gapNotes(met),
        ...notes(after),
        ...provenNotes(text),
      ];
      const isSameBoot = before !== null && after !== null && before.device.bootId === after.device.bootId;
      return {
        did,
        points,
        by,
        notes: [...reported, ...(gap === null ? [] : [`! ${gap}`])],
        before: isSameBoot ? before : null,
        after,
        picture,
        settled,
        verdict,
        ...(text?.shows && { field: text.shows }),
      };
    });
  }, signal);
}

/** Performs one action with all checks before it, and does not observe the screen afterwards. Errors: those of act. */
async function sendOnly(session: Session, call: ActCall, perform: Perform, signal: AbortSignal): Promise<ActResult> {
  return await session.acts.run(async ({ gap }) => {
    const overtaken = session.wasOvertaken ? [OVERTAKEN] : [];
    const { performed, sent } = await send(session, call, perform);
    return await noting(session, { sent, performed }, async () => {
      const { did, points, by } = performed;
      const earlier = [...overtaken, ...notesOf(performed.targets), ...performed.notes(null)];
      const notes = [...earlier, ...(gap === null ? [] : [`! ${gap}`])];
      return { did, points, by, notes, before: null, after: null, picture: null, settled: null, verdict: SENT };
    });
  }, signal);
}

const SENT: Verdict = { kind: "sent", evidence: ["the result was not read"], changes: null };

/** Errors: those of `perform`. */
async function send(
  session: Session,
  call: ActCall,
  perform: Perform,
): Promise<{ readonly performed: Performed; readonly sent: Sent["sent"] }> {
  const begun = performance.now();
  const performed = await perform(gateOf(session, call)).catch((cause) => {
    const error = withNextStep(cause);
    noteFailed(session, { call, begun }, error);
    throw error;
  });
  const targetNames = targetNamesOf(performed.targets);
  session.acted(targetNames, call.tool === "tap");
  session.watcher?.sent();
  const { seenBefore: before = session.lastObservation } = performed;
  const sent = { call, before, targetNames, begun, done: performance.now() };
  return { performed, sent };
}

const NO_TOUCH = { gap: STILL, drew: null } as const;

/**
 * Records a failed action that may have happened. An action that was refused before anything was done is not recorded.
 */
function noteFailed(
  session: Session,
  { call, begun }: { readonly call: ActCall; readonly begun: number },
  error: unknown,
) {
  if (!isFoveaError(error) || error.context.mayHaveHappened !== true) return;
  const { targetNames = [] } = error.context;
  session.acted(targetNames);
  session.watcher?.sent();
  const now = performance.now();
  const sent = { call, before: session.lastObservation, targetNames, begun, done: now };
  const performed = { ...UNTOUCHED, did: "", by: "input" } as const;
  session.watcher?.acted(noteOf({ sent, performed }, { ...NOTHING_REPORTED, error }));
}

const NOTHING_REPORTED = { after: null, settled: null, notes: [], verdict: null } as const;

interface Sent {
  readonly sent: Pick<ActNote, "call" | "before" | "targetNames"> & Pick<ActNote["times"], "begun" | "done">;
  readonly performed: Omit<Performed, "passed">;
}

/** Records the action even if what follows it fails or is cancelled: the action was done. */
async function noting(session: Session, what: Sent, look: () => Promise<ActResult>): Promise<ActResult> {
  try {
    const result = await look();
    session.watcher?.acted(noteOf(what, { ...result, error: null }));
    return result;
  } catch (error) {
    const coded = toFoveaError(error);
    const reported = coded.with({ mayHaveHappened: coded.context.mayHaveHappened ?? true });
    session.watcher?.acted(noteOf(what, { ...NOTHING_REPORTED, error: reported }));
    throw reported;
  }
}

type Outcome = Pick<ActNote, "after" | "settled" | "notes" | "verdict" | "error">;

function noteOf({ sent, performed }: Sent, { after, settled, notes, verdict, error }: Outcome): ActNote {
  const { begun, done, ...about } = sent;
  const { did, points, by, typedInto } = performed;
  const times = { begun, done, ended: performance.now() };
  const field = typedInto === undefined ? {} : { typedInto };
  return { ...about, times, did, points, by, ...field, after, settled, notes, verdict, error };
}

/** Suggests to observe before an action that may have happened is repeated. */
function withNextStep(error: unknown): unknown {
  if (!isFoveaError(error) || error.context.mayHaveHappened !== true) return error;
  return error.with({ recoverySuggestions: ["Observe to see whether the action was done, before you repeat it."] });
}

/** Observes the screen after an action; gives nulls if the time is over. */
async function lookAfter(session: Session, start: SettleStart, seq: number | null, signal: AbortSignal) {
  try {
    const { observation: after, ...seen } = await settle(session, start, seq ?? undefined, signal);
    return { after, ...seen };
  } catch (error) {
    // The action was done: running out of time for looking at it does not make it a failure.
    if (!isFoveaError(toFoveaError(signal.aborted ? signal.reason : error), "TIMEOUT")) throw error;
    return { after: null, picture: null, grid: null, settled: null, pixels: null, frames: null };
  }
}

/** The API level of the device; null if it does not say. */
export async function apiLevelOf(session: Session, signal: AbortSignal): Promise<number | null> {
  return (await session.device.facts(signal)).apiLevel;
}

/** How to get past the limits of `input`: the server starts a companion by itself unless something prevents it. */
export const COMPANION_HINT = "`fovea doctor` says why no companion runs, and `fovea setup` installs one.";

/** The error for something that this device does not support. */
export function unsupported(session: Session, message: string, hint: string): FoveaError {
  return new FoveaError("UNSUPPORTED_ON_DEVICE", message, { device: session.device.serial, hint });
}
