import { isEmpty, type Rect, type Size } from "../../base/geometry.js";
import { overlap } from "./similarity.js";

/** Cells as large as a few buttons: screens hold some hundred of them, whatever their density. */
const CELLS = 16;

/**
 * What lies in more cells than this is kept apart and compared with each time: pages, and hostile trees of nothing
 * else.
 */
const MOST_CELLS = 24;

/** Finds the boxes of a list that touch a given one, without comparing each with each. */
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

  /** Places in the list, ascending, each once. */
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

  /** What lies beyond the screen counts to the cells along its edge. */
  #keys({ left, top, right, bottom }: Rect): readonly number[] {
    const at = (pixel: number) => Math.min(CELLS, Math.max(0, Math.floor(pixel / this.#size)));
    const keys: number[] = [];
    for (let y = at(top); y <= at(bottom - 1); y += 1) {
      for (let x = at(left); x <= at(right - 1); x += 1) keys.push(y * (CELLS + 1) + x);
    }
    return keys;
  }
}
