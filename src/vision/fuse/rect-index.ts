import { isEmpty, type Rect } from "../../base/geometry.js";

/** Cells as large as a few buttons: screens hold some hundred of them, whatever their density. */
const CELLS = 16;

/** Finds the boxes of a list that may touch a given one, without comparing each with each. */
export class RectIndex {
  readonly #cells = new Map<number, number[]>();
  readonly #size: number;

  constructor(boxes: readonly Rect[], screen: { readonly width: number; readonly height: number }) {
    this.#size = Math.max(1, Math.ceil(Math.max(screen.width, screen.height) / CELLS));
    boxes.forEach((box, place) => {
      if (isEmpty(box)) return;
      for (const key of this.#keys(box)) {
        const cell = this.#cells.get(key);
        if (cell) cell.push(place);
        else this.#cells.set(key, [place]);
      }
    });
  }

  /** Places in the list, ascending, each once; some of them may not touch the box after all. */
  near(box: Rect): readonly number[] {
    const found = new Set<number>();
    for (const key of this.#keys(box)) {
      for (const place of this.#cells.get(key) ?? []) found.add(place);
    }
    return [...found].sort((a, b) => a - b);
  }

  /** What lies beyond the screen counts to the cells along its edge. */
  *#keys({ left, top, right, bottom }: Rect): Generator<number> {
    const at = (pixel: number) => Math.min(CELLS, Math.max(0, Math.floor(pixel / this.#size)));
    for (let y = at(top); y <= at(bottom - 1); y += 1) {
      for (let x = at(left); x <= at(right - 1); x += 1) yield y * (CELLS + 1) + x;
    }
  }
}
