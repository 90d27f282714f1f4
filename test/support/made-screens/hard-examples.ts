import { ALL_PAIRS, type Pair, type Point, pairsOf, pointAt } from "./axes.js";

/** The number of random points of which the one with the highest worth is tried. */
const DRAWN = 30;
/** The worth of a pair that no point had yet: more than that of all failed pairs. */
const UNTRIED = 1_000;
const MOST_WEIGHT = 16;

/**
 * Chooses the next screen: first screens with untried pairs of values, so that few screens cover all pairs; then more
 * often screens whose pairs failed before. The same seed and results give the same screens.
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
    // Chosen at random by weight, not by rank, so that pairs that never failed are tried again, too.
    let left = this.#random() * worth.reduce((sum, one) => sum + one, 0);
    for (const [place, point] of points.entries()) {
      left -= worth[place] ?? 0;
      if (left <= 0) return point;
    }
    return pointAt(this.#random);
  }

  /** Doubles the weights of a screen's pairs if it failed, otherwise halves them; within 1 to 16. */
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
    // The cube gives a screen with several hard pairs a clearly higher worth than screens with easy pairs.
    return untried * UNTRIED + (pairs.reduce((sum, pair) => sum + this.weightOf(pair), 0) / pairs.length) ** 3;
  }
}
