/*
 * The buckets of HWUI's ProfileData: a duration falls into the last bucket that starts at or below it, and every
 * longer duration into the last one.
 */

/** The start of each frame time bucket in ms: 5–32 by 1, 34–48 by 2, 53–133 by 4, 150–4950 by 50. */
export const FRAME_BUCKETS: readonly number[] = [
  ...range(5, 32, 1),
  ...range(34, 48, 2),
  ...range(53, 133, 4),
  ...range(150, 4950, 50),
];

/** The start of each GPU time bucket in ms; the last bucket has the frames without a measured time. */
export const GPU_BUCKETS: readonly number[] = [...range(1, 25, 1), 4950];

/** The number of durations in each bucket. */
export function countByBucket(buckets: readonly number[], durationsMs: readonly number[]): readonly number[] {
  const counts = buckets.map(() => 0);
  for (const duration of durationsMs) {
    const index = Math.max(
      0,
      buckets.findLastIndex((start) => start <= duration),
    );
    counts[index] = (counts[index] ?? 0) + 1;
  }
  return counts;
}

/**
 * ProfileData::findPercentile: adds up the frames from the slowest bucket down until there are enough. Without any
 * frame the result is therefore the slowest bucket, 4950 ms.
 */
export function percentile(buckets: readonly number[], counts: readonly number[], percent: number): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  let remaining = total - Math.floor((percent * total) / 100);
  for (const [index, start] of [...buckets.entries()].toReversed()) {
    remaining -= counts[index] ?? 0;
    if (remaining <= 0) return start;
  }
  return 0;
}

export function histogramText(buckets: readonly number[], counts: readonly number[]): string {
  return buckets.map((start, index) => `${start}ms=${counts[index] ?? 0}`).join(" ");
}

function range(first: number, last: number, step: number): readonly number[] {
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, index) => first + index * step);
}
