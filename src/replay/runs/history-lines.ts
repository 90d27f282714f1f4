import { type FlowHistory, runName, type StepHistory } from "./flow-history.js";

/** The history of a flow in lines: its state, since when it fails, and at which steps. */
export function historyLines(history: FlowHistory): readonly string[] {
  const { name, file, runs, failingSince, flaky, failed, medianMs } = history;
  const word = failingSince ? "FAILING" : flaky + failed > 0 ? "flaky" : "ok";
  const counts = [
    `${runs.length} runs`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(flaky > 0 ? [`${flaky} flaky (${percent(history.flakeRate)})`] : []),
    `${(medianMs / 1_000).toFixed(1)} s`,
  ];
  return [
    `${word.padEnd(8)} ${name} (${file}): ${counts.join(", ")}`,
    ...sinceLines(history).map((line) => `         ${line}`),
    ...history.failures.map((step) => `         failed ${timesOf(step)}: ${step.step}`),
    ...history.healed.map((step) => `         healed ${timesOf(step)} since ${runName(step.since)}: ${step.step}`),
  ];
}

/** The first bad build, and the last good one. */
export function sinceLines({ failingSince, lastGood }: FlowHistory): readonly string[] {
  if (!failingSince) return [];
  const good = lastGood ? `last good: ${runName(lastGood)}` : "never passed in these runs";
  return [`since ${runName(failingSince)}; ${good}`];
}

export function timesOf({ times }: StepHistory): string {
  return times === 1 ? "once" : `${times} times`;
}

export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
