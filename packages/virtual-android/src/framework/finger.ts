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

/** Width of the edges at which gesture navigation takes a swipe as "back", in dp; and how far it has to come. */
const EDGE_DP = 24;
const BACK_DP = 32;

/** One finger: finds the window it touches, and keeps it there until it leaves. */
export class Finger {
  readonly #host: FingerHost;
  readonly #id: number;
  readonly leavesTraces: boolean;
  #window: WindowRecord | undefined;
  #isOutside = false;
  #hasMoved = false;
  #edgeStart: Point | undefined;

  /**
   * `leavesTraces`: frames that are drawn for it bear its events, as those of all fingers but a test's hidden one do.
   */
  constructor(host: FingerHost, id: number, leavesTraces = true) {
    this.#host = host;
    this.#id = id;
    this.leavesTraces = leavesTraces;
  }

  /** Only the first finger of a gesture swipes back from an edge. */
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

  /** The app loses the touch as soon as the swipe is taken as "back"; back happens when the finger leaves. */
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
      if (this.leavesTraces) window.spec.process.meter?.tookInput();
      run();
    });
    if (isBlocked) this.#host.waiting(window);
  }
}
