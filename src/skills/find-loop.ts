import { stepLikeness } from "./align.js";
import type { TracedStep } from "./traced-step.js";

/** A group of steps that each run repeated. */
export interface FoundLoop {
  /** The index of the first step in each run. */
  readonly starts: readonly number[];
  /** The rounds of each run, each with the same steps. */
  readonly rounds: readonly (readonly Round[])[];
}

export type Round = readonly TracedStep[];
type Steps = readonly TracedStep[];

interface Stretch {
  readonly start: number;
  readonly rounds: readonly Round[];
}

const LONGEST_ROUND = 12;

/**
 * The longest group of steps that all runs have, that one run repeats, and whose number of rounds differs between runs:
 * a group with the same number in all runs needs no loop. `isOne` decides whether a group is a loop. Null if there is
 * none.
 */
export function findLoop(runs: readonly Steps[], isOne: (loop: FoundLoop) => boolean): FoundLoop | null {
  for (const { rounds: repeated } of repeats(runs)) {
    const [model] = repeated;
    const stretches = model ? runs.map((run) => longest(run, model)) : [];
    const found = stretches.filter((stretch) => stretch !== null);
    const counts = new Set(found.map(({ rounds }) => rounds.length));
    if (found.length < runs.length || counts.size < 2) continue;
    const loop = { starts: found.map(({ start }) => start), rounds: found.map(({ rounds }) => rounds) };
    if (isOne(loop)) return loop;
  }
  return null;
}

/** All repeated groups of steps, those that cover most steps first; among equals, the shortest round first. */
function repeats(runs: readonly Steps[]): readonly Stretch[] {
  const found = runs.flatMap((run) =>
    run.flatMap((_, start) =>
      Array.from({ length: LONGEST_ROUND }, (__, place) => stretchAt(run, start, run.slice(start, start + place + 1))),
    ),
  );
  const size = ({ rounds }: Stretch) => rounds.length * (rounds[0]?.length ?? 0);
  return found
    .filter(({ rounds }) => rounds.length > 1)
    .toSorted((a, b) => size(b) - size(a) || b.rounds.length - a.rounds.length || a.start - b.start);
}

function longest(run: Steps, model: Round): Stretch | null {
  const found = run.map((_, start) => stretchAt(run, start, model));
  const [best] = found.toSorted((a, b) => b.rounds.length - a.rounds.length || a.start - b.start);
  return best && best.rounds.length > 0 ? best : null;
}

/** How often a group is repeated from this step on. */
function stretchAt(run: Steps, start: number, model: Round): Stretch {
  const rounds: Round[] = [];
  for (let place = start; place + model.length <= run.length; place += model.length) {
    const round = run.slice(place, place + model.length);
    if (!isRoundOf(model, round)) break;
    rounds.push(round);
  }
  return { start, rounds };
}

/**
 * Whether these are the same steps from the same screen. On another page with similar rows, they lead further down and
 * are not a round.
 */
function isRoundOf(model: Round, round: Round): boolean {
  return (
    model.every((step, place) => {
      const other = round[place];
      return other !== undefined && stepLikeness(step, other) > 0;
    }) && isSameScreen(model[0], round[0])
  );
}

const LEAST_SHARE = 0.4;

function isSameScreen(one: TracedStep | undefined, other: TracedStep | undefined): boolean {
  if (!one || !other) return false;
  const [small, large] = [one.screen.texts, other.screen.texts].toSorted((a, b) => a.size - b.size);
  const shared = [...(small ?? [])].filter((text) => large?.has(text)).length;
  return shared >= (small?.size ?? 0) * LEAST_SHARE;
}
