import type { Point } from "../base/geometry.js";
import type { UiElement } from "./element.js";
import { type OutlineOptions, type OutlineSource, renderElement, shownElements } from "./outline.js";

export interface ScreenDiff {
  readonly added: readonly UiElement[];
  /** The removed elements, as they were before. */
  readonly removed: readonly UiElement[];
  /** Elements with a different line now, or with another ref because their meaning changed; as they are now. */
  readonly changed: readonly UiElement[];
  /** The elements among these that have another ref now: as they were before, by their present refs. */
  readonly renamed: ReadonlyMap<string, UiElement>;
  readonly unchanged: number;
  /** The most frequent movement of elements that were there before, and how many moved by it; null if none moved. */
  readonly moved: { readonly by: Point; readonly count: number } | null;
  /** Whether an element that stayed has a different place among the others, or a different parent that stayed. */
  readonly isRearranged: boolean;
}

/** The differences between the elements that the outline shows under these options, by their refs now or before. */
export function diffScreens(before: OutlineSource, after: OutlineSource, options: OutlineOptions): ScreenDiff {
  const renamed = renamedBetween(before.elements, after.elements);
  const all = underPresentRefs(before.elements, renamed);
  const olds = shownElements(all, options);
  const news = shownElements(after.elements, options);
  const old = new Map(olds.map((element) => [element.ref, element]));
  const now = new Map(news.map((element) => [element.ref, element]));
  const kept = news.filter((element) => old.has(element.ref));
  const lines = { old: elementWording(all), now: elementWording(after.elements) };
  const changed = kept.filter((element) => {
    const was = old.get(element.ref);
    return was && (renamed.has(element.ref) || lines.old(was) !== lines.now(element));
  });
  return {
    added: news.filter((element) => !old.has(element.ref)),
    removed: olds.filter((element) => !now.has(element.ref)),
    changed,
    renamed,
    unchanged: kept.length - changed.length,
    moved: commonestMove(kept, old),
    isRearranged: isRearranged(placed(olds, old, now), placed(news, now, old)),
  };
}

/**
 * The elements that had other refs on the first screen, as they were there, by the refs that they have on the second.
 */
export function renamedBetween(
  before: readonly UiElement[],
  after: readonly UiElement[],
): ReadonlyMap<string, UiElement> {
  const renamed = new Map<string, UiElement>();
  if (after.every(({ was }) => was.length === 0)) return renamed;
  const olds = new Map(before.map((element) => [element.ref, element]));
  for (const { ref, was } of after) {
    const earlier = olds.has(ref) ? undefined : was.findLast((one) => olds.has(one));
    const old = earlier === undefined ? undefined : olds.get(earlier);
    if (old) renamed.set(ref, old);
  }
  return renamed;
}

/** The elements of a screen under the refs that they have on a later one, so that only their contents are compared. */
export function underPresentRefs(
  before: readonly UiElement[],
  renamed: ReadonlyMap<string, UiElement>,
): readonly UiElement[] {
  if (renamed.size === 0) return before;
  const present = new Map([...renamed].map(([ref, old]) => [old.ref, ref]));
  return before.map((element) => {
    const parent = element.parent === null ? null : (present.get(element.parent) ?? element.parent);
    return { ...element, ref: present.get(element.ref) ?? element.ref, parent };
  });
}

/** The line of an element in the outline, without its indentation. */
export function elementWording(elements: readonly UiElement[]): (element: UiElement) => string {
  const byRef = new Map(elements.map((element) => [element.ref, element]));
  return (element) => renderElement(element, element.parent === null ? undefined : byRef.get(element.parent));
}

type Refs = ReadonlyMap<string, UiElement>;

/**
 * The parent of each element, counting only elements that are on both screens. A container that was added or removed
 * around elements (a page begins to scroll when the keyboard appears) rearranges nothing: its own line reports it.
 */
function placed(elements: readonly UiElement[], own: Refs, other: Refs): readonly Placed[] {
  const known = new Map<string, string | null>();
  const around = (element: UiElement): string | null => {
    const passed: string[] = [];
    let at = element.parent;
    while (at !== null && !other.has(at) && !known.has(at)) {
      passed.push(at);
      at = own.get(at)?.parent ?? null;
    }
    const found = at === null || other.has(at) ? at : (known.get(at) ?? null);
    for (const ref of passed) known.set(ref, found);
    return found;
  };
  return elements.filter(({ ref }) => other.has(ref)).map((element) => [element.ref, around(element)]);
}

type Placed = readonly [ref: string, around: string | null];

function isRearranged(before: readonly Placed[], after: readonly Placed[]): boolean {
  return after.some(([ref, around], place) => before[place]?.[0] !== ref || before[place]?.[1] !== around);
}

/** Counts only elements that moved without a change of size: a list that the keyboard covers in part did not move. */
function commonestMove(kept: readonly UiElement[], old: ReadonlyMap<string, UiElement>): ScreenDiff["moved"] {
  const moves = new Map<string, { readonly by: Point; readonly count: number }>();
  for (const { ref, bounds } of kept) {
    const was = old.get(ref)?.bounds;
    if (!was) continue;
    const by = { x: bounds.left - was.left, y: bounds.top - was.top };
    const isMove = bounds.right - was.right === by.x && bounds.bottom - was.bottom === by.y;
    if (!isMove || (by.x === 0 && by.y === 0)) continue;
    const key = `${by.x},${by.y}`;
    moves.set(key, { by, count: (moves.get(key)?.count ?? 0) + 1 });
  }
  return [...moves.values()].reduce<ScreenDiff["moved"]>(
    (most, move) => (move.count > (most?.count ?? 0) ? move : most),
    null,
  );
}
