import type { PastRun } from "./read-junit.js";

/** How a flow fared over its runs. */
export interface FlowHistory {
  readonly name: string;
  readonly file: string;
  /** Oldest first, those in which it was skipped left out. */
  readonly runs: readonly PastRun[];
  readonly failed: number;
  readonly flaky: number;
  /** Share of its runs that passed only at a later try, from 0 to 1. */
  readonly flakeRate: number;
  /** The first of the runs that failed up to the last one; null if the last one did not fail. */
  readonly failingSince: PastRun | null;
  /** The one before it. */
  readonly lastGood: PastRun | null;
  /** In ms. */
  readonly medianMs: number;
  /** Those that failed most often first. */
  readonly failures: readonly StepHistory[];
  readonly healed: readonly StepHistory[];
}

export interface StepHistory {
  readonly step: string;
  readonly times: number;
  /** The first run that it happened in, and the last. */
  readonly since: PastRun;
  readonly last: PastRun;
}

/** The history of each flow, those first that fail now, then those that fail or are flaky most often. */
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

/** A run by its build, else by when it was. */
export function runName({ build, at }: PastRun): string {
  const time = new Date(at).toISOString().slice(0, 16).replace("T", " ");
  return build === null ? time : `${build} (${time})`;
}
