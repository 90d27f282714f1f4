import { readCall } from "./read-call.js";
import type { StepProblem } from "./read-step.js";
import { traceLines } from "./trace-lines.js";
import type { TraceCall } from "./x-fovea.js";

/** The calls of a trace, in the order they were written, given out as far as a moment: they come between the steps. */
export class CallsInTurn {
  readonly #calls: AsyncGenerator<TraceCall>;
  #ahead: TraceCall | null = null;

  constructor(path: string, onProblems: (problems: readonly StepProblem[]) => void) {
    this.#calls = wholeCalls(path, onProblems);
  }

  /** Those that were begun no later than this, in seconds since the trace began. */
  async *until(timestamp: number): AsyncGenerator<TraceCall> {
    for (;;) {
      this.#ahead ??= (await this.#calls.next()).value ?? null;
      if (this.#ahead === null || this.#ahead.timestamp > timestamp) return;
      const call = this.#ahead;
      this.#ahead = null;
      yield call;
    }
  }

  async close(): Promise<void> {
    await this.#calls.return(undefined);
  }
}

async function* wholeCalls(path: string, onProblems: (problems: readonly StepProblem[]) => void) {
  for await (const { text, line } of traceLines(path)) {
    if (text.trim() === "") continue;
    const { call, problems } = readCall(text, line);
    if (call) yield call;
    else onProblems(problems);
  }
}
