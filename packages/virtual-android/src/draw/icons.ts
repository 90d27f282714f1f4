import type { Color } from "./color.js";
import type { Mask } from "./mask.js";
import { type Outline, parsePath, strokeOutline } from "./path.js";

/*
 * Icons on a grid of 24 x 24, made for this project. `line`: drawn with a round pen two units wide; `fill`:
 * filled.
 */
const ICONS = {
  back: { line: "M20 12 L4 12 M11 5 L4 12 L11 19" },
  close: { line: "M6 6 L18 18 M18 6 L6 18" },
  menu: { line: "M4 7 L20 7 M4 12 L20 12 M4 17 L20 17" },
  more: { fill: "", dots: [12, 5, 12, 12, 12, 19] },
  search: { line: "M15.5 15.5 L20 20", rings: [10, 10, 6] },
  check: { line: "M5 12.5 L10 17.5 L19 7" },
  plus: { line: "M12 5 L12 19 M5 12 L19 12" },
  minus: { line: "M5 12 L19 12" },
  right: { line: "M9 5 L16 12 L9 19" },
  left: { line: "M15 5 L8 12 L15 19" },
  down: { line: "M5 9 L12 16 L19 9" },
  up: { line: "M5 15 L12 8 L19 15" },
  send: { fill: "M3 4 L21 12 L3 20 L5.5 13 L14 12 L5.5 11 Z" },
  person: { fill: "M4 20 C4 15 8 14 12 14 C16 14 20 15 20 20 Z", discs: [12, 8, 4] },
  people: {
    fill: "M2 19 C2 15 5 14 8.5 14 C12 14 15 15 15 19 Z M16.5 19 H22 C22 15.5 20 14.2 16.5 14 Q17.5 16 16.5 19 Z",
    discs: [8.5, 8.5, 3.5, 16, 9, 2.8],
  },
  mail: { line: "M3 6 L21 6 L21 18 L3 18 L3 6 L12 13 L21 6" },
  phone: { fill: "M5 3 L9 3 L10.5 8 L8 10 Q10 14 14 16 L16 13.5 L21 15 L21 19 Q21 21 19 21 Q5 20 3 5 Q3 3 5 3 Z" },
  lock: { fill: "M5 10 H19 V21 H5 Z", line: "M8 10 L8 7 Q8 3 12 3 Q16 3 16 7 L16 10" },
  wifi: { line: "M2.5 9.5 Q12 1.5 21.5 9.5 M6 13.5 Q12 8 18 13.5", discs: [12, 18, 2] },
  bluetooth: { line: "M7 8 L17 16 L12 20.5 L12 3.5 L17 8 L7 16" },
  volume: { fill: "M3 9 H8 L13 4 V20 L8 15 H3 Z", line: "M16.5 8.5 Q19 12 16.5 15.5" },
  battery: { fill: "M8 4 H10 V2 H14 V4 H16 Q17 4 17 5 V21 Q17 22 16 22 H8 Q7 22 7 21 V5 Q7 4 8 4 Z" },
  signal: { fill: "M3 21 L21 3 V21 Z" },
  sun: {
    line: "M12 2 V4 M12 20 V22 M2 12 H4 M20 12 H22 M5 5 L6.3 6.3 M17.7 17.7 L19 19 M5 19 L6.3 17.7 M17.7 6.3 L19 5",
    discs: [12, 12, 5],
  },
  moon: {
    fill: "M13 3 C8 3 4 7 4 12 C4 17 8 21 13 21 C16 21 19 19.5 20.5 17 C15 17.5 11 14 11 9.5 C11 7 12 4.5 13 3 Z",
  },
  home: { fill: "M12 3 L22 12 H19 V20 H14 V14 H10 V20 H5 V12 H2 Z" },
  play: { fill: "M7 4 L20 12 L7 20 Z" },
  pause: { fill: "M6 4 H10 V20 H6 Z M14 4 H18 V20 H14 Z" },
  next: { fill: "M5 5 L15 12 L5 19 Z M16 5 H19 V19 H16 Z" },
  previous: { fill: "M19 5 L9 12 L19 19 Z M5 5 H8 V19 H5 Z" },
  heart: {
    fill: "M12 21 C4 15 2 11.5 2 8.5 C2 5.5 4.3 3.5 7 3.5 C9 3.5 11 4.5 12 6.5 C13 4.5 15 3.5 17 3.5 C19.7 3.5 22 5.5 22 8.5 C22 11.5 20 15 12 21 Z",
  },
  star: { fill: "M12 2.5 L15 9 L22 9.7 L16.8 14.4 L18.3 21.3 L12 17.7 L5.7 21.3 L7.2 14.4 L2 9.7 L9 9 Z" },
  share: { line: "M18 5 L6 12 L18 19", discs: [18, 5, 3, 6, 12, 3, 18, 19, 3] },
  trash: { fill: "M6 8 H18 L17 21 H7 Z", line: "M5 5.5 H19 M10 3.5 H14" },
  edit: { fill: "M4 20 L4 16 L15 5 L19 9 L8 20 Z M16.5 3.5 L18 2.5 L21.5 6 L20.5 7.5 Z" },
  camera: {
    line: "M4 7 H8 L10 4 H14 L16 7 H20 Q21 7 21 8 V18 Q21 19 20 19 H4 Q3 19 3 18 V8 Q3 7 4 7",
    rings: [12, 13, 4],
  },
  image: { line: "M4 4 H20 V20 H4 V4", fill: "M6 18 L10 12 L13 15.5 L15.5 12.5 L18 18 Z", discs: [9, 8.5, 1.7] },
  folder: { fill: "M3 5 H10 L12 7.5 H21 V19 H3 Z" },
  calendar: { line: "M4 5 H20 V21 H4 V5 M8 2.5 V6 M16 2.5 V6", fill: "M4 5 H20 V10 H4 Z" },
  clock: { line: "M12 7 V12 L15.5 14.5", rings: [12, 12, 9] },
  bell: { fill: "M12 3 C8 3 6 6 6 10 C6 15 4 16 4 18 H20 C20 16 18 15 18 10 C18 6 16 3 12 3 Z", discs: [12, 20, 2] },
  globe: { line: "M3 12 H21 M12 3 Q7 7.5 7 12 Q7 16.5 12 21 Q17 16.5 17 12 Q17 7.5 12 3", rings: [12, 12, 9] },
  backspace: { line: "M8 5 H21 V19 H8 L2.5 12 L8 5 M11 9 L17 15 M17 9 L11 15" },
  shift: { line: "M12 4 L20 12 H16 V19 H8 V12 H4 L12 4" },
  enter: { line: "M20 6 V12 H5 M10 7 L5 12 L10 17" },
  refresh: { line: "M19 8 C16.5 3.5 10 3 6.5 7 C3 11 4 17 8.5 19.3 C13 21.5 18 19.5 19.5 15 M19.5 3.5 V8.5 H14.5" },
  simulatedDetector: { line: "M2.5 12 Q7 6 12 6 Q17 6 21.5 12 Q17 18 12 18 Q7 18 2.5 12", discs: [12, 12, 2.6] },
  apps: { fill: "", dots: [5, 5, 12, 5, 19, 5, 5, 12, 12, 12, 19, 12, 5, 19, 12, 19, 19, 19] },
  game: {
    line: "M7 7 H17 Q22 7 22 13 Q22 18 19 18 Q17 18 15.5 15 H8.5 Q7 18 5 18 Q2 18 2 13 Q2 7 7 7 M8 9.5 V13.5 M6 11.5 H10",
    discs: [16, 10.5, 1.3, 18, 13, 1.3],
  },
  pin: { fill: "M12 22 C8 16 5 13 5 9 C5 5 8 2 12 2 C16 2 19 5 19 9 C19 13 16 16 12 22 Z" },
  mic: {
    fill: "M9 4 Q9 2 12 2 Q15 2 15 4 V11 Q15 14 12 14 Q9 14 9 11 Z",
    line: "M5.5 11 Q5.5 17 12 17 Q18.5 17 18.5 11 M12 17 V21",
  },
  chat: { fill: "M4 3 H20 Q22 3 22 5 V15 Q22 17 20 17 H9 L4 21 V17 Q2 17 2 15 V5 Q2 3 4 3 Z" },
  chart: { fill: "M4 13 H8 V21 H4 Z M10 4 H14 V21 H10 Z M16 9 H20 V21 H16 Z" },
  plane: {
    fill: "M11 3 Q12 1 13 3 V9 L21 14 V16 L13 13.5 V18.5 L16 21 V22 L12 21 L8 22 V21 L11 18.5 V13.5 L3 16 V14 L11 9 Z",
  },
  gear: {
    line: "M12 3 V6 M12 18 V21 M3 12 H6 M18 12 H21 M5.6 5.6 L7.8 7.8 M16.2 16.2 L18.4 18.4 M5.6 18.4 L7.8 16.2 M16.2 7.8 L18.4 5.6",
    rings: [12, 12, 5.5],
  },
  list: { line: "M9 6 H20 M9 12 H20 M9 18 H20", discs: [5, 6, 1.4, 5, 12, 1.4, 5, 18, 1.4] },
  info: { line: "M12 11 V16.5", rings: [12, 12, 9], discs: [12, 7.8, 1.3] },
  warning: { line: "M12 3.5 L22 20.5 H2 L12 3.5 M12 10 V14.5", discs: [12, 17.6, 1.2] },
  music: { line: "M9 18 V5 L20 3 V16", discs: [6.5, 18, 3, 17.5, 16, 3] },
  shield: { fill: "M12 2 L20 5 V11 Q20 18 12 22 Q4 18 4 11 V5 Z" },
  flash: { fill: "M13 2 L5 14 H11 L10 22 L19 9 H13 Z" },
  cart: { line: "M2 4 H5 L8 15 H18 L21 7 H6", discs: [9, 19, 1.8, 17, 19, 1.8] },
  square: { line: "M6 6 H18 V18 H6 V6" },
  circle: { line: "", rings: [12, 12, 7] },
  triangle: { line: "M16 5.5 V18.5 L5.5 12 L16 5.5" },
} as const;

