import { rectOf, type Size } from "../../../base/geometry.js";
import { type Detection, type DetectionKind, PASSIVE_KINDS } from "../../detection.js";
import type { DetectorFacts } from "../../model-manifest.js";
import { inReadingOrder } from "../reading-order.js";
import { type Candidate, sigmoid } from "./layout.js";
import type { Placement } from "./placement.js";

/** Smaller boxes are not elements. */
const LEAST_PIXELS = 3;

export interface Seen {
  readonly frame: Size;
  readonly placement: Placement;
  readonly facts: DetectorFacts;
}

/** A model's boxes as detections in the screenshot, cut to it. A class without a known kind is `clickable`. */
export function detectionsOf(boxes: readonly Candidate[], seen: Seen): readonly Detection[] {
  return inReadingOrder(boxes.flatMap((box) => detectionOf(box, seen) ?? []));
}

function detectionOf(box: Candidate, { frame, placement, facts }: Seen): Detection | undefined {
  const kind = facts.kinds[box.label] ?? "clickable";
  if (box.score < (facts.thresholds[kind] ?? facts.thresholds.default)) return undefined;
  const [perX, perY] = [frame.width / placement.innerWidth, frame.height / placement.innerHeight];
  const x = (value: number) => clamp(Math.round((value - placement.left) * perX), frame.width);
  const y = (value: number) => clamp(Math.round((value - placement.top) * perY), frame.height);
  const bounds = rectOf(x(box.left), y(box.top), x(box.right), y(box.bottom));
  const isThing = bounds.right - bounds.left >= LEAST_PIXELS && bounds.bottom - bounds.top >= LEAST_PIXELS;
  if (!isThing) return undefined;
  return { bounds, kind, confidence: probability(box.score, kind, facts), text: null, guess: null, source: "vision" };
}

/**
 * The probability that a detection with this score is correct, if it was calibrated for the kind; else the score, at
 * most 1.
 */
function probability(score: number, kind: DetectionKind, { calibration }: DetectorFacts): number {
  if (!calibration || PASSIVE_KINDS.has(kind) || score >= 1) return Math.min(1, score);
  const offset = calibration.offsets[kind] ?? calibration.offsets.default;
  return sigmoid(offset + calibration.slope * Math.log(score / (1 - score)));
}

function clamp(value: number, most: number): number {
  return Math.min(most, Math.max(0, value));
}
