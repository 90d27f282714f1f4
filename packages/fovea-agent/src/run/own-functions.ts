import type { Phone } from "fovea-mcp";
import { AgentError, isCoded } from "../agent-error.js";
import type { AgentEvent, AgentOptions, Judged } from "../public-types.js";

type Functions = Pick<AgentOptions, "openPhone" | "onEvent" | "askPerson" | "judge">;

/**
 * The functions of the program, as a run calls them. What one throws, or rejects with, is the program's own error: it
 * ends the run before its next step, as the program's signal does.
 */
export class OwnFunctions {
  readonly #given: Functions;
  readonly #stop: AbortSignal;
  readonly #failed = new AbortController();
  readonly #pending: Promise<unknown>[] = [];
  /** Aborted by the program, and where one of its functions failed. */
  readonly signal: AbortSignal;

  constructor(given: Functions, stop: AbortSignal) {
    this.#given = given;
    this.#stop = stop;
    this.signal = AbortSignal.any([stop, this.#failed.signal]);
  }

  /** Null if no function failed. */
  get failure(): AgentError | null {
    const { aborted, reason } = this.#failed.signal;
    return aborted && reason instanceof AgentError ? reason : null;
  }

  get hasPerson(): boolean {
    return this.#given.askPerson !== undefined;
  }

  /** Reports to the program what happened. The run goes on to its next step, and ends there if the function failed. */
  hear(event: AgentEvent): void {
    if (this.failure !== null) return;
    const fail = (cause: unknown) => this.#fail(`onEvent threw at ${placeOf(event)}, which ended the run`, cause);
    try {
      this.#pending.push(Promise.resolve(this.#given.onEvent?.(event)).catch(fail));
    } catch (error) {
      fail(error);
    }
  }

  /** A person's answer, which the program hears of, too. Errors: what the function throws; the signal's reason. */
  async ask(question: string): Promise<boolean> {
    const what = "askPerson threw, so nothing was done";
    const answer = (await this.#called(what, async () => await this.#given.askPerson?.(question))) === true;
    this.hear({ kind: "question", question, answer });
    return answer;
  }

  /** Errors: what the function throws, of which those of the library are no failure of it; the signal's reason. */
  async openPhone(confirm: (question: string) => Promise<boolean>): Promise<Phone> {
    const open = async () => await this.#given.openPhone(confirm);
    return await this.#called("openPhone threw, so nothing was done", open, isCoded);
  }

  /** Errors: what the function throws, of which those of its phone are no failure of it; the signal's reason. */
  async judge(phone: Phone): Promise<Judged> {
    const { judge } = this.#given;
    const judged = async () => (await judge?.(phone)) ?? { holds: false, evidence: [] };
    return await this.#called("judge threw, so nothing is proven", judged, isCoded);
  }

  /** Waits for the promises of `onEvent`, until the program ends the run. What failed; null for nothing. */
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
