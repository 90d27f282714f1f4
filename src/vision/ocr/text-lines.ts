import { height, intersect, type Rect, rectOf, type Size, union, width } from "../../base/geometry.js";

/** The heights of letters of any script on a screen are between these shares of the image's shorter side. */
const LOWEST = 0.008;
const HIGHEST = 0.1;
/** A shape that is wider than this many of its heights is a divider or an underline. */
const WIDEST = 12;
/** Letters of one line overlap by this share of the lower one's height. */
const OVERLAP = 0.5;
/**
 * The heights of letters in one line differ at most by this factor: a dash is not a letter, and a caption is not in one
 * line with a title.
 */
const UNLIKE = 2.6;
/** A gap of more than this many heights of the line separates two texts. */
const WIDEST_GAP = 1.1;
/** The margin for marks that belong to letters: dots, accents, punctuation. In heights of the line. */
const ROOM = { across: 0.35, along: 0.45 };
/** How far small marks may lengthen a line at each end, in its heights: a mark further away belongs to another text. */
const ENDS = 0.6;
/** More lines than any screen shows. If there are more, as in the texture of a photo, the shortest are left out. */
const MOST_LINES = 200;

/**
 * Areas that may be lines of text, found from dark shapes alone: letters of similar height beside each other. Icons and
 * textures are among them, which only reading can exclude. In the order of their upper edges, within the image, with a
 * margin around.
 */
export function textLinesOf(blots: readonly Rect[], picture: Size): readonly Rect[] {
  const side = Math.min(picture.width, picture.height);
  const parts = [...blots].sort((a, b) => a.left - b.left);
  const letters = parts
    .filter((blot) => height(blot) >= side * LOWEST && height(blot) <= side * HIGHEST)
    .filter((blot) => width(blot) <= WIDEST * height(blot));
  const lines: Rect[] = [];
  for (const letter of letters) {
    const line = longest(lines.filter((one) => continues(one, letter)));
    if (line) lines[lines.indexOf(line)] = union(line, letter);
    else lines.push(letter);
  }
  const found = withoutInner(lines.map((line) => withEnds(line, parts))).sort((a, b) => width(b) - width(a));
  return found
    .slice(0, MOST_LINES)
    .map((line) => withRoom(line, picture))
    .sort((a, b) => a.top - b.top || a.left - b.left);
}

/**
 * Chooses the longest line: characters made of several shapes begin lines of their own, which should not be continued.
 */
function longest(lines: readonly Rect[]): Rect | undefined {
  return lines.reduce<Rect | undefined>((best, line) => (best && width(best) >= width(line) ? best : line), undefined);
}

function continues(line: Rect, letter: Rect): boolean {
  const [high, low] = [Math.max(height(line), height(letter)), Math.min(height(line), height(letter))];
  const overlap = Math.min(line.bottom, letter.bottom) - Math.max(line.top, letter.top);
  return overlap >= low * OVERLAP && high <= low * UNLIKE && letter.left - line.right <= high * WIDEST_GAP;
}

/** Removes lines within other lines: the holes of letters in a frame, or parts that a longer line includes. */
function withoutInner(lines: readonly Rect[]): Rect[] {
  return lines.filter((line, at) => {
    return !lines.some((other, place) => place !== at && covers(other, line) && (!covers(line, other) || place < at));
  });
}

function covers(outer: Rect, inner: Rect): boolean {
  const common = intersect(outer, inner);
  return width(common) >= width(inner) * 0.9 && height(common) >= height(inner) * 0.7;
}

/** The line with small marks at its ends: the rest of a percent sign, a dash, an ellipsis. */
function withEnds(line: Rect, parts: readonly Rect[]): Rect {
  const gap = height(line) * ROOM.along;
  const isSmall = (part: Rect) => part.top >= line.top && part.bottom <= line.bottom && width(part) <= 2 * height(line);
  const beside = parts.filter(isSmall);
  const [first, last] = [line.left - height(line) * ENDS, line.right + height(line) * ENDS];
  const isNext = (near: number, far: number, end: number) => near - end <= gap && far <= last && far > end;
  const right = beside.reduce((end, part) => (isNext(part.left, part.right, end) ? part.right : end), line.right);
  const isBefore = (near: number, far: number, end: number) => end - near <= gap && far >= first && far < end;
  const left = beside.reduceRight((end, part) => (isBefore(part.right, part.left, end) ? part.left : end), line.left);
  return rectOf(left, line.top, right, line.bottom);
}

function withRoom(line: Rect, picture: Size): Rect {
  const [across, along] = [Math.ceil(height(line) * ROOM.across), Math.ceil(height(line) * ROOM.along)];
  const wide = rectOf(line.left - along, line.top - across, line.right + along, line.bottom + across);
  return intersect(wide, rectOf(0, 0, picture.width, picture.height));
}
