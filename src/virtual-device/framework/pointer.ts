import { containsPoint, type Point } from "../../base/geometry.js";
import type { Kernel } from "./kernel.js";
import type { WindowManager } from "./window-manager.js";
import type { WindowRecord } from "./window-record.js";

export interface PointerCallbacks {
  isAwake(): boolean;
  userActivity(): void;
  back(): void;
  /** An event went to an app that does not take it. */
  waiting(window: WindowRecord): void;
}

/** Width of the edges at which gesture navigation takes a swipe as "back", in dp; and how far it has to come. */
const EDGE_DP = 24;
const BACK_DP = 32;

/** One finger: finds the window it touches, and keeps it there until it leaves. */
export class Pointer {
  readonly #kernel: Kernel;
  readonly #windows: WindowManager;
  readonly #callbacks: PointerCallbacks;
  #window: WindowRecord | undefined;
  #isOutside = false;
  #edgeStart: Point | undefined;
  #isDown = false;

  constructor(kernel: Kernel, windows: WindowManager, callbacks: PointerCallbacks) {
    this.#kernel = kernel;
    this.#windows = windows;
    this.#callbacks = callbacks;
  }

  down(point: Point): void {
    if (this.#isDown) this.cancel();
    this.#isDown = true;
    if (!this.#callbacks.isAwake()) return;
    this.#callbacks.userActivity();
    this.#edgeStart = this.#isAtEdge(point) ? point : undefined;
    const window = this.#windows.windowAt(point);
    this.#window = window;
    if (!window) return;
    this.#isOutside = !containsPoint(this.#windows.frameOf(window), point);
    if (!this.#isOutside) this.#post(window, () => window.ui.touchDown(this.#windows.layoutOf(window), point));
    else if (window.spec.kind === "popup") this.#touchOutside(window);
  }

  move(point: Point): void {
    const window = this.#window;
    if (this.#edgeStart && this.#isBackSwipe(point)) this.#startBack();
    else if (window && !this.#isOutside) this.#post(window, () => window.ui.touchMove(point));
  }

  up(point: Point): void {
    const isBack = this.#edgeStart !== undefined && this.#isBackSwipe(point);
    if (isBack) this.#startBack();
    const window = this.#window;
    this.#end();
    if (isBack) this.#callbacks.back();
    else if (!window) return;
    else if (!this.#isOutside) this.#post(window, () => window.ui.touchUp(point));
    else if (window.spec.kind !== "popup") this.#touchOutside(window);
  }

  cancel(): void {
    const window = this.#window;
    this.#end();
    if (window && !this.#isOutside) this.#post(window, () => window.ui.touchCancel());
  }

  #end(): void {
    this.#window = undefined;
    this.#edgeStart = undefined;
    this.#isDown = false;
  }

  #touchOutside(window: WindowRecord): void {
    this.#window = undefined;
    this.#post(window, () => window.spec.onOutsideTouch?.());
  }

  /** The app loses the touch as soon as the swipe is taken as "back"; back happens when the finger leaves. */
  #startBack(): void {
    const window = this.#window;
    this.#window = undefined;
    if (window && !this.#isOutside) this.#post(window, () => window.ui.touchCancel());
  }

  #isAtEdge(point: Point): boolean {
    const { display } = this.#kernel;
    if (display.navigation !== "gesture") return false;
    const edge = display.px(EDGE_DP);
    const isInHeight = point.y > display.statusBarFrame.bottom && point.y < display.navigationBarFrame.top;
    return isInHeight && (point.x < edge || point.x >= display.size.width - edge);
  }

  #isBackSwipe(point: Point): boolean {
    const start = this.#edgeStart;
    if (!start) return false;
    const { display } = this.#kernel;
    const inward = start.x < display.size.width / 2 ? point.x - start.x : start.x - point.x;
    return inward > display.px(BACK_DP) && inward > Math.abs(point.y - start.y);
  }

  #post(window: WindowRecord, run: () => void): void {
    const { now } = this.#kernel.scheduler;
    const isBlocked = window.spec.process.isBlocked(now);
    window.spec.process.post(now, run);
    if (isBlocked) this.#callbacks.waiting(window);
  }
}
