import { predicateKey } from "../build/predicates.js";
import type { Predicate, SeenPredicate } from "../graph.js";

/** The number of times of an outcome, and how often each predicate was true before it. */
export interface OutcomeCounts {
  readonly n: number;
  readonly seenBefore: readonly SeenPredicate[];
}

export interface Stump {
  readonly predicate: Predicate;
  /** The information that it gives about the outcome, in bits. */
  readonly gain: number;
  /** The index of the most frequent outcome if the predicate is true. */
  readonly whenTrue: number;
  /** The index of the most frequent outcome if the predicate is false. */
  readonly whenFalse: number;
}

/** A predicate with less information, in bits, is not used. */
const LEAST_GAIN = 0.2;

/**
 * The predicate that gives the most information about which of several outcomes follows; it may be true or false (a
 * text that is shown, or not shown). Null if the best gives less than 0.2 bits, or does not change the most frequent
 * outcome.
 */
export function bestStump(outcomes: readonly OutcomeCounts[]): Stump | null {
  const predicates = new Map<string, Predicate>();
  const counts = outcomes.map(({ seenBefore }) => {
    for (const { predicate } of seenBefore) predicates.set(predicateKey(predicate), predicate);
    return new Map(seenBefore.map(({ predicate, count }) => [predicateKey(predicate), count]));
  });
  const all = outcomes.map(({ n }) => n);
  let best: Stump | null = null;
  for (const [key, predicate] of [...predicates].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const yes = all.map((n, place) => Math.min(n, counts[place]?.get(key) ?? 0));
    const no = all.map((n, place) => n - (yes[place] ?? 0));
    const [whenTrue, whenFalse] = [largest(yes), largest(no)];
    const gain = informationGain(all, yes, no);
    if (whenTrue !== whenFalse && gain >= LEAST_GAIN && gain > (best?.gain ?? 0) + 1e-9)
      best = { predicate, gain, whenTrue, whenFalse };
  }
  return best;
}

function informationGain(all: readonly number[], yes: readonly number[], no: readonly number[]): number {
  const [total, trues, falses] = [sum(all), sum(yes), sum(no)];
  return entropy(all) - (trues / total) * entropy(yes) - (falses / total) * entropy(no);
}

function entropy(counts: readonly number[]): number {
  const total = sum(counts);
  return counts.reduce((bits, count) => (count === 0 ? bits : bits - (count / total) * Math.log2(count / total)), 0);
}

function sum(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0);
}

function largest(values: readonly number[]): number {
  return values.indexOf(Math.max(...values));
}
