import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { area, type Rect, rectOf } from "../../src/base/geometry.js";
import { elementsOf } from "../../src/screen/elements.js";
import { DETECTION_KINDS, type DetectionKind, PASSIVE_KINDS } from "../../src/vision/detection.js";
import { INSIDE } from "../../src/vision/fuse/settings.js";
import { shareInside } from "../../src/vision/fuse/similarity.js";
import type { Trial } from "../fusion.js";
import type { Sightings } from "./bundled-detector.js";
import type { Part } from "./drawn.js";
import { type ReportedScreen, removalLevels } from "./reported-screen.js";
import { treeOf } from "./tree.js";

/** The description of a picture by the generator of the detector's screens (training/README.md). */
const generatedSchema = z.object({
  width: z.number(),
  height: z.number(),
  scale: z.number(),
  truth: z.array(z.tuple([z.enum(DETECTION_KINDS), z.number(), z.number(), z.number(), z.number()])),
});

/**
 * The generated screens of a folder with their detections. Their hierarchies list all targets; then parts of them are
 * removed.
 */
export function generatedSamples(
  folder: string,
  seed: number,
  sightings: Sightings,
): readonly (readonly [string, readonly Trial[]])[] {
  const screens = [...sightings.keys()].map((name) => screenOf(folder, name));
  return removalLevels("generated", screens, seed, ({ name }) => sightings.get(name));
}

function screenOf(folder: string, name: string): ReportedScreen {
  const { width, height, scale, truth } = generatedSchema.parse(
    JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8")),
  );
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
  const parts = truth.map(([kind, left, top, right, bottom]): Part => {
    const [bounds, className] = [rectOf(...rounded([left, top, right, bottom])), CLASSES[kind]];
    return kind === "text"
      ? { bounds, className, text: "words" }
      : { bounds, className, clickable: !PASSIVE_KINDS.has(kind) };
  });
  const root = {
    bounds: rectOf(0, 0, size.width, size.height),
    className: "android.widget.FrameLayout",
    parts: grouped(nested(parts)),
  };
  const tree = treeOf({ name, size, root });
  return { name, size, tree, elements: elementsOf(tree, size) };
}

type Sides = readonly [number, number, number, number];

function rounded([left, top, right, bottom]: Sides): Sides {
  return [Math.round(left), Math.round(top), Math.round(right), Math.round(bottom)];
}

/** Puts each part into the smallest touchable part around it. */
function nested(parts: readonly Part[]): readonly Part[] {
  const bySize = [...parts].sort((a, b) => area(a.bounds) - area(b.bounds));
  const inner = new Map<Part, Part[]>();
  const roots = bySize.filter((part, place) => {
    const outer = bySize
      .slice(place + 1)
      .find(
        ({ bounds, clickable }) =>
          clickable && shareInside(part.bounds, bounds) >= INSIDE && area(part.bounds) < area(bounds),
      );
    if (outer) inner.set(outer, [...(inner.get(outer) ?? []), part]);
    return outer === undefined;
  });
  const whole = (part: Part): Part => ({
    ...part,
    parts: inReadingOrder(inner.get(part) ?? [])
      .map(inRow)
      .map(whole),
  });
  return inReadingOrder(roots).map(whole);
}

/** A control that shows the state of its row is not clickable itself: a touch of it is a touch of the row. */
function inRow(part: Part): Part {
  return /CheckBox|RadioButton|Switch/.test(part.className) ? { ...part, clickable: false } : part;
}

function inReadingOrder(parts: readonly Part[]): readonly Part[] {
  return [...parts].sort((a, b) => a.bounds.top - b.bounds.top || a.bounds.left - b.bounds.left);
}

/** The number of neighbouring parts in a group, and of groups in a larger group. */
const GROUP = 3;

/**
 * Nests neighbouring parts in groups, and groups in larger groups, as layouts do: each subtree is an area of the page.
 */
function grouped(parts: readonly Part[]): readonly Part[] {
  if (parts.length <= GROUP) return parts;
  const groups = Array.from({ length: Math.ceil(parts.length / GROUP) }, (_, at): Part => {
    const own = parts.slice(at * GROUP, (at + 1) * GROUP);
    return {
      bounds: own.map(({ bounds }) => bounds).reduce(union),
      className: "android.widget.LinearLayout",
      parts: own,
    };
  });
  return grouped(groups);
}

function union(a: Rect, b: Rect): Rect {
  return rectOf(
    Math.min(a.left, b.left),
    Math.min(a.top, b.top),
    Math.max(a.right, b.right),
    Math.max(a.bottom, b.bottom),
  );
}

const CLASSES: Readonly<Record<DetectionKind, string>> = {
  button: "android.widget.Button",
  iconButton: "android.widget.ImageButton",
  field: "android.widget.EditText",
  checkbox: "android.widget.CheckBox",
  radio: "android.widget.RadioButton",
  switch: "android.widget.Switch",
  slider: "android.widget.SeekBar",
  tab: "android.view.ViewGroup",
  row: "android.view.ViewGroup",
  image: "android.widget.ImageView",
  text: "android.widget.TextView",
  clickable: "android.view.ViewGroup",
};
