import type { Phone } from "fovea-mcp";
import { AgentError, isCoded } from "../agent-error.js";
import type { AgentEvent, AgentOptions, Judged } from "../public-types.js";

type Functions = Pick<AgentOptions, "openPhone" | "onEvent" | "askPerson" | "judge">;

/**
 * Calls the functions that the program passed. An error that such a function throws or rejects with is the program's
 * own error: it ends the run before its next step, as the program's signal does.
 */
export class OwnFunctions {
  readonly #given: Functions;
  readonly #stop: AbortSignal;
  readonly #failed = new AbortController();
  readonly #pending: Promise<unknown>[] = [];
  /** Aborts when the program aborts, or when one of its functions failed. */
  readonly signal: AbortSignal;

  constructor(given: Functions, stop: AbortSignal) {
    this.#given = given;
    this.#stop = stop;
    this.signal = AbortSignal.any([stop, this.#failed.signal]);
  }

  /** The error of the function that failed; null if none failed. */
  get failure(): AgentError | null {
    const { aborted, reason } = this.#failed.signal;
    return aborted && reason instanceof AgentError ? reason : null;
  }

  get hasPerson(): boolean {
    return this.#given.askPerson !== undefined;
  }

  /** Reports an event to the program. If the function fails, the run ends before its next step. */
  report(event: AgentEvent): void {
    if (this.failure !== null) return;
    const fail = (cause: unknown) => this.#fail(`onEvent threw at ${placeOf(event)}, which ended the run`, cause);
    try {
      this.#pending.push(Promise.resolve(this.#given.onEvent?.(event)).catch(fail));
    } catch (error) {
      fail(error);
    }
  }

  /**
   * Asks a person through the program, and reports the answer to it as an event. Errors: what the function throws; the
   * signal's reason.
   */
  async ask(question: string): Promise<boolean> {
    const what = "askPerson threw, so nothing was done";
    const answer = (await this.#called(what, async () => await this.#given.askPerson?.(question))) === true;
    this.report({ kind: "question", question, answer });
    return answer;
  }

  /**
   * Opens the phone. Errors: what the function throws (errors of the library do not count as its failure); the signal's
   * reason.
   */
  async openPhone(confirm: (question: string) => Promise<boolean>): Promise<Phone> {
    const open = async () => await this.#given.openPhone(confirm);
    return await this.#called("openPhone threw, so nothing was done", open, isCoded);
  }

  /**
   * Asks the judge. Errors: what the function throws (errors of its phone do not count as its failure); the signal's
   * reason.
   */
  async judge(phone: Phone): Promise<Judged> {
    const { judge } = this.#given;
    const judged = async () => (await judge?.(phone)) ?? { holds: false, evidence: [] };
    return await this.#called("judge threw, so nothing is proven", judged, isCoded);
  }

  /** Waits for the promises of `onEvent`, or until the program ends the run. Gives the failure; null for none. */
  async settle(): Promise<AgentError | null> {
    await untilAborted(Promise.all(this.#pending), this.#stop);
    return this.failure;
  }

  async #called<T>(what: string, work: () => Promise<T>, isOthers = (_error: unknown) => false): Promise<T> {
    try {
      return await work();
    } catch (error) {
      this.#stop.throwIfAborted();
      if (!isOthers(error)) this.#fail(what, error);
      throw error;
    }
  }

  #fail(what: string, cause: unknown): void {
    if (this.#stop.aborted) return;
    const why = cause instanceof Error ? cause.message : String(cause);
    this.#failed.abort(new AgentError("CALLBACK_FAILED", `runAgent: ${what}: ${why}`, { cause }));
  }
}

function placeOf(event: AgentEvent): string {
  if (event.kind === "step") return `step ${event.step}`;
  return { plan: "the plan", question: "a question", resumed: "the resumption" }[event.kind];
}

async function untilAborted(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  let end = () => {};
  const aborted = new Promise<void>((resolve) => {
    end = resolve;
  });
  signal.addEventListener("abort", end, { once: true });
  await Promise.race([work, aborted]).finally(() => signal.removeEventListener("abort", end));
}
