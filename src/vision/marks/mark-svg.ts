import type { Rect, Size } from "../../base/geometry.js";
import type { TextOutlines } from "../glyphs.js";
import type { Leader } from "./leader.js";
import { MARK_LIGHT, PREVIOUS_COLOR } from "./mark-colors.js";

/** The mark of one element, in pixels of the image. */
export interface DrawnMark {
  readonly ref: string;
  /** The element's box. */
  readonly box: Rect;
  readonly label: Rect;
  readonly leader: Leader | null;
  /** The colour `#rrggbb` of box and label. */
  readonly color: string;
  /** Whether only pixels show the element: then its box is dashed. */
  readonly isDashed: boolean;
}

/**
 * The font size of labels, in image pixels. Capitals and digits of the bundled font have 0.711 of it as their height:
 * 22.4 pixels.
 */
export const LABEL_FONT_SIZE = 31.5;
const CAP_HEIGHT = 0.711 * LABEL_FONT_SIZE;
const PADDING = { x: 5, y: 4 } as const;
const LINE = 2;
const PREVIOUS_LINE = 4;
const HALO = 1;

/** The size of a label, in whole image pixels. */
export function labelSize(ref: string, outlines: Pick<TextOutlines, "width">): Size {
  const width = Math.ceil(outlines.width(ref, LABEL_FONT_SIZE) + 2 * PADDING.x);
  return { width, height: Math.ceil(CAP_HEIGHT + 2 * PADDING.y) };
}

export interface MarkDrawing {
  /** The size of the image in whose pixels the marks are placed. */
  readonly size: Size;
  readonly marks: readonly DrawnMark[];
  /** The box of the previous target, outlined in red. */
  readonly previous: Rect | null;
}

/** Boxes first, then lines, then labels, so that no label is crossed; drawn in the size `drawnAs`. */
export function marksSvg({ size, marks, previous }: MarkDrawing, outlines: TextOutlines, drawnAs: Size): string {
  const body = [
    ...marks.map(frameOf),
    ...(previous ? [previousOf(previous)] : []),
    ...marks.map(leaderLine),
    ...marks.map((mark) => labelOf(mark, outlines)),
  ].join("");
  const viewBox = `viewBox="0 0 ${size.width} ${size.height}" preserveAspectRatio="none"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${drawnAs.width}" height="${drawnAs.height}" ${viewBox}>${body}</svg>`;
}

/**
 * The line lies inside the box, so that it is visible at the image's edges as well; its halo is on both sides of it.
 */
function frameOf({ box, color, isDashed }: DrawnMark): string {
  const dashes = isDashed ? ` stroke-dasharray="10 6"` : "";
  return outline(box, LINE, `stroke="${color}"${dashes}`);
}

function previousOf(box: Rect): string {
  return outline(box, PREVIOUS_LINE, `stroke="${PREVIOUS_COLOR}"`);
}

function outline({ left, top, right, bottom }: Rect, line: number, stroke: string): string {
  const [width, height] = [right - left - line, bottom - top - line];
  const place = `x="${left + line / 2}" y="${top + line / 2}" width="${Math.max(0, width)}" height="${Math.max(0, height)}"`;
  const halo = `<rect ${place} fill="none" stroke="${MARK_LIGHT}" stroke-width="${line + 2 * HALO}" stroke-opacity="0.9"/>`;
  return `${halo}<rect ${place} fill="none" stroke-width="${line}" ${stroke}/>`;
}

function leaderLine({ leader, color }: DrawnMark): string {
  if (!leader) return "";
  const { from, to } = leader;
  const place = `x1="${from.x}" y1="${from.y}" x2="${to.x}" y2="${to.y}"`;
  const halo = `<line ${place} stroke="${MARK_LIGHT}" stroke-width="${LINE + 2 * HALO}"/>`;
  return `${halo}<line ${place} stroke="${color}" stroke-width="${LINE}"/><circle cx="${to.x}" cy="${to.y}" r="4" fill="${color}"/>`;
}

function labelOf({ ref, label, color }: DrawnMark, outlines: TextOutlines): string {
  const { left, top, right, bottom } = label;
  const text = outlines.path(ref, left + PADDING.x, bottom - PADDING.y, LABEL_FONT_SIZE);
  const halo = `x="${left - HALO}" y="${top - HALO}" width="${right - left + 2 * HALO}" height="${bottom - top + 2 * HALO}"`;
  return [
    `<rect ${halo} rx="4" fill="${MARK_LIGHT}"/>`,
    `<rect x="${left}" y="${top}" width="${right - left}" height="${bottom - top}" rx="3" fill="${color}"/>`,
    `<path d="${text}" fill="${MARK_LIGHT}"/>`,
  ].join("");
}
