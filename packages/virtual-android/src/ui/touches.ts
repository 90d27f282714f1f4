import type { Point } from "../../../../src/base/geometry.js";
import { Gesture, type GestureHost } from "./gesture.js";
import { viewsAt } from "./hit.js";
import type { Placed } from "./layout.js";
import { Pinch } from "./pinch.js";

/**
 * The fingers in one window. Each finger has its own gesture on the view that it touches first, as with split touch
 * events. Two fingers on a view that can zoom are a pinch. A second finger on a view or list that already has a finger
 * is ignored.
 */
export class Touches {
  readonly #host: GestureHost;
  readonly #gestures = new Map<number, { readonly gesture: Gesture; readonly chain: readonly Placed[]; at: Point }>();
  #pinch: Pinch | undefined;

  constructor(host: GestureHost) {
    this.#host = host;
  }

  down(root: Placed, point: Point, finger: number, now: number): void {
    const chain = viewsAt(root, point);
    const [other] = this.#gestures;
    if (!other) {
      this.#gestures.set(finger, { gesture: new Gesture(this.#host, root, point, now), chain, at: point });
      return;
    }
    const [otherFinger, first] = other;
    const zoomed = this.#pinch ? undefined : sharedZoom(first.chain, chain);
    if (zoomed) {
      first.gesture.cancel();
      this.#gestures.delete(otherFinger);
      this.#pinch = new Pinch(
        this.#host,
        zoomed,
        new Map([
          [otherFinger, first.at],
          [finger, point],
        ]),
      );
    } else if (!this.#isHeld(chain)) {
      this.#gestures.set(finger, { gesture: new Gesture(this.#host, root, point, now), chain, at: point });
    }
  }

  move(point: Point, finger: number, now: number): void {
    if (this.#pinch?.move(finger, point)) return;
    const touch = this.#gestures.get(finger);
    if (!touch) return;
    touch.at = point;
    touch.gesture.move(point, now);
  }

  up(point: Point, finger: number, now: number): void {
    if (this.#pinch?.move(finger, point)) {
      if (this.#pinch.lift(finger) === 0) this.#pinch = undefined;
      return;
    }
    const touch = this.#gestures.get(finger);
    this.#gestures.delete(finger);
    touch?.gesture.up(point, now);
  }

  cancel(): void {
    for (const { gesture } of this.#gestures.values()) gesture.cancel();
    this.#gestures.clear();
    this.#pinch = undefined;
  }

  /** Whether another finger already holds the view or list that this finger would touch. */
  #isHeld(chain: readonly Placed[]): boolean {
    const held = [...this.#gestures.values()].flatMap((touch) => touch.chain);
    const paths = new Set(held.filter(({ view }) => view.scroll?.canScroll).map(({ path }) => path));
    const inner = chain[0]?.path;
    const isSameView = [...this.#gestures.values()].some((touch) => touch.chain[0]?.path === inner);
    return isSameView || chain.some(({ path }) => paths.has(path));
  }
}

function sharedZoom(one: readonly Placed[], other: readonly Placed[]): Placed | undefined {
  return one.find(({ view, path }) => view.onZoom && other.some((placed) => placed.path === path));
}
