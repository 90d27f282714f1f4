import { area } from "../../base/geometry.js";
import type { ViewHierarchy } from "../../screen/hierarchy.js";
import { areAlike, reportedAlike } from "./alike.js";
import type { Prospect } from "./explain.js";
import type { LayoutContext } from "./layout-context.js";
import type { Seen } from "./prepare.js";
import { INSIDE } from "./settings.js";
import { shownLeaves } from "./shown-leaves.js";
import { shareInside } from "./similarity.js";

/** The kind of place in the hierarchy at which a detection is that the hierarchy does not list. */
interface PlaceKind {
  /** The prior probability that a hierarchy misses next to no element at places of this kind. */
  readonly whole: number;
  /** How often false detections are at places of this kind, relative to 1 on average. */
  readonly mistakes: number;
  /**
   * Whether similar elements count as one piece of evidence: the app's author decided once for all of them that they
   * take no touch.
   */
  readonly likesAreOne: boolean;
}

/** The hierarchy has a node there that is not touchable, and has touchable nodes of the same class and size. */
const ALIKE: PlaceKind = { whole: 0.5, mistakes: 0.2, likesAreOne: false };
/** The hierarchy has a leaf there that is not touchable. */
const SHOWN: PlaceKind = { whole: 0.7, mistakes: 0.6, likesAreOne: true };
/** The hierarchy has a much larger leaf, which draws the element: for example a figure of a clock. */
const DRAWN: PlaceKind = { whole: 0.85, mistakes: 1, likesAreOne: false };
/** The hierarchy has nothing there. */
const NOT_SHOWN: PlaceKind = { whole: 0.85, mistakes: 0.2, likesAreOne: false };
const SORTS = [ALIKE, SHOWN, DRAWN, NOT_SHOWN];

const WHOLE_OF_POOR = 0.5;
/** A leaf of at least this many times the element's size draws more than the element. */
const MANY_TIMES = 8;
/** The share of elements that a complete hierarchy misses nevertheless. */
const MISSED_OF_WHOLE = 0.005;
/** The shares of elements that an incomplete hierarchy may miss; all are equally probable. */
const MISSED_OF_OTHERS = Array.from({ length: 20 }, (_, step) => (step + 0.5) / 20);
/** The least doubt in a detection: no detector is more certain than this. */
const LEAST_DOUBT = 0.001;

interface Open {
  readonly seen: Seen;
  readonly sort: PlaceKind;
  /** The odds that it is an element, by its confidence and the kind of place, if the hierarchy missed every element. */
  readonly odds: number;
}

export interface Doubtful {
  /**
   * Whether the hierarchy has too little content for an agent: then it is as probable as not that it misses elements.
   */
  readonly isPoor: boolean;
  /** The prospects without repetitions of the same element: the evidence on the hierarchy. */
  readonly single: readonly Prospect[];
  /** How many touchable elements of the hierarchy were detected. */
  readonly reported: number;
}

/**
 * The probability of each prospect to be touchable, 0–1. Either the hierarchy misses next to nothing, or it misses an
 * unknown share of the elements. Both cases are weighted by the detections on this screen: each listed element that was
 * detected supports a small share, and each certain detection of an unlisted element a large one.
 */
export function calibratedConfidence(
  context: LayoutContext,
  hierarchy: ViewHierarchy | null,
  prospects: readonly Prospect[],
  { isPoor, single, reported }: Doubtful,
): ReadonlyMap<Seen, number> {
  const sortOf = sorter(context, hierarchy);
  const wholeOf = ({ whole }: PlaceKind) => (isPoor ? Math.min(whole, WHOLE_OF_POOR) : whole);
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

function sorter(context: LayoutContext, hierarchy: ViewHierarchy | null): (seen: Seen) => PlaceKind {
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

/** The probabilities for the prospects at places of one kind. */
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
