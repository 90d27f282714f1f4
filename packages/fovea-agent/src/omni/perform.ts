import { interrupt } from "@langchain/langgraph";
import { type Failure, failureOf } from "../agent-error.js";
import { doAction } from "../phone/do-action.js";
import { describe, type PhoneAction } from "../phone/phone-action.js";
import { quote } from "../quote.js";
import { failed } from "./reduce.js";
import type { Runtime } from "./runtime.js";
import type { ActionResult } from "./state.js";

/** The question for which the graph stops. */
export interface PersonQuestion {
  readonly question: string;
}

/** A person's answer to one question. */
export interface PersonAnswer {
  readonly question: string;
  readonly answer: boolean;
}

/**
 * Performs the action with this number, unless the journal says that it was done or may have been done. A question of
 * the guard stops the graph. With the answer this function runs again from its beginning; nothing was done before the
 * question.
 */
export async function performOnce(action: PhoneAction, number: number, runtime: Runtime): Promise<ActionResult> {
  const { journal } = runtime;
  const known = journal.known(number);
  if (typeof known !== "string") return known;
  const intent = describe(action);
  if (known === "begun") return await ended(interrupted(intent), number, runtime);
  for (;;) {
    await journal.begin(number, intent);
    const result = await attempt(action, runtime);
    if (!("question" in result)) return await ended(result, number, runtime);
    await journal.notDone(number);
    const { question } = result;
    const given: PersonAnswer = interrupt<PersonQuestion, PersonAnswer>({ question });
    if (given.question !== question) continue;
    if (!given.answer) return await ended(refused(intent), number, runtime);
    runtime.consent.grant(question);
  }
}

async function ended(result: ActionResult, number: number, { journal }: Runtime): Promise<ActionResult> {
  await journal.end(number, result);
  return result;
}

async function attempt(action: PhoneAction, runtime: Runtime): Promise<ActionResult | PersonQuestion> {
  const { phone, consent, signal } = runtime;
  consent.takeQuestion();
  try {
    const { did, verdict, evidence } = await doAction(phone, action, signal);
    const proof = evidence.length === 0 ? "" : `: ${evidence.join("; ")}`;
    return { outcome: outcomeOf(verdict), did, verdict, words: quote(`${did}; ${verdict}${proof}`) };
  } catch (error) {
    signal.throwIfAborted();
    const failure = failureOf(error);
    const question = consent.takeQuestion();
    if (question !== null && !failure.mayHaveHappened) return { question };
    return ofFailure(describe(action), failure);
  }
}

/** An unproven result goes to the planner, which decides what to do. */
function outcomeOf(verdict: string): ActionResult["outcome"] {
  if (DONE.has(verdict)) return "done";
  return UNPROVEN.has(verdict) ? "unproven" : "not_done";
}

const DONE: ReadonlySet<string> = new Set(["changed", "waited"]);
const UNPROVEN: ReadonlySet<string> = new Set(["sent", "unknown", "uncertain", "unexpected_window"]);

function ofFailure(intent: string, { code, message, hint, mayHaveHappened }: Failure): ActionResult {
  const words = quote(`${code}: ${message} ${hint}`, 600);
  if (!mayHaveHappened) return { ...failed(intent, words), verdict: code };
  return { outcome: "unproven", did: intent, verdict: code, words: `${words} It may have happened anyway.` };
}

function interrupted(intent: string): ActionResult {
  const words = `${intent} was begun before the run was interrupted, and may have happened; it is not done again`;
  return { outcome: "unproven", did: intent, verdict: "interrupted", words };
}

function refused(intent: string): ActionResult {
  return { ...failed(intent, `a person did not agree to this: ${intent}`), verdict: "refused" };
}
