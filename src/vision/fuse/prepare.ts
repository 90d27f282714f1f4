import { area, height, type Rect, type Size, width } from "../../base/geometry.js";
import { type Detection, PASSIVE_KINDS } from "../detection.js";
import { RectIndex } from "./rect-index.js";
import { type FusionSettings, THINNEST, UNSAID_CONFIDENCE } from "./settings.js";
import { iou, onScreen, overlap } from "./similarity.js";

/** A detection that may become an element. */
export interface Seen {
  readonly detection: Detection;
  /** The part of its bounds that is on the screen. */
  readonly box: Rect;
  /** 0–1, with a default if the detector gives none. */
  readonly confidence: number;
  readonly isTouchable: boolean;
}

/** The reasons why detections did not become elements; in the order of `inOrder`. */
export type Drops = Map<Detection, string>;

export interface Prepared {
  /** The detections of elements, without repetitions. */
  readonly things: readonly Seen[];
  /** The recognised texts, lines or words. */
  readonly words: readonly Seen[];
}

/** Removes detections that are thin, off the screen, too uncertain, or repeated. */
export function prepare(
  detections: readonly Detection[],
  screen: Size,
  settings: FusionSettings,
  drops: Drops,
): Prepared {
  const seen = inOrder(detections).flatMap((detection): readonly Seen[] => {
    const box = onScreen(detection.bounds, screen);
    const confidence = detection.confidence ?? UNSAID_CONFIDENCE;
    const why = whyNot(box, confidence, settings);
    if (why !== null) {
      drops.set(detection, why);
      return [];
    }
    return [{ detection, box, confidence, isTouchable: !PASSIVE_KINDS.has(detection.kind) }];
  });
  const isWords = ({ detection }: Seen) => detection.source === "ocr" || detection.kind === "text";
  return {
    things: withoutTwins(
      seen.filter((one) => !isWords(one)),
      screen,
      drops,
    ),
    words: withoutTwins(seen.filter(isWords), screen, drops),
  };
}

function whyNot(box: Rect, confidence: number, { leastConfidence }: FusionSettings): string | null {
  if (width(box) <= 0 || height(box) <= 0) return "offScreen";
  if (width(box) < THINNEST || height(box) < THINNEST) return "thin";
  return confidence < leastConfidence ? "unsure" : null;
}

/** Sorted by position from the top, then from the left, then by all fields: independent of the detectors' speed. */
export function inOrder(detections: readonly Detection[]): readonly Detection[] {
  const keyed = detections.map((detection) => ({ detection, key: JSON.stringify([detection.kind, detection]) }));
  keyed.sort((a, b) => compareBoxes(a.detection.bounds, b.detection.bounds) || compareText(a.key, b.key));
  return keyed.map(({ detection }) => detection);
}

function compareBoxes(a: Rect, b: Rect): number {
  return a.top - b.top || a.left - b.left || a.bottom - b.bottom || a.right - b.right;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

const TWIN_IOU = 0.55;
const TWIN_SHARE = 0.9;
const TWIN_RATIO = 0.6;

/** Keeps the most certain of several detections of one element. */
function withoutTwins(seen: readonly Seen[], screen: Size, drops: Drops): readonly Seen[] {
  const index = new RectIndex(
    seen.map(({ box }) => box),
    screen,
  );
  const bySureness = seen.map((_, place) => place).sort((a, b) => certainty(seen[b]) - certainty(seen[a]) || a - b);
  const kept = new Set<number>();
  for (const place of bySureness) {
    const one = seen[place];
    if (!one) continue;
    const isTwin = index.near(one.box).some((other) => kept.has(other) && areTwins(one.box, seen[other]?.box));
    if (isTwin) drops.set(one.detection, "duplicate");
    else kept.add(place);
  }
  return seen.filter((_, place) => kept.has(place));
}

/** Detections with recognised words come before those without, touchable ones before others. */
function certainty(one: Seen | undefined): number {
  if (!one) return 0;
  const reported = one.detection.text === null ? 0 : one.detection.source === "ocr" ? 2 : 0;
  return reported + (one.isTouchable ? 1 : 0) + one.confidence;
}

function areTwins(a: Rect, b: Rect | undefined): boolean {
  if (!b) return false;
  if (iou(a, b) >= TWIN_IOU) return true;
  const smaller = Math.min(area(a), area(b));
  return smaller / Math.max(area(a), area(b)) >= TWIN_RATIO && overlap(a, b) / smaller >= TWIN_SHARE;
}
