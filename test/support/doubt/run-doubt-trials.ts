import { startDoubtPlace } from "./doubt-place.js";
import { type DoubtTrial, runDoubtTrial, type Scene } from "./doubt-trial.js";

export interface DoubtsWanted {
  readonly firstSeed: number;
  readonly runs: number;
  readonly usesCompanion: boolean;
  /** Any of them if absent. */
  readonly scene?: Scene | undefined;
}

/** So many seeds in a row run on one phone; the next ones on another one, of another release and pace. */
const SEEDS_EACH = 25;
const LEVELS = [33, 30, 36, 28, 34, 24, 31] as const;

/** Trials one after the other; the same seed gives the same trial, on the same release. */
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

/** Something else was touched, and the answer reads as if nothing were wrong. */
export function isWrongReported({ isRight, hit, said, isDoubted }: DoubtTrial): boolean {
  return hit !== null && !isRight && !isDoubted && (said === "changed" || said === "no_effect");
}
