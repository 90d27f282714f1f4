import { startDoubtPlace } from "./doubt-place.js";
import { type DoubtTrial, runDoubtTrial, type Scene } from "./doubt-trial.js";

export interface DoubtsWanted {
  readonly firstSeed: number;
  readonly runs: number;
  readonly usesCompanion: boolean;
  /** The only scene; any scene if absent. */
  readonly scene?: Scene | undefined;
}

/** This number of consecutive seeds run on one phone; the next on a phone of another release and pace. */
const SEEDS_EACH = 25;
const LEVELS = [33, 30, 36, 28, 34, 24, 31] as const;

/** Runs trials one after another; a seed always gives the same trial, on the same release. */
export async function* runDoubtTrials({
  firstSeed,
  runs,
  usesCompanion,
  scene,
}: DoubtsWanted): AsyncGenerator<DoubtTrial> {
  const end = firstSeed + runs;
  for (let seed = firstSeed; seed < end; ) {
    const block = Math.floor(seed / SEEDS_EACH);
    const apiLevel = LEVELS[block % LEVELS.length] ?? LEVELS[0];
    const profile = block % 2 === 0 ? "instant" : "usb-midrange";
    await using place = await startDoubtPlace({
      apiLevel,
      usesCompanion,
      profile,
      animationScale: block % 3 === 0 ? 0 : 1,
    });
    for (const last = Math.min(end, (block + 1) * SEEDS_EACH); seed < last; seed += 1) {
      yield await runDoubtTrial(place, seed, scene);
    }
  }
}

/** Whether another control was touched and the answer reports a success. */
export function isWrongReported({ isRight, hit, said, isDoubted }: DoubtTrial): boolean {
  return hit !== null && !isRight && !isDoubted && (said === "changed" || said === "no_effect");
}
