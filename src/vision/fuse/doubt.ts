import type { ViewHierarchy } from "../../screen/hierarchy.js";
import type { Prospect } from "./explain.js";
import type { Ground } from "./ground.js";
import type { Seen } from "./prepare.js";
import { INSIDE } from "./settings.js";
import { shownLeaves } from "./shown-leaves.js";
import { shareInside } from "./similarity.js";

/** What trees are like before one is looked at: so many things told, and so many missed of each sort. */
const TOLD_BEFORE = 3;
const SHOWN = { missedBefore: 0.3, mistakes: 0.5 };
/** Few mistakes of detectors are of what no leaf draws: `mistakes` is the share that falls there, beside 1 for all. */
const NOT_SHOWN = { missedBefore: 0.1, mistakes: 0.2 };
const ROUNDS = 20;

/**
 * How probable each prospect is something to touch, 0–1. A thing that was seen is told of by the tree, or missed; how many
 * are missed is estimated from the screen itself (empirical Bayes, by expectation and maximisation): the prospects' own
 * probabilities beside the number of matches. What the tree shows a leaf for, and calls not touchable, is counted apart from what it
 * shows nothing of.
 */
export function believedOf(
  ground: Ground,
  hierarchy: ViewHierarchy | null,
  prospects: readonly Prospect[],
  matches: number,
): ReadonlyMap<Seen, number> {
  const leaves = shownLeaves(hierarchy, ground.screen);
  const isShown = ({ box }: Seen) =>
    leaves.some((leaf) => shareInside(leaf, box) >= INSIDE || shareInside(box, leaf) >= INSIDE);
  const open = prospects.map(({ seen }) => {
    const sort = isShown(seen) ? SHOWN : NOT_SHOWN;
    const odds = seen.confidence / Math.max(LEAST_DOUBT, 1 - seen.confidence) / sort.mistakes;
    return { seen, sort, odds, belief: seen.confidence / 2 };
  });
  for (let round = 0; round < ROUNDS; round += 1) {
    const missed = (of: typeof SHOWN) =>
      open.reduce((sum, { sort, belief }) => sum + (sort === of ? belief : 0), of.missedBefore);
    const [shown, notShown] = [missed(SHOWN), missed(NOT_SHOWN)];
    const all = TOLD_BEFORE + matches + shown + notShown;
    for (const one of open) {
      const odds = (one.odds * (one.sort === SHOWN ? shown : notShown)) / all;
      one.belief = odds / (1 + odds);
    }
  }
  return new Map(open.map(({ seen, belief }) => [seen, belief]));
}

/** No detector is surer than that. */
const LEAST_DOUBT = 0.001;
