import { intersect, isEmpty, type Rect, rectOf } from "../../base/geometry.js";
import type { Frame } from "../../screen/frame.js";

type Picture = Pick<Frame, "width" | "height" | "rgba">;

/** How much a colour channel may vary because of compression and gradients in a background. */
const SAME_COLOUR = 10;
/** How far outside a box its surroundings are checked, in pixels: beyond the blur of an edge. */
const AROUND = 2;

/**
 * True if a box shows nothing: its pixels have about one colour, and the surroundings right outside have the same
 * colour. A box whose colour differs from its surroundings, such as a colour swatch, shows its colour.
 */
export function isBlank(box: Rect, picture: Picture): boolean {
  const whole = rectOf(Math.floor(box.left), Math.floor(box.top), Math.ceil(box.right), Math.ceil(box.bottom));
  const inside = intersect(whole, rectOf(0, 0, picture.width, picture.height));
  if (isEmpty(inside)) return false;
  const colours = new Span();
  return (
    isUniform(inside, picture, colours) && sidesOf(inside, picture).every((side) => isAlike(side, picture, colours))
  );
}

/** The range of each colour channel over the pixels that were added. */
class Span {
  readonly least = [255, 255, 255];
  readonly most = [0, 0, 0];

  add(rgba: Uint8Array, at: number): void {
    for (let channel = 0; channel < 3; channel += 1) {
      const value = rgba[at + channel] ?? 0;
      if (value < (this.least[channel] ?? 0)) this.least[channel] = value;
      if (value > (this.most[channel] ?? 0)) this.most[channel] = value;
    }
  }

  get isNarrow(): boolean {
    return this.most.every((most, channel) => most - (this.least[channel] ?? 0) <= SAME_COLOUR);
  }

  holds(rgba: Uint8Array, at: number): boolean {
    return this.most.every((most, channel) => {
      const value = rgba[at + channel] ?? 0;
      return value <= (this.least[channel] ?? 0) + SAME_COLOUR && value >= most - SAME_COLOUR;
    });
  }
}

/** Checks every second pixel, offset from row to row: so it finds every stroke of a letter. */
function isUniform({ left, top, right, bottom }: Rect, { width, rgba }: Picture, colours: Span): boolean {
  for (let y = top; y < bottom; y += 1) {
    for (let x = left + (y % 2); x < right; x += 2) colours.add(rgba, (y * width + x) * 4);
    if (!colours.isNarrow) return false;
  }
  return true;
}

/** The lines of pixels just outside the edges of a box, if they are in the screenshot. */
function sidesOf({ left, top, right, bottom }: Rect, { width, height }: Picture): readonly Rect[] {
  const lines = [
    rectOf(left, top - AROUND, right, top - AROUND + 1),
    rectOf(left, bottom + AROUND - 1, right, bottom + AROUND),
    rectOf(left - AROUND, top, left - AROUND + 1, bottom),
    rectOf(right + AROUND - 1, top, right + AROUND, bottom),
  ];
  return lines.filter((line) => line.left >= 0 && line.top >= 0 && line.right <= width && line.bottom <= height);
}

/** Whether most pixels of a line have these colours: the words of a neighbour may begin there. */
function isAlike({ left, top, right, bottom }: Rect, { width, rgba }: Picture, colours: Span): boolean {
  let alike = 0;
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) if (colours.holds(rgba, (y * width + x) * 4)) alike += 1;
  }
  return alike * 2 > (right - left) * (bottom - top);
}
