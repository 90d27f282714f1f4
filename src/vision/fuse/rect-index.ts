import { isEmpty, type Rect, type Size } from "../../base/geometry.js";
import { overlap } from "./similarity.js";

/** The number of cells along the longer side of the screen. */
const CELLS = 16;

/**
 * A box in more cells than this is stored separately and compared every time. This applies to pages, and to hostile
 * hierarchies that consist of such boxes.
 */
const MOST_CELLS = 24;

/** Finds the boxes of a list that overlap a given box, without comparing all of them. */
export class RectIndex {
  readonly #boxes: readonly Rect[];
  readonly #cells = new Map<number, number[]>();
  readonly #large: number[] = [];
  readonly #size: number;

  constructor(boxes: readonly Rect[], screen: Size) {
    this.#boxes = boxes;
    this.#size = Math.max(1, Math.ceil(Math.max(screen.width, screen.height) / CELLS));
    boxes.forEach((box, place) => {
      if (isEmpty(box)) return;
      const keys = this.#keys(box);
      if (keys.length > MOST_CELLS) this.#large.push(place);
      else for (const key of keys) this.#put(key, place);
    });
  }

  /** The indices of the boxes that overlap `box`, in ascending order, each once. */
  near(box: Rect): readonly number[] {
    const touches = (place: number) => {
      const other = this.#boxes[place];
      return other !== undefined && overlap(other, box) > 0;
    };
    const found = new Set(this.#large.filter(touches));
    for (const key of this.#keys(box)) {
      for (const place of this.#cells.get(key) ?? []) if (touches(place)) found.add(place);
    }
    return [...found].sort((a, b) => a - b);
  }

  #put(key: number, place: number): void {
    const cell = this.#cells.get(key);
    if (cell) cell.push(place);
    else this.#cells.set(key, [place]);
  }

  /** The cells that a box overlaps. Parts further out than the grid count as parts of its outermost cells. */
  #keys({ left, top, right, bottom }: Rect): readonly number[] {
    const at = (pixel: number) => Math.min(CELLS, Math.max(0, Math.floor(pixel / this.#size)));
    const keys: number[] = [];
    for (let y = at(top); y <= at(bottom - 1); y += 1) {
      for (let x = at(left); x <= at(right - 1); x += 1) keys.push(y * (CELLS + 1) + x);
    }
    return keys;
  }
}
