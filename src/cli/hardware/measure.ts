/** The middle of the numbers, the lower one of two; null for none. */
export function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}

/** To tenths: more would not be true of a device. */
export function tenths(value: number | null): number | null {
  return value === null ? null : Math.round(value * 10) / 10;
}

/** Does it so often, one after the other. */
export async function repeat<T>(times: number, work: () => Promise<T>): Promise<readonly T[]> {
  const results: T[] = [];
  for (let count = 0; count < times; count += 1) results.push(await work());
  return results;
}
