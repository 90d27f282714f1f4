import { type MadePlace, type MadePlaceOptions, startMadePlace } from "./made-place.js";
import { type MeaningTrial, runMeaningTrial } from "./meaning-trial.js";

export interface MadeTrialsWanted {
  readonly firstSeed: number;
  readonly runs: number;
  /** See {@link MadePlaceOptions}. */
  readonly hasOldRule?: boolean;
  readonly startPlace?: (options: MadePlaceOptions) => Promise<MadePlace>;
}

/** This number of consecutive seeds run on one phone; the next on a phone of another release, by the other path. */
const SEEDS_EACH = 50;
const LEVELS = [33, 34, 30, 36, 28, 24] as const;

/** Runs trials one after another; a seed always gives the same trial, on the same release. */
export async function* runMadeTrials(wanted: MadeTrialsWanted): AsyncGenerator<MeaningTrial> {
  const { firstSeed, runs, hasOldRule = false, startPlace = startMadePlace } = wanted;
  const end = firstSeed + runs;
  for (let seed = firstSeed; seed < end; ) {
    const block = Math.floor(seed / SEEDS_EACH);
    const usesCompanion = block % 2 === 1;
    const apiLevel = LEVELS[(block >> 1) % LEVELS.length] ?? LEVELS[0];
    // Most people leave animations on; an animation draws frames without a change of content.
    const animationScale = block % 3 === 0 ? 0 : 1;
    await using place = await startPlace({ apiLevel, usesCompanion, animationScale, hasOldRule });
    for (const last = Math.min(end, (block + 1) * SEEDS_EACH); seed < last; seed += 1)
      yield await runMeaningTrial(place, seed);
  }
}
