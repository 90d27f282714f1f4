import { area, height, type Rect, type Size } from "../../base/geometry.js";
import { isSeparate, type Prospect } from "./explain.js";
import { isPartBeside } from "./one-line.js";
import type { Drops, Seen } from "./prepare.js";
import { RectIndex } from "./rect-index.js";
import { INSIDE } from "./settings.js";
import { iou, overlap, shareInside } from "./similarity.js";

/** A box with at least this many candidates is a group of them. */
const GROUP = 3;
const GROUP_SHARE = 0.5;
const SAME_THING = 0.5;
const TOUCHES = 0.2;
/**
 * If at least this share of a box lies in a larger one, the rest lies beyond the larger one's edge, and both are of one
 * element.
 */
const ACROSS = 0.3;

/** Keeps one of several candidates for one element, the touchable one; the others are dropped, each with its reason. */
export function withoutRepeats(prospects: readonly Prospect[], screen: Size, drops: Drops): readonly Prospect[] {
  const index = new RectIndex(
    prospects.map(({ seen }) => seen.box),
    screen,
  );
  const places = prospects.map((_, place) => place);
  const bySize = [...places].sort((a, b) => sizeOf(prospects[b]) - sizeOf(prospects[a]) || a - b);
  const bySureness = [...places].sort((a, b) => surenessOf(prospects[b]) - surenessOf(prospects[a]) || a - b);
  const dropped = new Set<number>();
  const drop = (place: number, why: string) => {
    const prospect = prospects[place];
    if (!prospect || dropped.has(place)) return;
    dropped.add(place);
    drops.set(prospect.seen.detection, why);
  };
  const others = (place: number) => {
    const own = prospects[place];
    const found = own ? index.near(lineOf(own.seen, screen.width)) : [];
    return found.filter((other) => other !== place && !dropped.has(other));
  };
  const dropOthers = (order: readonly number[], whyNot: typeof whyTwin) => {
    for (const place of order) {
      if (dropped.has(place)) continue;
      for (const other of others(place)) {
        const why = whyNot(prospects[place], prospects[other]);
        if (why !== null) drop(other, why);
      }
    }
  };
  for (const place of bySize) if (isGroup(prospects, place, others(place))) drop(place, "around");
  dropOthers(bySureness, whyTwin);
  dropOthers(bySize, whyPart);
  return prospects.filter((_, place) => !dropped.has(place));
}

/** The area in which all candidates for the same element lie: its line, and the space right below it. */
function lineOf({ box }: Seen, screenWidth: number): Rect {
  return { left: 0, top: box.top, right: screenWidth, bottom: box.bottom + height(box) };
}

function sizeOf(prospect: Prospect | undefined): number {
  return prospect ? area(prospect.seen.box) : 0;
}

function surenessOf(prospect: Prospect | undefined): number {
  return prospect?.seen.confidence ?? 0;
}

function isGroup(prospects: readonly Prospect[], place: number, others: readonly number[]): boolean {
  const outer = prospects[place]?.seen;
  if (!outer) return false;
  const inner = others.flatMap((other) => {
    const one = prospects[other]?.seen;
    return one && area(one.box) < area(outer.box) && shareInside(one.box, outer.box) >= INSIDE ? [one] : [];
  });
  const covered = inner.reduce((sum, { box }) => sum + area(box), 0) / Math.max(1, area(outer.box));
  return inner.length >= GROUP || (inner.length === 2 && covered >= GROUP_SHARE);
}

/** The reason if the less certain candidate is the same element; else null. */
function whyTwin(first: Prospect | undefined, second: Prospect | undefined): string | null {
  if (!first || !second) return null;
  if (first.carrier !== null && first.carrier === second.carrier) return "duplicate";
  const sizes = [sizeOf(first), sizeOf(second)] as const;
  const ratio = Math.min(...sizes) / Math.max(...sizes);
  const common = overlap(first.seen.box, second.seen.box) / Math.max(1, Math.min(...sizes));
  return ratio >= SAME_THING && common >= SAME_THING ? "duplicate" : null;
}

/** The reason if the smaller candidate adds nothing to the larger one; else null. */
function whyPart(first: Prospect | undefined, second: Prospect | undefined): string | null {
  if (!first || !second) return null;
  const inFirst = shareInside(second.seen.box, first.seen.box);
  if (inFirst >= INSIDE) return isSeparate(second.seen, first.seen.box) ? null : "part";
  if (inFirst >= ACROSS || iou(first.seen.box, second.seen.box) >= TOUCHES) return "duplicate";
  return isPartBeside(first.seen, second.seen) ? "part" : null;
}
