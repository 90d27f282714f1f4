import { OUTCOMES } from "../test/support/made-apps/judge.js";
import { meaningFigures, meaningRows, trialWords, worthTelling } from "../test/support/made-apps/meaning-tally.js";
import type { MeaningTrial } from "../test/support/made-apps/meaning-trial.js";
import { runMadeTrials } from "../test/support/made-apps/run-made.js";
import { type BenchResult, type Figure, table } from "./bench.js";
import { flagValue } from "./start-phone.js";

const DEFAULT_RUNS = 1_000;
const DEFAULT_SEED = 1;
/** So many trials of each kind that went wrong are listed. */
const MOST_TOLD = 20;
/** In percent. */
const MOST_NEEDLESS = 1;
const MOST_DOUBT = 5;

/**
 * Taps and texts on apps of any shape that change what their elements mean, between look and call and within the call. What
 * is right is judged by what the caller was shown and by what the app itself wrote down.
 */
export async function measureMade(args: readonly string[]): Promise<BenchResult> {
  const runs = Number(flagValue(args, "--made-runs") ?? DEFAULT_RUNS);
  const firstSeed = Number(flagValue(args, "--made-seed") ?? DEFAULT_SEED);
  const trials: MeaningTrial[] = [];
  const began = process.cpuUsage();
  for await (const trial of runMadeTrials({ firstSeed, runs })) trials.push(trial);
  const { user, system } = process.cpuUsage(began);
  const most = Number(flagValue(args, "--made-list") ?? MOST_TOLD);
  const told = worthTelling(trials);
  const lines = OUTCOMES.flatMap((outcome) => {
    const own = told.filter((trial) => trial.outcome === outcome);
    const more = own.length > most ? [`and ${own.length - most} more: ${outcome}`] : [];
    return [...own.slice(0, most).map(trialWords), ...more];
  });
  const figures = [
    ...madeFigures(trials),
    {
      name: "made apps: one trial",
      value: (user + system) / 1_000 / Math.max(1, trials.length),
      unit: "ms of processor",
    },
  ];
  const rows = figures.map(({ name, value, unit }) => [name, Number(value.toPrecision(3)), unit]);
  const parts = [
    `made apps, seeds from ${firstSeed} (+: nothing changed that concerns what was meant)`,
    table(meaningRows(trials)),
    table([["figure", "value", "unit"], ...rows]),
  ];
  return { text: [...parts, ...lines].join("\n"), figures };
}

function madeFigures(trials: readonly MeaningTrial[]): readonly Figure[] {
  const of = meaningFigures(trials);
  const share = (part: number, all: number) => (all === 0 ? 0 : (100 * part) / all);
  return [
    { name: "made apps: wrong, told as a success", value: of.wrong, unit: `of ${of.trials}`, atMost: 0 },
    { name: "made apps: wrong before the call, and told", value: of.toldBefore, unit: `of ${of.trials}`, atMost: 0 },
    { name: "made apps: wrong in the call, and told", value: of.told - of.toldBefore, unit: `of ${of.trials}` },
    { name: "made apps: refused", value: of.refused, unit: `of ${of.trials}` },
    {
      name: `made apps: needless refusals, ${of.needless} of ${of.benign}`,
      value: share(of.needless, of.benign),
      unit: "%",
      atMost: MOST_NEEDLESS,
    },
    {
      name: `made apps: doubt on right touches, ${of.doubtBenign} of ${of.rightBenign}`,
      value: share(of.doubtBenign, of.rightBenign),
      unit: "%",
      atMost: MOST_DOUBT,
    },
    {
      name: `made apps: doubt on a change in the last instant, ${of.doubtLast} of ${of.rightLast}`,
      value: share(of.doubtLast, of.rightLast),
      unit: "%",
    },
  ];
}
