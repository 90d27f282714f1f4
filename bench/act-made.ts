import { OUTCOMES } from "../test/support/made-apps/judge.js";
import { startMadePlace } from "../test/support/made-apps/made-place.js";
import { meaningFigures, meaningRows, trialWords, worthReporting } from "../test/support/made-apps/meaning-tally.js";
import type { MeaningTrial } from "../test/support/made-apps/meaning-trial.js";
import { startRealMadePlace } from "../test/support/made-apps/real-made-place.js";
import { type MadeTrialsWanted, runMadeTrials } from "../test/support/made-apps/run-made.js";
import { type BenchResult, type Figure, table } from "./bench.js";
import { flagValue } from "./start-phone.js";

const DEFAULT_RUNS = 1_000;
const DEFAULT_REAL_RUNS = 100;
const DEFAULT_SEED = 1;
/** How many wrong trials of each kind are listed at most. */
const MOST_REPORTED = 20;
/** The largest allowed shares, in percent. */
const MOST_NEEDLESS = 1;
const MOST_DOUBT = 5;

/**
 * Taps and texts on generated apps whose elements change their meaning between look and call and during the call. A
 * trial is judged by the screen that the caller saw and by the log that the app itself kept.
 */
export async function measureMade(args: readonly string[]): Promise<BenchResult> {
  const runs = Number(flagValue(args, "--made-runs") ?? DEFAULT_RUNS);
  const quick = await measureRoute("made apps", args, { runs, startPlace: startMadePlace });
  if (!args.includes("--real-adb")) return quick;
  const realRuns = Number(flagValue(args, "--made-real-runs") ?? DEFAULT_REAL_RUNS);
  const wanted = { runs: realRuns, startPlace: startRealMadePlace };
  const real = await measureRoute("made apps, real adb", args, wanted);
  return { text: `${quick.text}\n\n${real.text}`, figures: [...quick.figures, ...real.figures] };
}

async function measureRoute(
  route: string,
  args: readonly string[],
  wanted: Pick<MadeTrialsWanted, "runs" | "startPlace">,
): Promise<BenchResult> {
  const firstSeed = Number(flagValue(args, "--made-seed") ?? DEFAULT_SEED);
  const trials: MeaningTrial[] = [];
  const began = process.cpuUsage();
  for await (const trial of runMadeTrials({ ...wanted, firstSeed, hasOldRule: args.includes("--old-rule") }))
    trials.push(trial);
  const { user, system } = process.cpuUsage(began);
  const most = Number(flagValue(args, "--made-list") ?? MOST_REPORTED);
  const reported = worthReporting(trials);
  const lines = OUTCOMES.flatMap((outcome) => {
    const own = reported.filter((trial) => trial.outcome === outcome);
    const more = own.length > most ? [`and ${own.length - most} more: ${outcome}`] : [];
    return [...own.slice(0, most).map(trialWords), ...more];
  });
  const ms = (user + system) / 1_000 / Math.max(1, trials.length);
  const figures = [...madeFigures(route, trials), { name: `${route}: one trial`, value: ms, unit: "ms of processor" }];
  const rows = figures.map(({ name, value, unit }) => [name, Number(value.toPrecision(3)), unit]);
  const parts = [
    `${route}, seeds from ${firstSeed} (+: nothing changed that concerns what was meant)`,
    table(meaningRows(trials)),
    table([["figure", "value", "unit"], ...rows]),
  ];
  return { text: [...parts, ...lines].join("\n"), figures };
}

function madeFigures(route: string, trials: readonly MeaningTrial[]): readonly Figure[] {
  const of = meaningFigures(trials);
  const share = (part: number, all: number) => (all === 0 ? 0 : (100 * part) / all);
  return [
    { name: `${route}: wrong, reported as a success`, value: of.wrong, unit: `of ${of.trials}`, atMost: 0 },
    {
      name: `${route}: wrong before the call, not as a success`,
      value: of.reportedBefore,
      unit: `of ${of.trials}`,
      atMost: 0,
    },
    {
      name: `${route}: wrong in the call, not as a success`,
      value: of.reported - of.reportedBefore,
      unit: `of ${of.trials}`,
    },
    { name: `${route}: refused`, value: of.refused, unit: `of ${of.trials}` },
    {
      name: `${route}: needless refusals, ${of.needless} of ${of.benign}`,
      value: share(of.needless, of.benign),
      unit: "%",
      atMost: MOST_NEEDLESS,
    },
    {
      name: `${route}: doubt on right touches, ${of.doubtBenign} of ${of.rightBenign}`,
      value: share(of.doubtBenign, of.rightBenign),
      unit: "%",
      atMost: MOST_DOUBT,
    },
    {
      name: `${route}: doubt on a change in the last instant, ${of.doubtLast} of ${of.rightLast}`,
      value: share(of.doubtLast, of.rightLast),
      unit: "%",
    },
  ];
}
