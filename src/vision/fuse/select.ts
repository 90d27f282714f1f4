import { area } from "../../base/geometry.js";
import { isSeparate, type Prospect } from "./explain.js";
import type { Drops } from "./prepare.js";
import { RectIndex } from "./rect-index.js";
import { type FusionSettings, INSIDE } from "./settings.js";
import { iou, shareInside } from "./similarity.js";

/** How much of what was seen the tree explains: weights of both. */
export interface Explained {
  readonly known: number;
  readonly unknown: number;
}

/** Above this share a tree is taken to tell all that can be touched, below the other one to tell nothing. */
const RICH = 0.9;
const POOR = 0.5;

/**
 * What a prospect needs to be believed. A tree that explains nearly all that was seen leaves little that it could have
 * missed, and what is left over is mostly a mistake of the detector; one that explains half of it leaves much.
 */
export function neededConfidence({ known, unknown }: Explained, settings: FusionSettings): number {
  const { leastConfidence: least, confidenceBesideRichTree: most } = settings;
  const total = known + unknown;
  const share = total === 0 ? 0 : known / total;
  const richness = Math.min(1, Math.max(0, (share - POOR) / (RICH - POOR)));
  return least + (Math.max(least, most) - least) * richness;
}

/** So many things in a box, and it is a group of them. */
const GROUP = 3;
const GROUP_SHARE = 0.5;
const SAME_THING = 0.5;
const TOUCHES = 0.2;

/** Of prospects that mean one thing, the one to touch; the others go, each with its reason. */
export function withoutRepeats(
  prospects: readonly Prospect[],
  screen: { readonly width: number; readonly height: number },
  drops: Drops,
): readonly Prospect[] {
  const index = new RectIndex(
    prospects.map(({ seen }) => seen.box),
    screen,
  );
  const order = prospects.map((_, place) => place).sort((a, b) => compare(prospects, a, b));
  const dropped = new Set<number>();
  const drop = (place: number, why: string) => {
    const prospect = prospects[place];
    if (!prospect || dropped.has(place)) return;
    dropped.add(place);
    drops.set(prospect.seen.detection, why);
  };
  const others = (place: number) => {
    const own = prospects[place];
    const found = own ? index.near(own.seen.box) : [];
    return found.filter((other) => other !== place && !dropped.has(other));
  };
  for (const place of order) if (!dropped.has(place) && isGroup(prospects, place, others(place))) drop(place, "around");
  for (const place of order) {
    if (dropped.has(place)) continue;
    for (const other of others(place)) {
      const why = whyRepeats(prospects[place], prospects[other]);
      if (why !== null) drop(other, why);
    }
  }
  return prospects.filter((_, place) => !dropped.has(place));
}

/** Large ones first: what lies in them is judged by them; of nearly equal ones the surer one. */
function compare(prospects: readonly Prospect[], a: number, b: number): number {
  const [one, other] = [prospects[a], prospects[b]];
  if (!one || !other) return a - b;
  const sizes = [area(one.seen.box), area(other.seen.box)] as const;
  if (Math.min(...sizes) / Math.max(...sizes) >= SAME_THING) {
    return other.seen.confidence - one.seen.confidence || sizes[1] - sizes[0] || a - b;
  }
  return sizes[1] - sizes[0] || a - b;
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

/** Why the second one says nothing that the first one does not. */
function whyRepeats(first: Prospect | undefined, second: Prospect | undefined): string | null {
  if (!first || !second) return null;
  if (first.carrier !== null && first.carrier === second.carrier) return "duplicate";
  const inFirst = shareInside(second.seen.box, first.seen.box);
  if (inFirst >= INSIDE) return isSeparate(second.seen, first.seen.box) ? null : "part";
  if (shareInside(first.seen.box, second.seen.box) >= INSIDE) return "around";
  return inFirst >= SAME_THING || iou(first.seen.box, second.seen.box) >= TOUCHES ? "duplicate" : null;
}
