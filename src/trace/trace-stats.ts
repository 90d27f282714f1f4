import type { InteractionStep } from "./protocol.js";
import { extensions, type TraceCall } from "./x-fovea.js";

type Counts = Readonly<Record<string, number>>;

/** Counts over a whole trace, gathered step by step. */
export interface TraceStats {
  readonly steps: number;
  /** The time from the first step to the last, in seconds. */
  readonly seconds: number;
  /** The number of actions by type, the most frequent first. */
  readonly actions: Counts;
  /** The number of verdicts by kind; steps without a verdict are counted as `none`. */
  readonly verdicts: Counts;
  /** The number of errors by code, of steps and of calls without a step. */
  readonly errors: Counts;
  /** The number of recorded tool calls, including those of the steps. */
  readonly calls: number;
  /** The durations of the steps that have one, in ms; null if none has. */
  readonly durationMs: { readonly p50: number; readonly p95: number } | null;
  /** The mean number of elements in a state. */
  readonly meanElements: number;
  /** The number of different screenshots. */
  readonly screenshots: number;
}

/** Counts step by step; its memory does not grow with the number of elements. */
export class StatsCounter {
  readonly #actions = new Map<string, number>();
  readonly #verdicts = new Map<string, number>();
  readonly #errors = new Map<string, number>();
  readonly #durations: number[] = [];
  readonly #pictures = new Set<string>();
  #calls = 0;
  #steps = 0;
  #elements = 0;
  #first: number | null = null;
  #last = 0;

  add(step: InteractionStep): void {
    const { timestamp, visual_state: state, action } = step;
    this.#steps += 1;
    this.#elements += state.elements.length;
    this.#first ??= timestamp;
    this.#last = timestamp;
    count(this.#actions, action.type);
    if (state.screenshot_path !== "") this.#pictures.add(state.screenshot_path);
    const reported = extensions.step(step);
    count(this.#verdicts, reported?.verdict?.kind ?? "none");
    if (reported?.error) count(this.#errors, reported.error.code);
    if (reported) this.#durations.push(reported.duration_ms);
  }

  /** `isOfStep`: a step already reports the error of this call. */
  addCall({ result }: TraceCall, isOfStep: boolean): void {
    this.#calls += 1;
    if (result.error && !isOfStep) count(this.#errors, result.error.code);
  }

  get stats(): TraceStats {
    return {
      steps: this.#steps,
      seconds: this.#first === null ? 0 : this.#last - this.#first,
      actions: mostFirst(this.#actions),
      verdicts: mostFirst(this.#verdicts),
      errors: mostFirst(this.#errors),
      calls: this.#calls,
      durationMs: quantiles(this.#durations),
      meanElements: this.#steps === 0 ? 0 : Math.round((this.#elements / this.#steps) * 10) / 10,
      screenshots: this.#pictures.size,
    };
  }
}

function count(counts: Map<string, number>, word: string): void {
  counts.set(word, (counts.get(word) ?? 0) + 1);
}

function mostFirst(counts: ReadonlyMap<string, number>): Counts {
  return Object.fromEntries([...counts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)));
}

/** Quantiles by the nearest-rank method. */
function quantiles(values: readonly number[]): TraceStats["durationMs"] {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
  return { p50: at(0.5), p95: at(0.95) };
}
