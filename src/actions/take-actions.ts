import { FoveaError, toFoveaError } from "../base/errors.js";
import type { SpokenCommand } from "../screen/commands/command.js";
import type { Session } from "../session/session.js";
import type { ActResult } from "./proof/performed.js";
import { type TakeActionRequest, takeAction } from "./take-action.js";

export interface TakeActionsRequest extends Omit<TakeActionRequest, "command"> {
  /** The commands, at least one. */
  readonly commands: readonly SpokenCommand[];
}

/**
 * Performs the actions of a sentence one after another, in one turn. It stops at the first one that fails, or that may
 * have hit the wrong element: the error says which ones were done before. Errors: those of takeAction, TOUCH_UNCERTAIN.
 */
export async function takeActions(
  session: Session,
  { commands, ...request }: TakeActionsRequest,
  signal: AbortSignal,
): Promise<ActResult> {
  const [first, ...others] = commands;
  if (!first) throw new FoveaError("INTERNAL", "a sentence gave no action");
  if (others.length === 0) return await takeAction(session, { ...request, command: first }, signal);
  return await session.acts.run(async () => {
    // The caller is not shown the screens in between: refs keep the meaning that they had before all actions.
    const inner = session.as(session.caller.midCall());
    let result = await takeAction(inner, { ...request, command: first }, signal);
    for (const command of others) result = joined(result, await next(inner, { ...request, command }, result, signal));
    if (result.after) session.noteReported(result.after);
    return result;
  }, signal);
}

async function next(session: Session, request: TakeActionRequest, done: ActResult, signal: AbortSignal) {
  const { serial } = session.device;
  if (done.verdict.kind === "uncertain") {
    const message = `the rest was not done: ${done.did}; ${done.verdict.evidence.join("; ")}`;
    throw new FoveaError("TOUCH_UNCERTAIN", message, { device: serial, mayHaveHappened: true });
  }
  try {
    return await takeAction(session, request, signal);
  } catch (cause) {
    const { code, message, hint, context } = toFoveaError(cause);
    const about = { ...context, hint, cause, mayHaveHappened: true };
    throw new FoveaError(code, `${message}; done before: ${done.did}`, about);
  }
}

/** The verdict is that of the last action; an earlier action that did not change the screen gets a note. */
function joined(done: ActResult, last: ActResult): ActResult {
  const { kind, evidence } = done.verdict;
  const plain = kind === "changed" ? [] : [`! ${done.did}: ${kind} (${evidence.join("; ")})`];
  return {
    ...last,
    did: `${done.did}; ${last.did}`,
    notes: [...done.notes, ...plain, ...last.notes],
    before: done.before,
    picture: null,
  };
}
