import type { Point } from "../../../../src/base/geometry.js";
import type { Placed } from "./layout.js";

/** Two fingers on a view with zoom: ScaleGestureDetector of AOSP, without its minimum span. */
export class Pinch {
  readonly #host: { changed(): void };
  readonly #target: Placed;
  readonly #fingers: Map<number, Point>;
  readonly #startSpan: number;

  constructor(host: { changed(): void }, target: Placed, fingers: ReadonlyMap<number, Point>) {
    this.#host = host;
    this.#target = target;
    this.#fingers = new Map(fingers);
    this.#startSpan = Math.max(1, this.#span());
  }

  /** Moves a finger; false if the finger is not one of the two. */
  move(finger: number, point: Point): boolean {
    if (!this.#fingers.has(finger)) return false;
    this.#fingers.set(finger, point);
    if (this.#fingers.size < 2) return true;
    this.#target.view.onZoom?.(this.#span() / this.#startSpan);
    this.#host.changed();
    return true;
  }

  /** Lifts a finger, and gives the number of fingers that are left. */
  lift(finger: number): number {
    this.#fingers.delete(finger);
    return this.#fingers.size;
  }

  #span(): number {
    const [one, other] = [...this.#fingers.values()];
    return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0;
  }
}
