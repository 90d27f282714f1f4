/** A random entry of a list that must not be empty. */
export function pick<T>(all: readonly T[], random: () => number): T {
  const one = all[Math.floor(random() * all.length)];
  if (one === undefined) throw new Error("there is nothing to pick from");
  return one;
}

/** A whole number from `first` up to `last`. */
export function between(first: number, last: number, random: () => number): number {
  return first + Math.floor(random() * (last - first + 1));
}