export type IconName = keyof typeof ICONS;

export const ICON_NAMES: readonly string[] = Object.keys(ICONS);

export function isIconName(name: string): name is IconName {
  return Object.hasOwn(ICONS, name);
}

interface IconShape {
  readonly line?: string;
  readonly fill?: string;
  /** x, y and radius of each unfilled circle. */
  readonly rings?: readonly number[];
  /** x, y and radius of each filled circle. */
  readonly discs?: readonly number[];
  /** x and y of each point; a point has a radius of two units. */
  readonly dots?: readonly number[];
}

/** The parts of a canvas that are needed to draw an icon. */
export interface IconCanvas {
  readonly shapes: { getAll(key: string, make: () => readonly Outline[]): readonly Mask[] };
  fillMask(mask: Mask, x: number, y: number, color: Color): void;
}

/** Draws an icon into a square of `size` pixels whose corner is at (left, top). */
export function drawIcon(
  canvas: IconCanvas,
  name: IconName,
  at: { readonly left: number; readonly top: number; readonly size: number; readonly color: Color },
): void {
  const masks = canvas.shapes.getAll(`icon ${name} ${at.size}`, () => iconOutlines(name, at.size / 24));
  for (const mask of masks) canvas.fillMask(mask, at.left, at.top, at.color);
}

