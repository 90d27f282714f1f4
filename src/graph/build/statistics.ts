/**
 * The mean and spread of a series of values, by Welford's method: `m2` is the sum of squared distances from the mean.
 */
export interface Spread {
  readonly n: number;
  readonly mean: number;
  readonly m2: number;
}

export const NO_VALUES: Spread = { n: 0, mean: 0, m2: 0 };

export function withValue({ n, mean, m2 }: Spread, value: number): Spread {
  const distance = value - mean;
  const moved = mean + distance / (n + 1);
  return { n: n + 1, mean: moved, m2: m2 + distance * (value - moved) };
}

/** The spread of the values of both series together (Chan, Golub and LeVeque). */
export function joined(one: Spread, other: Spread): Spread {
  const n = one.n + other.n;
  if (n === 0) return NO_VALUES;
  const distance = other.mean - one.mean;
  const mean = one.mean + (distance * other.n) / n;
  return { n, mean, m2: one.m2 + other.m2 + (distance ** 2 * one.n * other.n) / n };
}

/** The sample variance; null for fewer than two values. */
export function varianceOf({ n, m2 }: Spread): number | null {
  return n < 2 ? null : m2 / (n - 1);
}

/** The probability of the next success after these successes and failures, starting from a uniform distribution. */
export function successOf({ ok, failed }: { readonly ok: number; readonly failed: number }): number {
  return (ok + 1) / (ok + failed + 2);
}

/** (n + 1) / (N + K): the probability of one of K outcomes that was seen n times of N (Laplace). */
export function smoothed(n: number, all: number, outcomes: number): number {
  return (n + 1) / (all + outcomes);
}

const DAY_MS = 86_400_000;
const DECAY_PER_DAY = 0.98;

/** The weight of something by the time since it was last seen: 0.98 to the power of the days. */
export function recency(lastSeen: number, now: number): number {
  return DECAY_PER_DAY ** (Math.max(0, now - lastSeen) / DAY_MS);
}
