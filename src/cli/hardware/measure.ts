/** The median, the lower of the two middle values for an even count; null for none. */
export function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}

/** Rounds to tenths: a device's times are not more precise. */
export function tenths(value: number | null): number | null {
  return value === null ? null : Math.round(value * 10) / 10;
}

/** Runs the work several times, one after another. */
export async function repeat<T>(times: number, work: () => Promise<T>): Promise<readonly T[]> {
  const results: T[] = [];
  for (let count = 0; count < times; count += 1) results.push(await work());
  return results;
}
