import { containsPoint, type Point } from "../../../../src/base/geometry.js";
import { takesTouches, viewsAt } from "./hit.js";
import type { Placed } from "./layout.js";
import type { ScrollModel } from "./scroll.js";
import { Velocity } from "./velocity.js";

/** Values of AOSP's ViewConfiguration. */
const TOUCH_SLOP_DP = 8;
const DOUBLE_TAP_MIN_MS = 40;
const DOUBLE_TAP_MAX_MS = 300;

/** The last tap on a view with a double tap. */
export interface LastTap {
  readonly path: string;
  readonly at: number;
  readonly cancelSingle: () => void;
}

/** The functions of the window that a gesture uses. */
export interface GestureHost {
  readonly density: number;
  readonly longPressMs: number;
  lastTap: LastTap | undefined;
  after(ms: number, run: () => void): () => void;
  setPressed(path: string | undefined): void;
  /** Clicks a view: moves the focus and the caret to a text field, then runs the click handler, if there is one. */
  clicked(placed: Placed, point: Point): void;
  changed(): void;
  /** Reports a long click to accessibility services. */
  longClicked?(placed: Placed): void;
}

/**
 * One finger in one window, from down to up: click, long press, double tap, drag, fling, slider. Times are phone ms.
 */
export class Gesture {
  readonly #host: GestureHost;
  readonly #down: Point;
  #target: Placed | undefined;
  readonly #chain: readonly Placed[];
  readonly #scrollers: readonly ScrollModel[];
  readonly #velocity = new Velocity();
  #last: Point;
  #dragged: ScrollModel | undefined;
  #isPressed = false;
  #isSliding = false;
  #cancelLongPress: () => void = () => {};

  constructor(host: GestureHost, root: Placed, point: Point, now: number) {
    this.#host = host;
    this.#down = point;
    this.#last = point;
    this.#chain = viewsAt(root, point);
    this.#scrollers = this.#chain.flatMap((placed) => placed.view.scroll ?? []);
    const wasFlying = this.#scrollers.map((scroller) => scroller.stop(now)).includes(true);
    const touched = this.#chain.find((placed) => takesTouches(placed.view) || placed.view.isDisabled === true);
    this.#target = wasFlying ? undefined : touched;
    this.#velocity.add(point, now);
    this.#press(point);
  }

