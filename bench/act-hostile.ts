import { startQuickPlace, startRealPlace } from "../test/support/hostile/places.js";
import { runTrials } from "../test/support/hostile/run-trials.js";
import {
  figuresOf,
  GAPS_ARE_REPORTED,
  isWorthReporting,
  outcomeRows,
  upperBound,
  wordsOf,
  worstFirst,
} from "../test/support/hostile/tally.js";
import type { Trial } from "../test/support/hostile/trial.js";
import { addedLatency } from "./act-latency.js";
import { measureMade } from "./act-made.js";
import { type BenchResult, type Figure, table } from "./bench.js";
import { flagValue } from "./start-phone.js";

const DEFAULT_RUNS = 4_000;
const DEFAULT_REAL_RUNS = 1_000;
const DEFAULT_SEED = 1;
/** How many wrong trials of each route are listed at most. */
const MOST_REPORTED = 25;
/** The largest allowed share of needless refusals, in percent. */
const MOST_NEEDLESS = 2;

interface Route {
  readonly name: string;
  readonly runs: number;
  readonly startPlace: Parameters<typeof runTrials>[0]["startPlace"];
}

/**
 * Taps on a phone that changes between look and touch, and between check and touch: in this process, with `--real-adb`
 * through the installed adb's server as well. `--path input` or `--path companion` selects one of the two paths. The
 * trials on made apps run first, see {@link measureMade}.
 */
export async function measureHostile(args: readonly string[]): Promise<BenchResult> {
  const runs = Number(flagValue(args, "--runs") ?? DEFAULT_RUNS);
  const realRuns = Number(flagValue(args, "--real-adb-runs") ?? DEFAULT_REAL_RUNS);
  const quick: Route = { name: "in process", runs, startPlace: startQuickPlace };
  const real: Route = { name: "real adb", runs: realRuns, startPlace: startRealPlace };
  const routes = args.includes("--real-adb") ? [quick, real] : runs > 0 ? [quick] : [];
  const results: BenchResult[] = [await measureMade(args)];
  for (const route of routes) results.push(await runRoute(route, args));
  if (args.includes("--real-adb")) results.push(await addedLatency(flagValue(args, "--profile") ?? "usb-midrange"));
  return { text: results.map(({ text }) => text).join("\n\n"), figures: results.flatMap(({ figures }) => figures) };
}

async function runRoute({ name, runs, startPlace }: Route, args: readonly string[]): Promise<BenchResult> {
  const firstSeed = Number(flagValue(args, "--seed") ?? DEFAULT_SEED);
  const path = flagValue(args, "--path");
  const ways = path === undefined ? [false, true] : [path !== "input"];
  const trials: Trial[] = [];
  const startedAt = performance.now();
  for (const usesCompanion of ways) {
    const wanted = { firstSeed, runs: Math.ceil(runs / ways.length), usesCompanion, startPlace };
    for await (const trial of runTrials(wanted)) trials.push(trial);
  }
  const ms = (performance.now() - startedAt) / trials.length;
  const reported = worstFirst(trials.filter(isWorthReporting));
  const lines = reported.slice(0, MOST_REPORTED).map(wordsOf);
  const more = reported.length > MOST_REPORTED ? [`and ${reported.length - MOST_REPORTED} more`] : [];
  const figures = [...trialFigures(name, trials), { name: `${name}: one trial`, value: ms, unit: "ms" }];
  const rows = figures.map((figure) => [figure.name, rounded(figure.value), figure.unit]);
  const parts = [
    `${name}, seeds from ${firstSeed}`,
    table(outcomeRows(trials)),
    table([["figure", "value", "unit"], ...rows]),
  ];
  return { text: [...parts, ...lines, ...more].join("\n"), figures };
}

/** Rounds to three significant digits, since shares are small and times are large. */
function rounded(value: number): number {
  return Number(value.toPrecision(3));
}

function trialFigures(route: string, trials: readonly Trial[]): readonly Figure[] {
  return figuresOf(trials).flatMap((of): readonly Figure[] => {
    const name = (words: string) => `${route}, ${of.path}: ${words}`;
    const needless = of.touchable === 0 ? 0 : (100 * of.needless) / of.touchable;
    return [
      { name: name("wrong before the check"), value: of.blind, unit: `of ${of.before}`, atMost: 0 },
      { name: name("at most, by 95 %"), value: 100 * upperBound(of.blind, of.before), unit: "%" },
      { name: name("wrong after the check"), value: of.wrongInGap, unit: `of ${of.gap}` },
      {
        ...{ name: name("reported as a success"), value: of.unreported, unit: `of ${of.wrongInGap}` },
        ...(GAPS_ARE_REPORTED && { atMost: 0 }),
      },
      {
        name: name(`needless refusals, ${of.needless} of ${of.touchable}`),
        value: needless,
        unit: "%",
        atMost: MOST_NEEDLESS,
      },
    ];
  });
}
