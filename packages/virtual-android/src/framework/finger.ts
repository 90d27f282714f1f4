import { containsPoint, type Point } from "../../../../src/base/geometry.js";
import type { Kernel } from "./kernel.js";
import type { WindowManager } from "./window-manager.js";
import type { WindowRecord } from "./window-record.js";

export interface FingerHost {
  readonly kernel: Kernel;
  readonly windows: WindowManager;
  back(): void;
  waiting(window: WindowRecord): void;
}

/** The width in dp of the edges where gesture navigation recognises a swipe as "back", and the length of that swipe. */
const EDGE_DP = 24;
const BACK_DP = 32;

/** One finger: finds the window that it touches, and sends all its events there until it is lifted. */
export class Finger {
  readonly #host: FingerHost;
  readonly #id: number;
  readonly isReported: boolean;
  #window: WindowRecord | undefined;
  #isOutside = false;
  #hasMoved = false;
  #edgeStart: Point | undefined;

  /** `isReported`: frames for its events name these events. False only for a hidden finger of a test. */
  constructor(host: FingerHost, id: number, isReported = true) {
    this.#host = host;
    this.#id = id;
    this.isReported = isReported;
  }

  /** Only the first finger of a gesture can swipe back from an edge. */
  down(point: Point, isFirst: boolean): void {
    const { windows } = this.#host;
    this.#edgeStart = isFirst && this.#isAtEdge(point) ? point : undefined;
    const window = windows.windowAt(point);
    this.#window = window;
    if (!window) return;
    this.#isOutside = !containsPoint(windows.frameOf(window), point);
    if (!this.#isOutside) this.#post(window, () => window.ui.touchDown(windows.layoutOf(window), point, this.#id));
    else if (window.spec.kind === "popup") this.#touchOutside(window);
  }

  get hasMoved(): boolean {
    return this.#hasMoved;
  }

  move(point: Point): void {
    this.#hasMoved = true;
    const window = this.#window;
    if (this.#edgeStart && this.#isBackSwipe(point)) this.#startBack();
    else if (window && !this.#isOutside) this.#post(window, () => window.ui.touchMove(point, this.#id));
  }

  up(point: Point): void {
    const isBack = this.#edgeStart !== undefined && this.#isBackSwipe(point);
    if (isBack) this.#startBack();
    const window = this.#window;
    this.#window = undefined;
    if (isBack) this.#host.back();
    else if (!window) return;
    else if (!this.#isOutside) this.#post(window, () => window.ui.touchUp(point, this.#id));
    else if (window.spec.kind !== "popup") this.#touchOutside(window);
  }

  cancel(): void {
    const window = this.#window;
    this.#window = undefined;
    if (window && !this.#isOutside) this.#post(window, () => window.ui.touchCancel());
  }

  #touchOutside(window: WindowRecord): void {
    this.#window = undefined;
    this.#post(window, () => window.spec.onOutsideTouch?.());
  }

  /** The app loses the touch when the swipe is recognised as "back"; back is performed when the finger is lifted. */
  #startBack(): void {
    const window = this.#window;
    this.#window = undefined;
    if (window && !this.#isOutside) this.#post(window, () => window.ui.touchCancel());
  }

  #isAtEdge(point: Point): boolean {
    const { display } = this.#host.kernel;
    if (display.navigation !== "gesture") return false;
    const edge = display.px(EDGE_DP);
    const isInHeight = point.y > display.statusBarFrame.bottom && point.y < display.navigationBarFrame.top;
    return isInHeight && (point.x < edge || point.x >= display.size.width - edge);
  }

  #isBackSwipe(point: Point): boolean {
    const start = this.#edgeStart;
    if (!start) return false;
    const { display } = this.#host.kernel;
    const inward = start.x < display.size.width / 2 ? point.x - start.x : start.x - point.x;
    return inward > display.px(BACK_DP) && inward > Math.abs(point.y - start.y);
  }

  #post(window: WindowRecord, run: () => void): void {
    const { now } = this.#host.kernel.scheduler;
    const isBlocked = window.spec.process.isBlocked(now);
    window.spec.process.post(now, () => {
      if (this.isReported) window.spec.process.meter?.tookInput();
      run();
    });
    if (isBlocked) this.#host.waiting(window);
  }
}