  move(point: Point, now: number): void {
    this.#velocity.add(point, now);
    const target = this.#target;
    if (this.#dragged) this.#drag(point, now);
    else if (target?.view.onTouch && !this.#isInnerDrag(target, point)) this.#touch("move", point);
    else if (this.#isSliding) this.#slide(point);
    else if (this.#isPastSlop(point)) this.#startDrag(point, now);
    this.#last = point;
  }

  up(point: Point, now: number): void {
    if (!(point.x === this.#last.x && point.y === this.#last.y)) this.move(point, now);
    this.#cancelLongPress();
    const target = this.#target;
    if (this.#dragged) this.#fling(this.#dragged, now);
    else if (target?.view.onTouch) this.#touch("up", point);
    else if (this.#isPressed && target && containsPoint(target.rect, point)) this.#click(target, now);
    else if (target?.view.slider && !this.#isSliding) this.#slide(point);
    this.#release();
  }

  cancel(): void {
    this.#cancelLongPress();
    this.#release();
  }

  #press(point: Point): void {
    const target = this.#target;
    if (!target || target.view.isDisabled) return;
    if (target.view.onTouch) {
      this.#touch("down", point);
      return;
    }
    if (target.view.slider) {
      this.#slide(point);
      return;
    }
    this.#isPressed = true;
    this.#host.setPressed(target.path);
    const { onLongClick } = target.view;
    if (!onLongClick) return;
    this.#cancelLongPress = this.#host.after(this.#host.longPressMs, () => {
      this.#release();
      this.#host.longClicked?.(target);
      onLongClick();
      this.#host.changed();
    });
  }

  #release(): void {
    this.#isPressed = false;
    this.#host.setPressed(undefined);
  }

  #isPastSlop(point: Point): boolean {
    const slop = TOUCH_SLOP_DP * this.#host.density;
    return Math.abs(point.x - this.#down.x) > slop || Math.abs(point.y - this.#down.y) > slop;
  }

  /** Whether a scrolling view inside a target with `onTouch` handles this movement. */
  #isInnerDrag(target: Placed, point: Point): boolean {
    const inner = this.#chain.slice(0, this.#chain.indexOf(target));
    return (
      this.#isPastSlop(point) &&
      inner.some(({ view }) => view.scroll !== undefined && this.#scrolls(view.scroll, point))
    );
  }

  #scrolls({ axis, canScroll }: ScrollModel, point: Point): boolean {
    const isAcross = Math.abs(point.x - this.#down.x) > Math.abs(point.y - this.#down.y);
    return canScroll && axis === (isAcross ? "horizontal" : "vertical");
  }

  /**
   * Handles a movement past the touch slop. A horizontal movement on a slider moves the slider. If not, the innermost
   * view that can scroll in this direction scrolls. Without such a view, the innermost view with `onTouch` gets the
   * gesture. Without that view either, a finger that has left the target ends the press.
   */
  #startDrag(point: Point, now: number): void {
    const [dx, dy] = [Math.abs(point.x - this.#down.x), Math.abs(point.y - this.#down.y)];
    const axis = dx > dy ? "horizontal" : "vertical";
    if (this.#target?.view.slider && axis === "horizontal") {
      this.#isSliding = true;
      this.#slide(point);
      return;
    }
    this.#dragged = this.#scrollers.find((scroller) => this.#scrolls(scroller, point));
    if (this.#dragged) {
      this.#cancelLongPress();
      this.#release();
      this.#drag(point, now);
      return;
    }
    const outer = this.#chain.find((placed) => placed.view.onTouch !== undefined);
    if (outer) this.#handOver(outer, point);
    else if (this.#target && !containsPoint(this.#target.rect, point)) this.cancel();
  }

  /** Ends the press of the target and gives the gesture to `outer`, from the first point of the finger on. */
  #handOver(outer: Placed, point: Point): void {
    this.cancel();
    this.#target = outer;
    this.#touch("down", this.#down);
    this.#touch("move", point);
  }

  #drag(point: Point, now: number): void {
    const scroller = this.#dragged;
    if (!scroller) return;
    const along = scroller.axis === "vertical" ? this.#last.y - point.y : this.#last.x - point.x;
    scroller.scrollBy(along, now);
    this.#host.changed();
  }

  #fling(scroller: ScrollModel, now: number): void {
    const speed = this.#velocity.at(now);
    scroller.fling(scroller.axis === "vertical" ? -speed.y : -speed.x, this.#host.density, now);
    this.#host.changed();
  }

  #touch(kind: "down" | "move" | "up", point: Point): void {
    const target = this.#target;
    target?.view.onTouch?.(kind, point.x - target.rect.left, point.y - target.rect.top);
    this.#host.changed();
  }

  #slide(point: Point): void {
    const target = this.#target;
    const slider = target?.view.slider;
    if (!target || !slider) return;
    const share = (point.x - target.inner.left) / Math.max(1, target.inner.right - target.inner.left);
    const value = slider.min + (slider.max - slider.min) * Math.max(0, Math.min(1, share));
    slider.onChange(Math.round(value));
    this.#host.changed();
  }

  #click(target: Placed, now: number): void {
    const { onDoubleTap, onClick } = target.view;
    if (!onDoubleTap) {
      this.#host.clicked(target, this.#last);
      return;
    }
    const last = this.#host.lastTap;
    const gap = last?.path === target.path ? now - last.at : Number.POSITIVE_INFINITY;
    last?.cancelSingle();
    this.#host.lastTap = undefined;
    if (gap >= DOUBLE_TAP_MIN_MS && gap <= DOUBLE_TAP_MAX_MS) {
      onDoubleTap();
      this.#host.changed();
      return;
    }
    const single = onClick ? () => this.#host.clicked(target, this.#last) : () => {};
    const cancelSingle = this.#host.after(DOUBLE_TAP_MAX_MS, single);
    this.#host.lastTap = { path: target.path, at: now, cancelSingle };
  }
}