/** The outlines of an icon with `scale` pixels per unit. Parts are separate because their directions may differ. */
export function iconOutlines(name: IconName, scale: number): readonly Outline[] {
  const shape: IconShape = ICONS[name];
  const pen = 2 * scale;
  const fills = parsePath(shape.fill ?? "", scale).map((part) => [part.points]);
  const lines = parsePath(shape.line ?? "", scale).map((part) => part.points);
  const rings = triples(shape.rings).map(([x, y, r]) => ringPoints(x * scale, y * scale, r * scale));
  const strokes = [...lines, ...rings].flatMap((points) => [...strokeOutline(points, pen)]);
  const discs = triples(shape.discs).flatMap(([x, y, r]) => [...strokeOutline([x * scale, y * scale], 2 * r * scale)]);
  const dots = pairs(shape.dots).flatMap(([x, y]) => [...strokeOutline([x * scale, y * scale], 4 * scale)]);
  return [...fills, [...strokes, ...discs, ...dots]].filter((outline) => outline.length > 0);
}

function ringPoints(x: number, y: number, radius: number): readonly number[] {
  const [circle = []] = parsePath(
    `M${x + radius} ${y} ${quarters(x, y, radius)
      .map((n) => `C${n.join(" ")}`)
      .join(" ")}`,
    1,
  ).map((part) => part.points);
  return circle;
}

function quarters(x: number, y: number, r: number): readonly (readonly number[])[] {
  const k = r * 0.5522847498307936;
  return [
    [x + r, y + k, x + k, y + r, x, y + r],
    [x - k, y + r, x - r, y + k, x - r, y],
    [x - r, y - k, x - k, y - r, x, y - r],
    [x + k, y - r, x + r, y - k, x + r, y],
  ];
}

function triples(n: readonly number[] = []): readonly (readonly [number, number, number])[] {
  return n.flatMap((x, i) => (i % 3 === 0 ? [[x, n[i + 1] ?? 0, n[i + 2] ?? 0] as const] : []));
}

function pairs(n: readonly number[] = []): readonly (readonly [number, number])[] {
  return n.flatMap((x, i) => (i % 2 === 0 ? [[x, n[i + 1] ?? 0] as const] : []));
}
