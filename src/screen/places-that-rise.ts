/**
 * The places of a longest rising subsequence of the numbers: the entries that can stay where they are when the list is
 * sorted. Uses the patience algorithm, in n log n.
 */
export function placesThatRise(numbers: readonly number[]): ReadonlySet<number> {
  const ends: number[] = [];
  const beforeIt = new Int32Array(numbers.length).fill(-1);
  for (const [place, number] of numbers.entries()) {
    const length = firstNotBelow(ends, numbers, number);
    beforeIt[place] = length > 0 ? (ends[length - 1] ?? -1) : -1;
    ends[length] = place;
  }
  const rising = new Set<number>();
  for (let place = ends.at(-1) ?? -1; place >= 0; place = beforeIt[place] ?? -1) rising.add(place);
  return rising;
}

/**
 * Each place in `ends` is that of the last number of a list. Gives the index of the first list whose last number is not
 * below `number`; if there is none, the number of lists.
 */
function firstNotBelow(ends: readonly number[], numbers: readonly number[], number: number): number {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[ends[middle] ?? 0] ?? 0) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}
