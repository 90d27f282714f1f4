import { area, containsPoint, type Rect } from "../../src/base/geometry.js";
import { iou, shareInside } from "../../src/vision/fuse/similarity.js";
import type { Target } from "./rivals.js";

/** A real touch target of a screen. */
export interface Truth {
  readonly bounds: Rect;
  /** The name that a user would give it; null if nothing on the screen shows one. */
  readonly name: string | null;
  /** The target as a whole is not drawn: offers after the first are neither right nor wrong. */
  readonly isUndrawn?: boolean;
}

export interface Score {
  readonly screens: number;
  readonly truths: number;
  readonly offered: number;
  readonly hits: number;
  /** Offers after the first for the same truth. */
  readonly duplicates: number;
  /** Truths that the detector saw, but that were not offered. */
  readonly wrongDrops: number;
  /** Hits whose truth has a name, and the hits with the right name. */
  readonly named: number;
  readonly rightlyNamed: number;
}

export const NO_SCORE: Score = {
  screens: 0,
  truths: 0,
  offered: 0,
  hits: 0,
  duplicates: 0,
  wrongDrops: 0,
  named: 0,
  rightlyNamed: 0,
};

export interface Judged {
  readonly truths: readonly Truth[];
  /** Boxes around truths; an offer of one is neither right nor wrong. */
  readonly eitherWay: readonly Rect[];
  /** Boxes of the detections that can be touched. */
  readonly seen: readonly Rect[];
}

/** A hit is an offer whose touch lands in a truth, and whose box is about as large as the truth or inside it. */
export function judge(targets: readonly Target[], { truths, eitherWay, seen }: Judged): Score {
  const hitBy = new Map<Truth, Target[]>();
  let offered = 0;
  for (const target of targets) {
    const truth = truthOf(target, truths);
    const alike = truth ? iou(target.bounds, truth.bounds) : 0;
    if (eitherWay.some((box) => iou(box, target.bounds) >= Math.max(0.5, alike))) continue;
    if (truth?.isUndrawn && hitBy.has(truth)) continue;
    offered += 1;
    if (truth) hitBy.set(truth, [...(hitBy.get(truth) ?? []), target]);
  }
  const hits = [...hitBy];
  const named = hits.filter(([truth]) => truth.name !== null);
  const missed = truths.filter((truth) => !hitBy.has(truth));
  return {
    screens: 1,
    truths: truths.length,
    offered,
    hits: hits.length,
    duplicates: hits.reduce((sum, [, offers]) => sum + offers.length - 1, 0),
    wrongDrops: missed.filter((truth) => seen.some((box) => iou(box, truth.bounds) >= 0.5)).length,
    named: named.length,
    rightlyNamed: named.filter(([truth, offers]) => offers.some((offer) => says(offer, truth))).length,
  };
}

function truthOf({ point, bounds }: Target, truths: readonly Truth[]): Truth | undefined {
  return truths
    .filter((truth) => containsPoint(truth.bounds, point))
    .filter((truth) => iou(bounds, truth.bounds) >= 0.1 || shareInside(bounds, truth.bounds) >= 0.8)
    .sort((a, b) => area(a.bounds) - area(b.bounds))[0];
}

function says({ labels }: Target, { name }: Truth): boolean {
  const said = labels.map((label) => label.toLowerCase());
  return name !== null && said.some((label) => label === name.toLowerCase());
}

export function add(a: Score, b: Score): Score {
  return {
    screens: a.screens + b.screens,
    truths: a.truths + b.truths,
    offered: a.offered + b.offered,
    hits: a.hits + b.hits,
    duplicates: a.duplicates + b.duplicates,
    wrongDrops: a.wrongDrops + b.wrongDrops,
    named: a.named + b.named,
    rightlyNamed: a.rightlyNamed + b.rightlyNamed,
  };
}

export function f1({ hits, offered, truths }: Score): number {
  return offered + truths === 0 ? 0 : (2 * hits) / (offered + truths);
}

export function perScreen(count: number, { screens }: Score): number {
  return screens === 0 ? 0 : count / screens;
}

export function labelAccuracy({ named, rightlyNamed }: Score): number {
  return named === 0 ? 1 : rightlyNamed / named;
}
