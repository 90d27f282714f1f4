import { touchPoint } from "../../src/actions/targets/touch-point.js";
import { area, center, type Point, type Rect, type Size } from "../../src/base/geometry.js";
import { type ElementDraft, FIRST_SEEN, isTouchTarget, type UiElement } from "../../src/screen/element.js";
import type { ViewHierarchy } from "../../src/screen/hierarchy.js";
import { looksTouchable } from "../../src/screen/looks-touchable.js";
import type { Detection } from "../../src/vision/detection.js";
import { iou, overlap, shareInside } from "../../src/vision/fuse/similarity.js";
import { fuse } from "../../src/vision/fuse.js";
import { isTouchableKind } from "./simulated-detector.js";

/** A touch target that fusion or a rival offers to an agent. */
export interface Target {
  readonly bounds: Rect;
  readonly point: Point;
  /** The words by which an agent would choose it. */
  readonly labels: readonly string[];
}

/** The input of fusion and of each rival. */
export interface Sample {
  readonly elements: readonly ElementDraft[];
  readonly hierarchy: ViewHierarchy;
  readonly detections: readonly Detection[];
  readonly screenSize: Size;
}

export const WAYS: Readonly<Record<string, (sample: Sample) => readonly Target[]>> = {
  "hierarchy only": (sample) => known(sample).map(ofElement(sample, sample.elements)),
  "vision only": (sample) => seen(sample).map(ofDetection(sample)),
  "UFO 0.1": ufo,
  OmniParser: omniParser,
  fusion: (sample) => {
    const fused = fuse({ ...sample, frame: null }).elements;
    const isOffered = (element: ElementDraft) => looksTouchable(element) && !element.systemBar;
    return fused.filter((element) => isOffered(element)).map(ofElement(sample, fused));
  },
};

function known({ elements }: Sample): readonly ElementDraft[] {
  return elements.filter((element) => isTouchTarget(element) && !element.systemBar);
}

/** The lowest confidence that counts, for all rivals. */
const LEAST = 0.3;

function seen({ detections }: Sample): readonly Detection[] {
  return detections.filter(
    ({ kind, confidence, source }) => source === "vision" && isTouchableKind(kind) && (confidence ?? 1) >= LEAST,
  );
}

/** The target at the point that the server would touch, where no other element takes the touch. */
function ofElement({ screenSize, hierarchy }: Sample, all: readonly ElementDraft[]): (element: ElementDraft) => Target {
  const screen = {
    elements: all.map(asServed),
    viewHierarchy: hierarchy,
    screenSize,
    activeWindow: null,
    ime: null,
    systemInsets: null,
  };
  return (element) => {
    const place = all.indexOf(element);
    const inner = all
      .filter(({ parent, actions }) => parent === place && actions.length === 0)
      .flatMap(({ labels }) => labels);
    const said = [...element.labels, ...inner];
    const guess = element.vision?.guess?.name;
    const labels = said.length === 0 && guess ? [guess] : said;
    return {
      bounds: element.bounds,
      point: touchPoint(asServed(element, place), screen) ?? center(element.bounds),
      labels,
    };
  };
}

function asServed(element: ElementDraft, place: number): UiElement {
  const parent = element.parent === null ? null : `e${element.parent + 1}`;
  return { ...element, ...FIRST_SEEN, ref: `e${place + 1}`, parent };
}

function ofDetection({ detections }: Sample): (detection: Detection) => Target {
  return ({ bounds, text, guess }) => {
    const read = detections.filter((one) => one.source === "ocr" && shareInside(one.bounds, bounds) >= 0.8);
    const words = [...read.flatMap((one) => one.text ?? []), ...(text ? [text] : [])];
    return { bounds, point: center(bounds), labels: words.length === 0 && guess ? [guess.name] : words };
  };
}

/**
 * All controls of the tree, and the detections whose IoU with each control is at most 0.1.
 */
function ufo(sample: Sample): readonly Target[] {
  const controls = known(sample);
  const added = seen(sample).filter(({ bounds }) => controls.every((control) => iou(control.bounds, bounds) <= 0.1));
  return [...controls.map(ofElement(sample, sample.elements)), ...added.map(ofDetection(sample))];
}

/** If two boxes overlap by more than 0.7 of either, drops the larger one; also drops boxes mostly inside a text. */
function omniParser(sample: Sample): readonly Target[] {
  const all = [...known(sample).map(ofElement(sample, sample.elements)), ...seen(sample).map(ofDetection(sample))];
  const texts = sample.detections.filter(({ source }) => source === "ocr");
  return all.filter(({ bounds }, place) => {
    const isLarger = all.some(
      (other, at) => at !== place && overlapOf(bounds, other.bounds) > 0.7 && area(bounds) > area(other.bounds),
    );
    const isInText = texts.some(
      (text) => shareInside(text.bounds, bounds) <= 0.8 && shareInside(bounds, text.bounds) > 0.8,
    );
    return !isLarger && !isInText;
  });
}

function overlapOf(a: Rect, b: Rect): number {
  const common = overlap(a, b);
  return common === 0 ? 0 : Math.max(iou(a, b), common / area(a), common / area(b));
}
