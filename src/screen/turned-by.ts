import type { Looks } from "./traits.js";

/** The elements of a screen, and the place of each one's parent. */
interface Placed<One extends Looks> {
  readonly elements: readonly One[];
  readonly parents: readonly (number | null)[];
}

/** How many elements of a row are examined. */
const MOST_PARTS = 40;

/**
 * The checkboxes and switches that a click on this element toggles: they lie in it and take no click themselves, as in
 * most rows of settings. None if the element is a toggle itself, or takes no click.
 */
export function turnedBy<One extends Looks>(place: number, { elements, parents }: Placed<One>): readonly One[] {
  const element = elements[place];
  if (!element || !takesClick(element) || element.checked !== null) return [];
  const found: One[] = [];
  // Parts come right after the element that contains them.
  for (let at = place + 1; at <= place + MOST_PARTS && (parents[at] ?? -1) >= place; at += 1) {
    const part = elements[at];
    if (part && part.checked !== null && !takesClick(part) && clickedAround(at) === place) found.push(part);
  }
  return found;

  /** The place of the nearest element around it that takes the click. */
  function clickedAround(at: number): number | null {
    let around = parents[at] ?? null;
    for (; around !== null; around = parents[around] ?? null) {
      const one = elements[around];
      if (one && takesClick(one)) return around;
    }
    return null;
  }
}

/** Whether one of them has another state. False if their number changed, since it is then unknown which is which. */
export function haveTurned(before: readonly Looks[], now: readonly Looks[]): boolean {
  if (before.length !== now.length) return false;
  return before.some(({ checked }, nth) => checked !== now[nth]?.checked);
}

function takesClick({ actions }: Looks): boolean {
  return actions.includes("click");
}
