import { blockingDifference } from "./blocking.js";
import type { ScreenPrint } from "./screen-print.js";
import { similarity, type TermWeights } from "./similarity.js";
import type { Thresholds } from "./thresholds.js";

/** The result of recognising a screen. */
export interface Recognised {
  /** The id of the known screen; null for a new one. */
  readonly id: string | null;
  /** The similarity to that screen, or to the most similar one; 1 if they are equal. */
  readonly similarity: number;
  /** For a new screen: the known screen that it may be, which is decided later. */
  readonly maybe: string | null;
  /** For a new screen: the known screen that shows another record in the same way; null if there is none. */
  readonly recordOf: string | null;
}

const MOST_CANDIDATES = 20;
/** A skeleton with at least this many ids is a key. */
const LEAST_IDS = 3;
/** How many terms of a screen are used to look up candidates, the rarest first. */
const MOST_RARE_TERMS = 12;

/** Whether two prints show one screen; {@link ScreenIndex} decides the same among many. */
export function areOneScreen(
  one: ScreenPrint,
  other: ScreenPrint,
  thresholds: Thresholds,
  weightOf: TermWeights,
): boolean {
  if (blockingDifference(one, other) !== null) return false;
  const sim = similarity(one, other, { alpha: thresholds.alpha, weightOf });
  return sim >= thresholds.match || (sim >= thresholds.create && haveOneKey(one, other));
}

/**
 * FindOrCreateVertex: known screens by their prints. A screen is looked up first by its exact key (app, activity, kind,
 * skeleton), then among the 20 known screens that share most of its rarest ids and terms. A known screen with a
 * blocking difference never matches.
 */
export class ScreenIndex {
  readonly #thresholds: Thresholds;
  readonly #prints = new Map<string, ScreenPrint>();
  readonly #equal = new Map<string, string>();
  readonly #bySkeleton = new Map<string, string[]>();
  readonly #byTerm = new Map<string, Set<string>>();
  readonly #counts = new Map<string, number>();

  constructor(thresholds: Thresholds) {
    this.#thresholds = thresholds;
  }

  add(id: string, print: ScreenPrint): void {
    this.#prints.set(id, print);
    this.#equal.set(equalKey(print), id);
    const key = skeletonKey(print);
    this.#bySkeleton.set(key, [...(this.#bySkeleton.get(key) ?? []), id]);
    this.#counts.set(print.app, (this.#counts.get(print.app) ?? 0) + 1);
    for (const term of Object.keys(print.terms)) {
      const ids = this.#byTerm.get(termKey(print, term)) ?? new Set();
      this.#byTerm.set(termKey(print, term), ids.add(id));
    }
  }

  find(print: ScreenPrint): Recognised {
    const equal = this.#equal.get(equalKey(print));
    if (equal !== undefined) return { id: equal, similarity: 1, maybe: null, recordOf: null };
    const { match, create } = this.#thresholds;
    const best = new Best();
    const other = new Best();
    for (const id of this.#candidates(print)) {
      const known = this.#prints.get(id);
      const difference = known ? blockingDifference(known, print) : "app";
      if (!known || (difference !== null && difference !== "record")) continue;
      const sim = similarity(known, print, { alpha: this.#thresholds.alpha, weightOf: this.weightsIn(print.app) });
      // With the same key a lower similarity is enough, so that scrolled contents or web pages still match.
      (difference === null ? best : other).offer(
        id,
        sim >= create && haveOneKey(known, print) ? Math.max(sim, match) : sim,
      );
    }
    if (best.id !== null && best.score >= match) {
      return { id: best.id, similarity: best.score, maybe: null, recordOf: null };
    }
    const maybe = best.score >= create ? best.id : null;
    return { id: null, similarity: best.score, maybe, recordOf: other.score >= create ? other.id : null };
  }

  /**
   * The smoothed inverse document frequency of terms among the screens of an app: 1 for a term that is on all of them.
   */
  weightsIn(app: string): TermWeights {
    const all = this.#counts.get(app) ?? 0;
    return (term) => 1 + Math.log((1 + all) / (1 + (this.#byTerm.get(`${app} ${term}`)?.size ?? 0)));
  }

  #candidates(print: ScreenPrint): readonly string[] {
    const scores = new Map<string, number>();
    for (const id of (this.#bySkeleton.get(skeletonKey(print)) ?? []).slice(-MOST_CANDIDATES)) scores.set(id, 1);
    const weightOf = this.weightsIn(print.app);
    const rare = Object.keys(print.terms)
      .map((term) => ({ term, weight: weightOf(term) }))
      .sort((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1));
    let asked = 0;
    for (const { term, weight } of rare) {
      const ids = this.#byTerm.get(termKey(print, term));
      if (!ids) continue;
      asked += 1;
      // A term on hundreds of screens distinguishes none of them, so only some are scored.
      for (const id of [...ids].slice(-MOST_CANDIDATES * 5)) scores.set(id, (scores.get(id) ?? 0) + weight);
      if (asked >= MOST_RARE_TERMS) break;
    }
    const found = [...scores].sort(([a, one], [b, another]) => another - one || (a < b ? -1 : 1));
    return found.slice(0, MOST_CANDIDATES).map(([id]) => id);
  }
}

class Best {
  id: string | null = null;
  score = 0;

  offer(id: string, score: number): void {
    if (score < this.score || (score === this.score && this.id !== null && id >= this.id)) return;
    this.id = id;
    this.score = score;
  }
}

function haveOneKey(one: ScreenPrint, other: ScreenPrint): boolean {
  return Math.min(one.ids, other.ids) >= LEAST_IDS && skeletonKey(one) === skeletonKey(other);
}

function skeletonKey({ app, activity, kind, skeleton }: ScreenPrint): string {
  return `${app} ${activity} ${kind} ${skeleton}`;
}

function termKey({ app }: ScreenPrint, term: string): string {
  return `${app} ${term}`;
}

function equalKey(print: ScreenPrint): string {
  const { title, tabs, elements } = print;
  const said = elements.map(({ role, idTail, label }) => `${role}:${idTail}:${label}`);
  return [skeletonKey(print), title, ...tabs, ...said].join("\n");
}
