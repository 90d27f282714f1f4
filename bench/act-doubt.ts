import { type DoubtTrial, SCENES } from "../test/support/doubt/doubt-trial.js";
import { isWrongReported, runDoubtTrials } from "../test/support/doubt/run-doubt-trials.js";
import { type BenchResult, type Figure, percentile, table } from "./bench.js";
import { flagValue } from "./start-phone.js";

const DEFAULT_RUNS = 600;
/** The largest allowed share of right taps that are doubted, in percent. */
const MOST_DOUBTED = 5;
/** How many doubted or wrong trials of each way are listed at most. */
const MOST_REPORTED = 25;

/**
 * Counts the right taps that are doubted: taps of elements that keep their place while another element ticks or has
 * just changed. Also counts the wrong touches that are reported as a success: taps on pages that are replaced during
 * the call. Runs in this process, in the phone's own time, at two paces. `--path input` or `--path companion` selects
 * one of the two paths.
 */
export async function measureDoubt(args: readonly string[]): Promise<BenchResult> {
  const runs = Number(flagValue(args, "--runs") ?? DEFAULT_RUNS);
  const firstSeed = Number(flagValue(args, "--seed") ?? 1);
  const path = flagValue(args, "--path");
  const scene = SCENES.find((one) => one === flagValue(args, "--scene"));
  const results: BenchResult[] = [];
  for (const usesCompanion of path === undefined ? [false, true] : [path !== "input"]) {
    const trials: DoubtTrial[] = [];
    for await (const trial of runDoubtTrials({ firstSeed, runs, usesCompanion, scene })) trials.push(trial);
    results.push(report(usesCompanion ? "companion" : "input", trials));
  }
  return { text: results.map(({ text }) => text).join("\n\n"), figures: results.flatMap(({ figures }) => figures) };
}

const HEAD = ["scene", "runs", "right", "changed", "no_effect", "uncertain", "unknown", "doubted", "refused", "wrong"];

function report(way: string, trials: readonly DoubtTrial[]): BenchResult {
  const scenes = SCENES.map((scene) => ({ scene, own: trials.filter((trial) => trial.scene === scene) }));
  const shown = scenes.filter(({ own }) => own.length > 0);
  const rows = shown.map(({ scene, own }) => {
    const right = own.filter(({ isRight }) => isRight);
    const said = (kind: string) => right.filter((trial) => trial.said === kind).length;
    const kinds = ["changed", "no_effect", "uncertain", "unknown"].map(said);
    const refused = own.filter(({ hit }) => hit === null).length;
    const wrong = own.length - right.length - refused;
    const streams = percentile(
      own.map((trial) => trial.streams),
      0.5,
    );
    return [scene, own.length, right.length, ...kinds, right.filter(isDoubted).length, refused, wrong, streams];
  });
  const reported = trials.filter((trial) => isDoubted(trial) || isWrongReported(trial)).slice(0, MOST_REPORTED);
  const text = [`by ${way}`, table([[...HEAD, "streams (p50)"], ...rows]), ...reported.map(wordsOf)].join("\n");
  return { text, figures: shown.flatMap(({ scene, own }) => figuresOf(`${way}, ${scene}`, own)) };
}

function isDoubted(trial: DoubtTrial): boolean {
  return trial.isDoubted;
}

function figuresOf(name: string, trials: readonly DoubtTrial[]): readonly Figure[] {
  const right = trials.filter(({ isRight }) => isRight);
  const doubted = right.length === 0 ? 0 : (100 * right.filter(isDoubted).length) / right.length;
  return [
    { name: `${name}: right touches that are doubted`, value: doubted, unit: "%", atMost: MOST_DOUBTED },
    {
      name: `${name}: wrong touches reported as success`,
      value: trials.filter(isWrongReported).length,
      unit: "",
      atMost: 0,
    },
  ];
}

function wordsOf({ seed, scene, thing, apiLevel, hit, said, words }: DoubtTrial): string {
  return `seed ${seed}, ${scene}, API ${apiLevel}: wanted ${thing}, touched ${hit ?? "nothing"}, ${said}: ${words.slice(0, 200)}`;
}
