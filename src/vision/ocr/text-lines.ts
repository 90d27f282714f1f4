import { height, intersect, type Rect, rectOf, type Size, union, width } from "../../base/geometry.js";

/** Letters of any script that a screen shows lie between these heights, in shares of the picture's shorter side. */
const LOWEST = 0.008;
const HIGHEST = 0.1;
/** What is wider than this many of its heights is a divider or an underline. */
const WIDEST = 12;
/** Letters of one line overlap by this share of the lower one's height. */
const OVERLAP = 0.5;
/** Their heights differ by no more than this factor: a dash is not a letter, and a caption is not beside a title. */
const UNLIKE = 2.6;
/** Beyond this many heights of the line begins another text. */
const WIDEST_GAP = 1.1;
/** Room for what belongs to letters and is none: dots, accents, points. In heights of the line. */
const ROOM = { across: 0.35, along: 0.45 };
/** How far small marks may lengthen a line at each end, in its heights: further on stands another text. */
const ENDS = 0.6;
/** More lines than any screen shows; of a photo's texture the shortest go. */
const MOST_LINES = 200;

/**
 * Where lines of text may be, from the dark shapes alone: letters of similar height beside each other. Icons and
 * textures are among them; reading them shows which. In the order of their tops, within the picture, with some room
 * around.
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

/** Marks that are made of several blots begin lines of their own, which are not to be gone on with. */
function longest(lines: readonly Rect[]): Rect | undefined {
  return lines.reduce<Rect | undefined>((best, line) => (best && width(best) >= width(line) ? best : line), undefined);
}

function continues(line: Rect, letter: Rect): boolean {
  const [high, low] = [Math.max(height(line), height(letter)), Math.min(height(line), height(letter))];
  const overlap = Math.min(line.bottom, letter.bottom) - Math.max(line.top, letter.top);
  return overlap >= low * OVERLAP && high <= low * UNLIKE && letter.left - line.right <= high * WIDEST_GAP;
}

/** Holes of letters in a frame, and what a longer line went over, lie within another line. */
function withoutInner(lines: readonly Rect[]): Rect[] {
  return lines.filter((line, at) => {
    return !lines.some((other, place) => place !== at && covers(other, line) && (!covers(line, other) || place < at));
  });
}

function covers(outer: Rect, inner: Rect): boolean {
  const common = intersect(outer, inner);
  return width(common) >= width(inner) * 0.9 && height(common) >= height(inner) * 0.7;
}

/** The line with what is too small for a letter of it at its ends: the rest of a percent sign, a dash, an ellipsis. */
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
