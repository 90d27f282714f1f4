import type { Point } from "../base/geometry.js";
import type { UiElement } from "./element.js";
import { type OutlineOptions, type OutlineSource, renderElement, shownElements } from "./outline.js";

export interface ScreenDiff {
  readonly added: readonly UiElement[];
  /** As they were before. */
  readonly removed: readonly UiElement[];
  /** Their lines read otherwise now; as they are now. */
  readonly changed: readonly UiElement[];
  readonly unchanged: number;
  /** How far elements moved that were there before: the commonest way, and how many went it; null where none moved. */
  readonly moved: { readonly by: Point; readonly count: number } | null;
  /** Something that stayed has another place among the others now, or lies in something else that stayed. */
  readonly isRearranged: boolean;
}

/** What became of the elements, by ref: of those that the outline shows under these options. */
export function diffScreens(before: OutlineSource, after: OutlineSource, options: OutlineOptions): ScreenDiff {
  const olds = shownElements(before.elements, options);
  const news = shownElements(after.elements, options);
  const old = new Map(olds.map((element) => [element.ref, element]));
  const now = new Map(news.map((element) => [element.ref, element]));
  const kept = news.filter((element) => old.has(element.ref));
  const lines = { old: linesOf(before.elements), now: linesOf(after.elements) };
  const changed = kept.filter((element) => {
    const was = old.get(element.ref);
    return was && lines.old(was) !== lines.now(element);
  });
  return {
    added: news.filter((element) => !old.has(element.ref)),
    removed: olds.filter((element) => !now.has(element.ref)),
    changed,
    unchanged: kept.length - changed.length,
    moved: commonestMove(kept, old),
    isRearranged: isRearranged(
      olds.filter((element) => now.has(element.ref)).map((element) => [element.ref, keptAround(element, old, now)]),
      kept.map((element) => [element.ref, keptAround(element, now, old)]),
    ),
  };
}

/** How the outline words an element, without its indentation. */
export function linesOf(elements: readonly UiElement[]): (element: UiElement) => string {
  const byRef = new Map(elements.map((element) => [element.ref, element]));
  return (element) => renderElement(element, element.parent === null ? undefined : byRef.get(element.parent));
}

type Refs = ReadonlyMap<string, UiElement>;

/**
 * What an element lies in, of what is on both screens: a container that came or went around elements (a page begins to
 * scroll where the keyboard takes its room) rearranges nothing, because its own line says it all.
 */
function keptAround(element: UiElement, own: Refs, other: Refs): string | null {
  let around = element.parent;
  while (around !== null && !other.has(around)) around = own.get(around)?.parent ?? null;
  return around;
}

type Placed = readonly [ref: string, around: string | null];

function isRearranged(before: readonly Placed[], after: readonly Placed[]): boolean {
  return after.some(([ref, around], place) => before[place]?.[0] !== ref || before[place]?.[1] !== around);
}

/** Only what moved without changing its size: a keyboard that cuts a list off moves nothing. */
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
