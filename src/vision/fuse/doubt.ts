import { area } from "../../base/geometry.js";
import type { ViewHierarchy } from "../../screen/hierarchy.js";
import { areAlike, reportedAlike } from "./alike.js";
import type { Prospect } from "./explain.js";
import type { LayoutContext } from "./layout-context.js";
import type { Seen } from "./prepare.js";
import { INSIDE } from "./settings.js";
import { shownLeaves } from "./shown-leaves.js";
import { shareInside } from "./similarity.js";

/** What the hierarchy has at the place of a detection that it does not list. */
interface Sort {
  /** How probable it is, before the screen is looked at, that a tree misses next to nothing of this sort. */
  readonly whole: number;
  /** How often mistakes of detectors fall on such places, beside 1 for all. */
  readonly mistakes: number;
  /**
   * Whether similar things are one piece of evidence: the app's author declared once that they take no
   * touch.
   */
  readonly likesAreOne: boolean;
}

/**
 * It shows something there that it calls not touchable, and calls others touchable that are of the same class and size.
 */
const ALIKE: Sort = { whole: 0.5, mistakes: 0.2, likesAreOne: false };
/** It shows a leaf there, and calls it not touchable. */
const SHOWN: Sort = { whole: 0.7, mistakes: 0.6, likesAreOne: true };
/** It shows a leaf many times as large, of which this is drawn: a figure of a clock. */
const DRAWN: Sort = { whole: 0.85, mistakes: 1, likesAreOne: false };
/** It shows nothing there. */
const NOT_SHOWN: Sort = { whole: 0.85, mistakes: 0.2, likesAreOne: false };
const SORTS = [ALIKE, SHOWN, DRAWN, NOT_SHOWN];

const WHOLE_OF_POOR = 0.5;
/** From so many times its size on a leaf draws more than the thing. */
const MANY_TIMES = 8;
/** The share of things that a whole tree misses anyway. */
const MISSED_OF_WHOLE = 0.005;
/** The shares that any other tree may miss, each as probable as the next. */
const MISSED_OF_OTHERS = Array.from({ length: 20 }, (_, step) => (step + 0.5) / 20);
/** No detector is surer than that. */
const LEAST_DOUBT = 0.001;

interface Open {
  readonly seen: Seen;
  readonly sort: Sort;
  /** That it is a thing, for all that the detector says, where a tree misses all things. */
  readonly odds: number;
}

export interface Doubtful {
  /** The hierarchy has too little for an agent: whether it misses something is equally probable. */
  readonly isPoor: boolean;
  /** Where no second prospect is of the same thing: what the tree is judged by. */
  readonly single: readonly Prospect[];
  /** Touchable things that the hierarchy lists, and that were detected. */
  readonly reported: number;
}

/**
 * How probable each prospect is something to touch, 0–1. The tree misses next to nothing, or a share of which nothing
 * is known; both are weighted by the detections on this screen: each thing that is listed supports a small share,
 * each that is not listed, and is certainly seen, a large one.
 */
export function calibratedConfidence(
  context: LayoutContext,
  hierarchy: ViewHierarchy | null,
  prospects: readonly Prospect[],
  { isPoor, single, reported }: Doubtful,
): ReadonlyMap<Seen, number> {
  const sortOf = sorter(context, hierarchy);
  const wholeOf = ({ whole }: Sort) => (isPoor ? Math.min(whole, WHOLE_OF_POOR) : whole);
  const open = prospects.map(({ seen }): Open => {
    const sort = sortOf(seen);
    return { seen, sort, odds: seen.confidence / Math.max(LEAST_DOUBT, 1 - seen.confidence) / sort.mistakes };
  });
  const judging = new Set(single.map(({ seen }) => seen));
  return new Map(
    SORTS.flatMap((sort) =>
      calibratedConfidenceOfSort(
        open.filter((one) => one.sort === sort),
        { judging, reported, whole: wholeOf(sort) },
      ),
    ),
  );
}

function sorter(context: LayoutContext, hierarchy: ViewHierarchy | null): (seen: Seen) => Sort {
  const leaves = shownLeaves(hierarchy, context.screen);
  const isAlike = reportedAlike(context, hierarchy);
  return ({ box }) => {
    if (isAlike(box)) return ALIKE;
    const here = leaves.filter((leaf) => shareInside(leaf, box) >= INSIDE || shareInside(box, leaf) >= INSIDE);
    if (here.length === 0) return NOT_SHOWN;
    return here.every((leaf) => area(leaf) >= area(box) * MANY_TIMES) ? DRAWN : SHOWN;
  };
}

interface Judging {
  readonly judging: ReadonlySet<Seen>;
  readonly reported: number;
  readonly whole: number;
}

/** The same for those of one sort. */
function calibratedConfidenceOfSort(
  open: readonly Open[],
  { judging, reported, whole }: Judging,
): readonly (readonly [Seen, number])[] {
  if (open.length === 0) return [];
  const evidence = open.filter(({ seen }) => judging.has(seen));
  const weights = evidence.map(({ seen, sort }) =>
    sort.likesAreOne ? 1 / evidence.filter((other) => areAlike(other.seen.box, seen.box)).length : 1,
  );
  const likelihood = (missed: number) =>
    evidence.reduce(
      (sum, { odds }, place) => sum + Math.log1p(odds * missed) * (weights[place] ?? 1),
      reported * Math.log1p(-missed),
    );
  const shares = [MISSED_OF_WHOLE, ...MISSED_OF_OTHERS];
  const logs = shares.map((missed, place) => {
    const before = place === 0 ? whole : (1 - whole) / MISSED_OF_OTHERS.length;
    return Math.log(before) + likelihood(missed);
  });
  const highest = Math.max(...logs);
  const plausible = logs.map((log) => Math.exp(log - highest));
  const sum = plausible.reduce((total, one) => total + one, 0);
  return open.map(({ seen, odds }) => {
    const belief = shares.reduce((total, missed, place) => {
      const here = odds * missed;
      return total + ((plausible[place] ?? 0) * here) / (1 + here);
    }, 0);
    return [seen, belief / sum];
  });
}
