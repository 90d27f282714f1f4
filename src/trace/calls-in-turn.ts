import { readCall } from "./read-call.js";
import type { StepProblem } from "./read-step.js";
import { traceLines } from "./trace-lines.js";
import type { TraceCall } from "./x-fovea.js";

/**
 * The calls of a trace, in the order in which they were written. They are given up to a moment, since steps come in
 * between.
 */
export class CallsInTurn {
  readonly #calls: AsyncGenerator<TraceCall>;
  #ahead: TraceCall | null = null;

  constructor(path: string, onProblems: (problems: readonly StepProblem[]) => void) {
    this.#calls = wholeCalls(path, onProblems);
  }

  /** The calls that began no later than this, in seconds since the trace began. */
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
