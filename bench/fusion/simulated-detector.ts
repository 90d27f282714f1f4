import { type Rect, rectOf, type Size } from "../../src/base/geometry.js";
import { type Detection, type DetectionKind, PASSIVE_KINDS } from "../../src/vision/detection.js";
import { onScreen } from "../../src/vision/fuse/similarity.js";
import { type DrawnScreen, flatten, type Part } from "./drawn.js";

/*
 * A simulated detector. It misses, misplaces, splits, joins and invents elements about as often as small detectors on
 * phones do. Its figures are guesses; they are listed here so that readers can judge them.
 */
const SEEN: Readonly<Record<DetectionKind, number>> = {
  button: 0.94,
  iconButton: 0.9,
  field: 0.93,
  checkbox: 0.88,
  radio: 0.88,
  switch: 0.9,
  slider: 0.82,
  tab: 0.88,
  row: 0.8,
  image: 0.7,
  text: 0.6,
  clickable: 0.75,
};
const OTHER_KIND = 0.1;
const TWICE = 0.04;
const SPLIT_ROW = 0.1;
const JOINED_ROWS = 0.04;
const MARK_AS_BUTTON = 0.3;
const TEXT_AS_BUTTON = 0.05;
const MADE_UP_PER_SCREEN = 1.5;
const GUESS_RIGHT = 0.85;
const READ = 0.93;
const MISREAD = 0.04;
/** Detections with a lower confidence are dropped. */
const LEAST = 0.25;

type Random = () => number;

/** The detections of the simulated detector and of a simulated OCR on a screen. */
export function look(screen: DrawnScreen, random: Random): readonly Detection[] {
  const parts = flatten(screen.root).map(({ part }) => part);
  const rows = parts.filter(({ looks }) => looks === "row");
  const seen = [
    ...parts.flatMap((part) => (part.target === undefined ? glimpse(part, random) : see(part, random))),
    ...parts.flatMap((part) => read(part, random)),
    ...rows.flatMap((row, place) => joined(row, rows[place + 1], random)),
    ...madeUp(screen.size, random),
  ];
  return seen.flatMap((detection) => {
    const bounds = onScreen(detection.bounds, screen.size);
    const isSeen = bounds.right - bounds.left >= 4 && bounds.bottom - bounds.top >= 4;
    return isSeen && (detection.confidence ?? 0) >= LEAST ? [{ ...detection, bounds }] : [];
  });
}

function see(part: Part, random: Random): readonly Detection[] {
  const kind = part.looks;
  if (!kind || random() > SEEN[kind]) return [];
  const drawn = part.drawnBounds && random() < 0.65 ? part.drawnBounds : part.bounds;
  const reported = random() < OTHER_KIND ? "clickable" : kind;
  const guess = kind === "iconButton" && part.target ? guessOf(part.target, random) : null;
  const whole = { ...thing(drawn, reported, sure(random), random), guess };
  if (kind === "row" && random() < SPLIT_ROW) return split(part.bounds, random);
  return random() < TWICE ? [whole, thing(drawn, reported, doubtful(random), random)] : [whole];
}

function guessOf(name: string, random: Random): Detection["guess"] {
  const word = name.split(" ")[0] ?? name;
  return random() < GUESS_RIGHT ? { name: word, confidence: 0.8 } : { name: "star", confidence: 0.5 };
}

/** Detections of parts that are not targets: texts, pictures, marks, switches that only show a state. */
function glimpse(part: Part, random: Random): readonly Detection[] {
  const { looks, bounds } = part;
  if (!looks || random() > SEEN[looks]) return [];
  if (looks === "text")
    return random() < TEXT_AS_BUTTON
      ? [thing(bounds, "button", doubtful(random), random)]
      : [thing(bounds, "text", sure(random), random)];
  if (looks !== "image") return [thing(bounds, looks, sure(random), random)];
  const isMark = bounds.right - bounds.left < 120;
  return isMark && random() < MARK_AS_BUTTON
    ? [thing(bounds, "iconButton", doubtful(random), random)]
    : [thing(bounds, "image", sure(random), random)];
}

function split({ left, top, right, bottom }: Rect, random: Random): readonly Detection[] {
  const at = left + Math.round((right - left) * (0.4 + 0.3 * random()));
  return [
    thing(rectOf(left, top, at, bottom), "row", sure(random), random),
    thing(rectOf(at, top, right, bottom), "clickable", doubtful(random), random),
  ];
}

function joined(row: Part, next: Part | undefined, random: Random): readonly Detection[] {
  if (!next || random() > JOINED_ROWS) return [];
  return [
    thing(
      rectOf(row.bounds.left, row.bounds.top, row.bounds.right, next.bounds.bottom),
      "row",
      doubtful(random),
      random,
    ),
  ];
}

function madeUp({ width, height }: Size, random: Random): readonly Detection[] {
  const count = Math.floor(MADE_UP_PER_SCREEN * 2 * random());
  return Array.from({ length: count }, () => {
    const [left, top] = [random() * width * 0.9, random() * height * 0.9];
    const wide = 60 + random() * 400;
    const bounds = rectOf(
      Math.round(left),
      Math.round(top),
      Math.round(left + wide),
      Math.round(top + 50 + random() * 150),
    );
    return thing(bounds, random() < 0.5 ? "button" : "iconButton", 0.2 + 0.4 * random(), random);
  });
}

function read(part: Part, random: Random): readonly Detection[] {
  if (!part.text || random() > READ) return [];
  const words = random() < MISREAD ? part.text.replace(/[aeo]/, "c") : part.text;
  const bounds = part.looks === "text" ? part.bounds : wordsWithin(part.bounds, part.text);
  const box = jitter(bounds, random);
  return [{ bounds: box, kind: "text", confidence: 0.9, text: words, guess: null, source: "ocr" }];
}

/** The box of the words: in the middle of a button, at the start of a much wider part. */
function wordsWithin({ left, top, right, bottom }: Rect, words: string): Rect {
  const wide = Math.min(right - left - 8, words.length * 22);
  const from = right - left > wide * 2 ? left + 60 : Math.round((left + right - wide) / 2);
  const middle = Math.round((top + bottom) / 2);
  return rectOf(from, middle - 22, Math.min(right, from + wide), middle + 22);
}

function thing(bounds: Rect, kind: DetectionKind, confidence: number, random: Random): Detection {
  const shown = Math.round(confidence * 100) / 100;
  return { bounds: jitter(bounds, random), kind, confidence: shown, text: null, guess: null, source: "vision" };
}

function jitter({ left, top, right, bottom }: Rect, random: Random): Rect {
  const off = (length: number) => Math.round((random() + random() - 1) * (3 + length * 0.05));
  const [wide, high] = [right - left, bottom - top];
  return rectOf(Math.max(0, left + off(wide)), Math.max(0, top + off(high)), right + off(wide), bottom + off(high));
}

function sure(random: Random): number {
  return 0.4 + 0.58 * Math.sqrt(random());
}

function doubtful(random: Random): number {
  return 0.15 + 0.55 * random();
}

/** Whether elements of this kind can be touched. */
export function isTouchableKind(kind: DetectionKind): boolean {
  return !PASSIVE_KINDS.has(kind);
}
