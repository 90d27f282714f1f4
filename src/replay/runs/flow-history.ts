import type { PastRun } from "./read-junit.js";

/** The results of a flow over several runs. */
export interface FlowHistory {
  readonly name: string;
  readonly file: string;
  /** The runs in which it was not skipped, the oldest first. */
  readonly runs: readonly PastRun[];
  readonly failed: number;
  readonly flaky: number;
  /** The share of its runs that passed only after a repetition, from 0 to 1. */
  readonly flakeRate: number;
  /** The first of the failed runs without a passed run after it; null if the last run did not fail. */
  readonly failingSince: PastRun | null;
  /** The run before `failingSince`. */
  readonly lastGood: PastRun | null;
  /** The median duration, in ms. */
  readonly medianMs: number;
  /** Failed steps, the most frequent first. */
  readonly failures: readonly StepHistory[];
  readonly healed: readonly StepHistory[];
}

export interface StepHistory {
  readonly step: string;
  readonly times: number;
  /** The first run and the last run in which it happened. */
  readonly since: PastRun;
  readonly last: PastRun;
}

/** The history of each flow: first flows that fail now, then by how often they fail or are flaky. */
export function flowHistories(runs: readonly PastRun[]): readonly FlowHistory[] {
  const byFlow = new Map<string, PastRun[]>();
  for (const run of runs) byFlow.set(run.key, [...(byFlow.get(run.key) ?? []), run]);
  return [...byFlow.values()].map(historyOf).toSorted(worstFirst);
}

function historyOf(given: readonly PastRun[]): FlowHistory {
  const sorted = given.toSorted((a, b) => a.at - b.at);
  const runs = sorted.filter(({ outcome }) => outcome !== "skipped");
  const { name = "", file = "" } = sorted.at(-1) ?? {};
  const count = (outcome: PastRun["outcome"]) => runs.filter((run) => run.outcome === outcome).length;
  const lastGoodAt = runs.findLastIndex(({ outcome }) => outcome !== "failed");
  const failingSince = runs[lastGoodAt + 1] ?? null;
  return {
    name,
    file,
    runs,
    failed: count("failed"),
    flaky: count("flaky"),
    flakeRate: runs.length === 0 ? 0 : count("flaky") / runs.length,
    failingSince,
    lastGood: failingSince && (runs[lastGoodAt] ?? null),
    medianMs: medianOf(runs.map(({ durationMs }) => durationMs)),
    failures: stepsOf(runs, ({ failedSteps }) => failedSteps),
    healed: stepsOf(runs, ({ healedSteps }) => healedSteps),
  };
}

function stepsOf(runs: readonly PastRun[], of: (run: PastRun) => readonly string[]): readonly StepHistory[] {
  const found = new Map<string, StepHistory>();
  for (const run of runs)
    for (const step of of(run)) {
      const { times = 0, since = run } = found.get(step) ?? {};
      found.set(step, { step, times: times + 1, since, last: run });
    }
  return [...found.values()].toSorted((a, b) => b.times - a.times);
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

function worstFirst(a: FlowHistory, b: FlowHistory): number {
  const badness = ({ failingSince, failed, flaky }: FlowHistory) => [failingSince ? 1 : 0, failed, flaky] as const;
  const [one, other] = [badness(a), badness(b)];
  for (const place of [0, 1, 2] as const) if (one[place] !== other[place]) return other[place] - one[place];
  return a.name < b.name ? -1 : 1;
}

/** The name of a run: build and time, or the time alone. */
export function runName({ build, at }: PastRun): string {
  const time = new Date(at).toISOString().slice(0, 16).replace("T", " ");
  return build === null ? time : `${build} (${time})`;
}
