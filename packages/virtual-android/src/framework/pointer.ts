import type { Point } from "../../../../src/base/geometry.js";
import { Finger, type FingerHost } from "./finger.js";
import type { Kernel } from "./kernel.js";
import type { WindowManager } from "./window-manager.js";
import type { WindowRecord } from "./window-record.js";

export interface PointerCallbacks {
  isAwake(): boolean;
  userActivity(): void;
  /** A visible finger went down, moved or was lifted. */
  touched(): void;
  back(): void;
  /** An event was sent to an app that does not handle it. */
  waiting(window: WindowRecord): void;
}

/** The fingers of a gesture that a program injects as one; any other touch ends the gesture. */
export interface InjectedGesture {
  down(finger: number, point: Point): void;
  move(finger: number, point: Point): void;
  up(finger: number, point: Point): void;
  /** Cancels the touches that are still down, without a click. */
  cancel(): void;
  /** Called after all fingers were lifted. */
  end(): void;
}

const FIRST = 0;

/** The fingers on the screen. */
export class Pointer {
  readonly #callbacks: PointerCallbacks;
  readonly #host: FingerHost;
  readonly #fingers = new Map<number, Finger>();
  #onLost: (() => void) | undefined;

  constructor(kernel: Kernel, windows: WindowManager, callbacks: PointerCallbacks) {
    this.#callbacks = callbacks;
    this.#host = { kernel, windows, back: callbacks.back, waiting: callbacks.waiting };
  }

  get isDown(): boolean {
    return this.#fingers.size > 0;
  }

  /** See {@link Finger} for `isReported`. */
  down(point: Point, isReported = true): void {
    this.#takeOver();
    if (this.isDown) this.cancel();
    this.#down(FIRST, point, isReported);
  }

  move(point: Point): void {
    this.#move(FIRST, point);
  }

  up(point: Point): void {
    this.#up(FIRST, point);
  }

  cancel(): void {
    for (const finger of this.#fingers.values()) finger.cancel();
    this.#fingers.clear();
  }

  /** Starts a gesture of several fingers; `onLost` is called when another touch ends it. */
  inject(onLost: () => void): InjectedGesture {
    this.#takeOver();
    this.#onLost = onLost;
    const isOurs = () => this.#onLost === onLost;
    return {
      down: (finger, point) => isOurs() && this.#down(finger, point),
      move: (finger, point) => isOurs() && this.#move(finger, point),
      up: (finger, point) => isOurs() && this.#up(finger, point),
      cancel: () => {
        if (!isOurs()) return;
        this.cancel();
        this.#onLost = undefined;
      },
      end: () => {
        if (isOurs()) this.#onLost = undefined;
      },
    };
  }

  /** A touch of the screen ends an injected gesture. */
  #takeOver(): void {
    const lost = this.#onLost;
    if (!lost) return;
    this.#onLost = undefined;
    this.cancel();
    lost();
  }

  #down(id: number, point: Point, isReported = true): void {
    const isFirst = !this.isDown;
    const finger = new Finger(this.#host, id, isReported);
    this.#fingers.set(id, finger);
    if (!this.#callbacks.isAwake()) return;
    this.#callbacks.userActivity();
    this.#report(finger);
    finger.down(point, isFirst);
  }

  #move(id: number, point: Point): void {
    const finger = this.#fingers.get(id);
    finger?.move(point);
    this.#report(finger);
  }

  #up(id: number, point: Point): void {
    const finger = this.#fingers.get(id);
    this.#fingers.delete(id);
    // Both events of `input tap` have the same time.
    if (finger?.hasMoved === true) this.#report(finger);
    finger?.up(point);
  }

  #report(finger: Finger | undefined): void {
    if (finger?.isReported === true && this.#callbacks.isAwake()) this.#callbacks.touched();
  }
}
