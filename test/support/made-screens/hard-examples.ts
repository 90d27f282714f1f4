import { ALL_PAIRS, type Pair, type Point, pairsOf, pointAt } from "./axes.js";

/** So many points are drawn, of which the one that is worth most is tried. */
const DRAWN = 30;
/** What a pair is worth that no point had yet: more than all that failed. */
const UNTRIED = 1_000;
const MOST_WEIGHT = 16;

/**
 * Which screen is tried next: first those with pairs of values that none had, so that all pairs come in few screens;
 * then, the more often, those whose pairs failed before. The same seed and results give the same screens.
 */
export class HardExamples {
  readonly #random: () => number;
  readonly #weights = new Map<Pair, number>(ALL_PAIRS.map((pair) => [pair, 1]));
  readonly #tried = new Set<Pair>();

  constructor(random: () => number) {
    this.#random = random;
  }

  /** The share of all pairs that were tried. */
  get coverage(): number {
    return this.#tried.size / ALL_PAIRS.length;
  }

  weightOf(pair: Pair): number {
    return this.#weights.get(pair) ?? 0;
  }

  next(): Point {
    const points = Array.from({ length: DRAWN }, () => pointAt(this.#random));
    const worth = points.map((point) => this.#worthOf(point));
    if (this.coverage < 1) return points[worth.indexOf(Math.max(...worth))] ?? pointAt(this.#random);
    // By weight and not by rank: what never failed is tried again, too.
    let left = this.#random() * worth.reduce((sum, one) => sum + one, 0);
    for (const [place, point] of points.entries()) {
      left -= worth[place] ?? 0;
      if (left <= 0) return point;
    }
    return pointAt(this.#random);
  }

  /** Pairs of a screen that failed weigh twice as much, those of one that did not half; between 1 and 16. */
  report(point: Point, hasFailed: boolean): void {
    for (const pair of pairsOf(point)) {
      this.#tried.add(pair);
      const weight = this.weightOf(pair) * (hasFailed ? 2 : 0.5);
      this.#weights.set(pair, Math.min(MOST_WEIGHT, Math.max(1, weight)));
    }
  }

  #worthOf(point: Point): number {
    const pairs = pairsOf(point);
    const untried = pairs.filter((pair) => !this.#tried.has(pair)).length;
    // The cube, so that a screen with several hard pairs stands out among many easy ones.
    return untried * UNTRIED + (pairs.reduce((sum, pair) => sum + this.weightOf(pair), 0) / pairs.length) ** 3;
  }
}
