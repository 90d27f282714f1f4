import type { Color } from "../../packages/virtual-android/src/draw/color.js";
import { ICON_NAMES, iconOutlines, isIconName } from "../../packages/virtual-android/src/draw/icons.js";
import { rasterize } from "../../packages/virtual-android/src/draw/mask.js";
import { circleOutline, type Outline, parsePath, strokeOutline } from "../../packages/virtual-android/src/draw/path.js";
import { Surface } from "../../packages/virtual-android/src/draw/surface.js";
import { type Rect, rectOf } from "../../src/base/geometry.js";

/** A picture as outlines on a grid of 24 × 24, which is scaled to pixels. */
export interface Picture {
  readonly name: string;
  outlines(scale: number): readonly Outline[];
}

/** How a picture is drawn: everything that may differ between drawings of the same icon. */
export interface Drawing {
  readonly density: number;
  /** The size of the picture itself, in dp. */
  readonly sizeDp: number;
  /** The free space around the picture, in dp. */
  readonly paddingDp: number;
  /** The position of its corner within a pixel, from 0 to 1. */
  readonly shift: { readonly x: number; readonly y: number };
  readonly background: Color;
  readonly foreground: Color;
  /** The shape behind it, as floating buttons have one. */
  readonly plate: { readonly shape: "disc" | "round" | "square"; readonly color: Color } | null;
}

export interface DrawnIcon {
  readonly frame: { readonly width: number; readonly height: number; readonly rgba: Uint8Array };
  readonly bounds: Rect;
}

/** The virtual phone's own icons, and shapes that are as similar as icons of one app can be. */
export function allPictures(): readonly Picture[] {
  const icons = ICON_NAMES.filter(isIconName).map((name) => ({
    name,
    outlines: (scale: number) => iconOutlines(name, scale),
  }));
  return [...icons, ...SHAPES];
}

function filled(name: string, ...paths: readonly string[]): Picture {
  return {
    name,
    outlines: (scale) => paths.flatMap((path) => parsePath(path, scale).map(({ points }) => [points])),
  };
}

function lined(name: string, path: string, pen = 2): Picture {
  const outlines = (scale: number) => [
    parsePath(path, scale).flatMap(({ points }) => [...strokeOutline(points, pen * scale)]),
  ];
  return { name, outlines };
}

const STAR = "M12 2.5 L15 9 L22 9.7 L16.8 14.4 L18.3 21.3 L12 17.7 L5.7 21.3 L7.2 14.4 L2 9.7 L9 9 L12 2.5";
const HEART =
  "M12 21 C4 15 2 11.5 2 8.5 C2 5.5 4.3 3.5 7 3.5 C9 3.5 11 4.5 12 6.5 C13 4.5 15 3.5 17 3.5 C19.7 3.5 22 5.5 22 8.5 C22 11.5 20 15 12 21";

const FOUR = [
  [4, 4],
  [14, 4],
  [4, 14],
  [14, 14],
] as const;

/** Pairs that differ only a little: outlined and filled, turned, with one more stroke. */
const SHAPES: readonly Picture[] = [
  lined("star outline", STAR),
  lined("thin star outline", STAR, 1.2),
  lined("heart outline", HEART),
  lined("bookmark outline", "M6 3 H18 V21 L12 16 L6 21 V3"),
  filled("bookmark", "M6 3 H18 V21 L12 16 L6 21 Z"),
  lined("up arrow", "M12 20 V4 M5 11 L12 4 L19 11"),
  lined("down arrow", "M12 4 V20 M5 13 L12 20 L19 13"),
  lined("forward arrow", "M4 12 H20 M13 5 L20 12 L13 19"),
  lined("undo", "M4 9 H15 Q20 9 20 14 Q20 19 15 19 H8 M9 4 L4 9 L9 14"),
  lined("redo", "M20 9 H9 Q4 9 4 14 Q4 19 9 19 H16 M15 4 L20 9 L15 14"),
  lined("download", "M12 3 V15 M6 9 L12 15 L18 9 M4 20 H20"),
  lined("upload", "M12 15 V3 M6 9 L12 3 L18 9 M4 20 H20"),
  lined("equals", "M5 9 H19 M5 15 H19"),
  lined("sort", "M4 7 H20 M7 12 H17 M10 17 H14"),
  lined("align left", "M4 7 H20 M4 12 H14 M4 17 H20"),
  lined("align right", "M4 7 H20 M10 12 H20 M4 17 H20"),
  lined("align centre", "M4 7 H20 M7 12 H17 M4 17 H20"),
  lined("double check", "M2 12.5 L7 17.5 L16 7 M11 16 L12.5 17.5 L22 7"),
  lined("bold b", "M7 4 H13 Q17 4 17 8 Q17 12 13 12 H7 M7 4 V20 H14 Q18 20 18 16 Q18 12 13 12", 3),
  lined("italic", "M10 4 H18 M6 20 H14 M14 4 L10 20"),
  lined("underline", "M7 4 V11 Q7 16 12 16 Q17 16 17 11 V4 M5 20 H19"),
  lined("fast forward", "M4 5 L11 12 L4 19 M12 5 L19 12 L12 19"),
  lined("rewind", "M20 5 L13 12 L20 19 M12 5 L5 12 L12 19"),
  { name: "grid of four", outlines: (s) => [FOUR.map(([x, y]) => box(x * s, y * s, 6 * s))] },
  { name: "more across", outlines: (s) => [[5, 12, 19].flatMap((x) => [...circleOutline(x * s, 12 * s, 2 * s)])] },
];

function box(x: number, y: number, side: number): readonly number[] {
  return [x, y, x + side, y, x + side, y + side, x, y + side];
}

/**
 * The picture in a frame that is slightly larger than its element; sizes are whole pixels, as in Android.
 */
export function drawPicture(picture: Picture, drawing: Drawing): DrawnIcon {
  const { density, sizeDp, paddingDp, shift, background, foreground, plate } = drawing;
  const perDp = density / 160;
  const size = Math.round(sizeDp * perDp);
  const side = Math.round((sizeDp + 2 * paddingDp) * perDp);
  const margin = 7;
  const surface = new Surface(side + 2 * margin, side + 2 * margin);
  surface.fillRect(surface.bounds, background, surface.bounds);
  if (plate) fill(surface, plateOutline(plate.shape, margin, side), plate.color);
  const inset = margin + Math.floor((side - size) / 2);
  const [left, top] = [inset + shift.x, inset + shift.y];
  for (const outline of picture.outlines(size / 24)) fill(surface, moved(outline, left, top), foreground);
  const { width, height, bytes: rgba } = surface;
  return { frame: { width, height, rgba }, bounds: rectOf(margin, margin, margin + side, margin + side) };
}

function plateOutline(shape: "disc" | "round" | "square", margin: number, side: number): Outline {
  const [middle, radius] = [margin + side / 2, side / 2];
  if (shape === "disc") return circleOutline(middle, middle, radius);
  if (shape === "square") return [box(margin, margin, side)];
  const corner = side * 0.3;
  const [from, to] = [margin + corner, margin + side - corner];
  return strokeOutline([from, from, to, from, to, to, from, to, from, from, to, to], 2 * corner);
}

function fill(surface: Surface, outline: Outline, color: Color): void {
  surface.fillMask(rasterize(outline), 0, 0, { color, clip: surface.bounds });
}

function moved(outline: Outline, left: number, top: number): Outline {
  return outline.map((points) => points.map((value, at) => value + (at % 2 === 0 ? left : top)));
}
