import { intersect, isEmpty, type Rect, rectOf, type Size } from "../base/geometry.js";
import type { Role, UiElement } from "../screen/element.js";
import type { Frame } from "../screen/frame.js";
import { loadTextOutlines, type TextOutlines } from "./glyphs.js";
import { drawSvg } from "./image.js";

/** One colour per kind of control, dark enough for white letters (contrast above 4.5 : 1). */
const COLORS: Readonly<Partial<Record<Role, string>>> = {
  button: "#b3261e",
  field: "#00639b",
  checkbox: "#146c2e",
  switch: "#146c2e",
  radio: "#146c2e",
  slider: "#146c2e",
  dropdown: "#00639b",
  tab: "#7d3c98",
  row: "#8c4a00",
  list: "#5f6368",
  pager: "#5f6368",
  scroll: "#5f6368",
};
const OTHER_COLOR = "#3c4043";

/** Containers that fill more of the screen than this get no mark: their frame says nothing. */
const LARGEST_MARKED = 0.6;

/**
 * The frame with its elements drawn on it: a frame around each, and its ref on a label where it covers least. PNG bytes.
 */
export async function drawMarks(frame: Frame, elements: readonly UiElement[]): Promise<Uint8Array> {
  const outlines = await loadTextOutlines("Bold");
  const unit = unitOf(frame);
  const marks = layOutMarks(frame, elements, outlines);
  const frames = marks.map(({ element }) => drawFrame(element, unit));
  const labels = marks.map(({ element, label }) => drawLabel(element, label, outlines, unit));
  const body = [...frames, ...labels].join("");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${frame.width}" height="${frame.height}">${body}</svg>`;
  return await drawSvg(frame, svg);
}

/** An element and where the label with its ref goes. */
export interface Mark {
  readonly element: UiElement;
  readonly label: Rect;
}

/**
 * The elements that get a mark, with the places of their labels on the screen. Small elements come first, so that their
 * labels get the best places.
 */
export function layOutMarks(
  frame: Size,
  elements: readonly UiElement[],
  outlines: Pick<TextOutlines, "width">,
): readonly Mark[] {
  const screen = rectOf(0, 0, frame.width, frame.height);
  const bySize = elements
    .filter((element) => isMarked(element, screen))
    .sort((a, b) => size(a.bounds) - size(b.bounds));
  const words = elements
    .filter((element) => element.actions.length === 0 && element.labels.length > 0)
    .map(({ bounds }) => bounds);
  const placed: Rect[] = [];
  return bySize.map((element) => {
    const label = placeLabel(element, { outlines, unit: unitOf(frame), screen, placed, words });
    placed.push(label);
    return { element, label };
  });
}

/** Strokes and letters grow with the picture: 2.4 pixels on a screen of 2400. */
function unitOf(frame: Size): number {
  return Math.max(frame.width, frame.height) / 1000;
}

function isMarked(element: UiElement, screen: Rect): boolean {
  const shown = intersect(element.bounds, screen);
  return element.actions.length > 0 && !isEmpty(shown) && size(shown) <= size(screen) * LARGEST_MARKED;
}

interface Layout {
  readonly outlines: Pick<TextOutlines, "width">;
  readonly unit: number;
  readonly screen: Rect;
  /** Labels so far. */
  readonly placed: readonly Rect[];
  /** What is there to be read. */
  readonly words: readonly Rect[];
}

/** Covering another label is this much worse than covering words of the screen. */
const LABEL_WEIGHT = 10;

/** Of the places around and in the corners the one that covers other labels and words least, the first of equals. */
function placeLabel({ ref, bounds }: UiElement, { outlines, unit, screen, placed, words }: Layout): Rect {
  const width = Math.ceil(outlines.width(ref, 20 * unit) + 10 * unit);
  const height = Math.ceil(26 * unit);
  const at = (x: number, y: number): Rect => {
    const left = Math.max(0, Math.min(x, screen.right - width));
    const top = Math.max(0, Math.min(y, screen.bottom - height));
    return rectOf(left, top, left + width, top + height);
  };
  const { left, top, right, bottom } = bounds;
  // What an element says mostly begins at its left.
  const places = [
    at(left, top - height),
    at(right - width, top - height),
    at(right - width, top),
    at(right - width, bottom - height),
    at(left, bottom),
    at(right - width, bottom),
    at(left, bottom - height),
    at(left, top),
  ];
  const cost = (rect: Rect) => LABEL_WEIGHT * covered(rect, placed) + covered(rect, words);
  return places.reduce((best, place) => (cost(place) < cost(best) ? place : best));
}

function covered(rect: Rect, others: readonly Rect[]): number {
  return others.reduce((sum, other) => sum + size(intersect(rect, other)), 0);
}

function drawFrame({ role, bounds }: UiElement, unit: number): string {
  const { left, top, right, bottom } = bounds;
  const frame = `x="${left}" y="${top}" width="${right - left}" height="${bottom - top}" fill="none"`;
  return [
    `<rect ${frame} stroke="#ffffff" stroke-width="${4 * unit}" stroke-opacity="0.8"/>`,
    `<rect ${frame} stroke="${COLORS[role] ?? OTHER_COLOR}" stroke-width="${2 * unit}"/>`,
  ].join("");
}

function drawLabel({ ref, role }: UiElement, label: Rect, outlines: TextOutlines, unit: number): string {
  const text = outlines.path(ref, label.left + 5 * unit, label.top + 20 * unit, 20 * unit);
  const { left, top, right, bottom } = label;
  return [
    `<rect x="${left}" y="${top}" width="${right - left}" height="${bottom - top}" rx="${4 * unit}" fill="${COLORS[role] ?? OTHER_COLOR}" stroke="#ffffff" stroke-width="${unit}"/>`,
    `<path d="${text}" fill="#ffffff"/>`,
  ].join("");
}

function size(rect: Rect): number {
  return isEmpty(rect) ? 0 : (rect.right - rect.left) * (rect.bottom - rect.top);
}
