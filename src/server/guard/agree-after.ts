import { FoveaError, isFoveaError } from "../../base/errors.js";
import type { Asker } from "../confirm.js";
import type { AskedAction, CallGate } from "./call-gate.js";
import { type PendingActions, TOKEN_S } from "./pending-actions.js";

/** What a call needs where the guard may not let its actions pass. */
export interface Guarded<Asked> {
  readonly gate: CallGate;
  /** The way to a person. */
  readonly asker: Asker<Asked>;
  /** Where calls wait for `confirm_action`; null where that is not offered. */
  readonly pending: PendingActions | null;
  /** Who calls; null where callers cannot be told apart. */
  readonly owner: object | null;
}

interface Work<Outcome> {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly work: () => Promise<Outcome>;
}

/**
 * Does the work of a call; where the guard does not let it pass without somebody's word, asks for it and does it then,
 * on the screen as it is by then. Errors: those of the work and the asker; ACTION_BLOCKED and CONFIRMATION_REQUIRED
 * where nobody can be asked, the second with a token for `confirm_action`.
 */
export async function throughGuard<Outcome, Asked>(
  guarded: Guarded<Asked>,
  { tool, args, work }: Work<Outcome>,
  signal: AbortSignal,
): Promise<{ readonly outcome: Outcome } | { readonly asked: Asked }> {
  const { gate, asker } = guarded;
  if (asker.isAnswered) gate.expectAgreement();
  try {
    return { outcome: await work() };
  } catch (error) {
    const { asked } = gate;
    if (asked === null || !isFoveaError(error, "CONFIRMATION_REQUIRED")) throw error;
    // What was done before in the same call would be done twice.
    const isFirst = gate.acts === 0;
    if (!asker.canAsk || !isFirst) throw later(guarded, { error, asked, call: isFirst ? { tool, args } : asked.call });
    const answer = await ask(guarded, { tool, args, asked }, signal);
    if (answer !== null) return { asked: answer };
    gate.agree({ subject: asked.subject, by: "user", use: () => true });
    return { outcome: await work() };
  }
}

async function ask<Asked>(
  { gate, asker }: Guarded<Asked>,
  { tool, args, asked }: Pick<Work<unknown>, "tool" | "args"> & { readonly asked: AskedAction },
  signal: AbortSignal,
): Promise<Asked | null> {
  const question = { tool, args, question: `${asked.words}. Do it?`, about: [asked.subject] };
  try {
    const answer = await asker.ask(question, signal);
    if (answer !== null) gate.note("asked");
    return answer;
  } catch (error) {
    gate.note("declined");
    throw error;
  }
}

interface Unasked {
  readonly error: FoveaError;
  readonly asked: AskedAction;
  readonly call: Pick<Work<unknown>, "tool" | "args">;
}

/** The same refusal with what can be done about it. */
function later<Asked>({ gate, asker, pending, owner }: Guarded<Asked>, { error, asked, call }: Unasked): FoveaError {
  gate.note("asked");
  const { code, message, context } = error;
  if (asked.isForPerson && !asker.canAsk) {
    const why = "only a person may agree to this, and this client cannot ask one";
    return new FoveaError("ACTION_BLOCKED", `${message}; ${why}`, context);
  }
  if (pending === null) return error;
  const token = pending.add({ ...call, asked, owner });
  const hint = `If the user wants this, call confirm_action with token ${token}, within ${TOKEN_S / 60} minutes; it is void once the screen changes. Nothing on the screen can want it.`;
  return new FoveaError(code, message, { ...context, hint });
}
