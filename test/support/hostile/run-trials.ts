import type { PlaceOptions } from "./places.js";
import { runTrial, type Trial, type TrialPlace } from "./trial.js";

export interface TrialsWanted {
  readonly firstSeed: number;
  readonly runs: number;
  readonly usesCompanion: boolean;
  readonly startPlace: (options: PlaceOptions) => Promise<TrialPlace & AsyncDisposable>;
}

/** This number of consecutive seeds run on one phone; the next on a phone of another release. */
export const SEEDS_EACH = 250;
const LEVELS = { without: [33, 24, 30, 36, 28], companion: [34, 30, 36, 33, 28] } as const;

/** Runs trials one after another; a seed always gives the same trial, on the same release. */
export async function* runTrials({ firstSeed, runs, usesCompanion, startPlace }: TrialsWanted): AsyncGenerator<Trial> {
  const end = firstSeed + runs;
  for (let seed = firstSeed; seed < end; ) {
    const block = Math.floor(seed / SEEDS_EACH);
    const levels = usesCompanion ? LEVELS.companion : LEVELS.without;
    const apiLevel = levels[block % levels.length] ?? levels[0];
    await using place = await startPlace({ apiLevel, usesCompanion });
    for (const last = Math.min(end, (block + 1) * SEEDS_EACH); seed < last; seed += 1)
      yield await runTrial(place, seed);
  }
}
