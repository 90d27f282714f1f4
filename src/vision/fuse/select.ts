import { area, height, type Rect } from "../../base/geometry.js";
import type { DetectionKind } from "../detection.js";
import { isSeparate, type Prospect } from "./explain.js";
import type { Drops, Seen } from "./prepare.js";
import { RectIndex } from "./rect-index.js";
import { type FusionSettings, INSIDE } from "./settings.js";
import { iou, overlap, shareInside } from "./similarity.js";

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

/** Where all that may be one thing with it lies: for a row the whole line. */
function lineOf({ box, detection }: Seen, screenWidth: number): Rect {
  return detection.kind === "row" ? { ...box, left: 0, right: screenWidth } : box;
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

/** Why the less sure one is the same thing. */
function whyTwin(first: Prospect | undefined, second: Prospect | undefined): string | null {
  if (!first || !second) return null;
  if (first.carrier !== null && first.carrier === second.carrier) return "duplicate";
  const sizes = [sizeOf(first), sizeOf(second)] as const;
  const ratio = Math.min(...sizes) / Math.max(...sizes);
  const common = overlap(first.seen.box, second.seen.box) / Math.max(1, Math.min(...sizes));
  return ratio >= SAME_THING && common >= SAME_THING ? "duplicate" : null;
}

/** Why the smaller one says nothing that the larger one does not. */
function whyPart(first: Prospect | undefined, second: Prospect | undefined): string | null {
  if (!first || !second) return null;
  const inFirst = shareInside(second.seen.box, first.seen.box);
  if (inFirst >= INSIDE) return isSeparate(second.seen, first.seen.box) ? null : "part";
  if (inFirst >= SAME_THING || iou(first.seen.box, second.seen.box) >= TOUCHES) return "duplicate";
  return isRestOfRow(first.seen, second.seen) || isStateOfRow(first.seen, second.seen) ? "part" : null;
}

/** Rows do not stand side by side: what fills a line beside one is the rest of it. */
function isRestOfRow(first: Seen, second: Seen): boolean {
  const kinds = [first.detection.kind, second.detection.kind];
  if (!kinds.includes("row") || !kinds.every((kind) => kind === "row" || kind === "clickable")) return false;
  const [a, b] = [first.box, second.box];
  const high = Math.max(height(a), height(b));
  const isOnOneLine = Math.abs(a.top - b.top) <= high * LINE && Math.abs(a.bottom - b.bottom) <= high * LINE;
  const gap = Math.max(a.left, b.left) - Math.min(a.right, b.right);
  return isOnOneLine && gap <= high * LINE * 2;
}

const LINE = 0.2;
const STATES: ReadonlySet<DetectionKind> = new Set(["switch", "checkbox", "radio"]);

/** A switch on the line of a row is the row's, also where the row's box ends before it. */
function isStateOfRow({ box: row, detection }: Seen, { box, detection: inner }: Seen): boolean {
  if (detection.kind !== "row" || !STATES.has(inner.kind)) return false;
  const off = height(row) * LINE;
  return box.top >= row.top - off && box.bottom <= row.bottom + off;
}
