import type { ElementPrint, ScreenPrint } from "./screen-print.js";

/** The weight of each attribute that two elements may share: id, role, words, place. */
const WEIGHTS = { id: 0.35, role: 0.25, label: 0.25, cell: 0.15 } as const;
/** The weight of an element in a scroll container, which may be out of sight; others have the weight 1. */
const SCROLLED_WEIGHT = 0.4;
/** A pair with a lower score is not of one element. */
const LEAST_PAIR = 0.4;

/**
 * The similarity of the elements of two screens, 0 to 1: twice the sum of the scores of matched pairs, divided by the
 * number of elements of both; an element in a scroll container counts 0.4. Pairs are taken greedily, the best first,
 * which gives at least half of the best matching's sum. If neither element of a pair has an id, or words, this
 * attribute is left out of the score.
 */
export function elementSimilarity(one: readonly ElementPrint[], other: readonly ElementPrint[]): number {
  if (one.length + other.length === 0) return 1;
  const pairs = pairsOf(one, other);
  pairs.sort((a, b) => b.score - a.score || a.left - b.left || a.right - b.right);
  const [left, right] = [new Set<number>(), new Set<number>()];
  let sum = 0;
  for (const pair of pairs) {
    if (left.has(pair.left) || right.has(pair.right)) continue;
    left.add(pair.left);
    right.add(pair.right);
    sum += pair.score * (weightOf(one[pair.left]) + weightOf(other[pair.right]));
  }
  return sum / (weightsOf(one) + weightsOf(other));
}

function weightOf(element: ElementPrint | undefined): number {
  return element?.isScrolled ? SCROLLED_WEIGHT : 1;
}

function weightsOf(elements: readonly ElementPrint[]): number {
  return elements.reduce((sum, element) => sum + weightOf(element), 0);
}

interface Pair {
  readonly left: number;
  readonly right: number;
  readonly score: number;
}

function pairsOf(one: readonly ElementPrint[], other: readonly ElementPrint[]): Pair[] {
  const found: Pair[] = [];
  const [ones, others] = [one.map(wordsOf), other.map(wordsOf)];
  for (const [left, a] of one.entries()) {
    for (const [right, b] of other.entries()) {
      if (a.role !== b.role && (a.idTail === "" || a.idTail !== b.idTail)) continue;
      const score = pairScore(a, b, wordLikeness(ones[left] ?? NONE, others[right] ?? NONE));
      if (score >= LEAST_PAIR) found.push({ left, right, score });
    }
  }
  return found;
}

const NONE: ReadonlySet<string> = new Set();

function pairScore(a: ElementPrint, b: ElementPrint, words: number): number {
  const hasId = a.idTail !== "" || b.idTail !== "";
  const hasWords = a.label !== "" || b.label !== "";
  const whole = 1 - (hasId ? 0 : WEIGHTS.id) - (hasWords ? 0 : WEIGHTS.label);
  const isNear = Math.abs(a.row - b.row) <= 1 && Math.abs(a.column - b.column) <= 1;
  const sum =
    (hasId && a.idTail === b.idTail ? WEIGHTS.id : 0) +
    (a.role === b.role ? WEIGHTS.role : 0) +
    (hasWords ? WEIGHTS.label * words : 0) +
    (isNear || a.isListed || b.isListed ? WEIGHTS.cell : 0);
  return sum / whole;
}

function wordsOf({ label }: ElementPrint): ReadonlySet<string> {
  return label === "" ? NONE : new Set(label.split(" "));
}

/** The Jaccard index of two sets of words; 0 if either is empty. */
function wordLikeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size === 0 || other.size === 0) return 0;
  let both = 0;
  for (const word of one) if (other.has(word)) both += 1;
  return both / (one.size + other.size - both);
}

/** The rarity of each term among screens; 1 for a term that is on all of them. */
export type TermWeights = (term: string) => number;

/** The cosine similarity of the terms of two screens by TF-IDF, 0 to 1; 1 if neither has terms, 0 if only one has. */
export function semanticSimilarity(
  one: ScreenPrint["terms"],
  other: ScreenPrint["terms"],
  weightOf: TermWeights,
): number {
  const [a, b] = [lengthOf(one, weightOf), lengthOf(other, weightOf)];
  if (a === 0 || b === 0) return a === b ? 1 : 0;
  let sum = 0;
  for (const [term, count] of Object.entries(one)) {
    const there = other[term];
    if (there !== undefined) sum += Math.sqrt(count * there) * weightOf(term) ** 2;
  }
  return Math.min(1, sum / (a * b));
}

/** The length of the vector of terms. Counts are damped by their square root, so that a long text does not dominate. */
function lengthOf(terms: ScreenPrint["terms"], weightOf: TermWeights): number {
  let sum = 0;
  for (const [term, count] of Object.entries(terms)) sum += count * weightOf(term) ** 2;
  return Math.sqrt(sum);
}

/** The similarity of two screens: α · ElementSim + (1 − α) · SemanticSim, 0 to 1. */
export function similarity(
  one: ScreenPrint,
  other: ScreenPrint,
  { alpha, weightOf }: { readonly alpha: number; readonly weightOf: TermWeights },
): number {
  const elements = elementSimilarity(one.elements, other.elements);
  return alpha * elements + (1 - alpha) * semanticSimilarity(one.terms, other.terms, weightOf);
}
