/** The movement of a scroll view after the finger was lifted. Times in ms, distances in pixels. */
interface Fling {
  readonly startedAt: number;
  readonly from: number;
  readonly distance: number;
  readonly durationMs: number;
}

const FRICTION = 0.015;
/** ViewConfiguration and OverScroller of AOSP: deceleration exponent ln(0.78) / ln(0.9), tension 0.35. */
const DECELERATION = Math.log(0.78) / Math.log(0.9);
const MIN_FLING_DP_PER_S = 50;
const MAX_FLING_DP_PER_S = 8000;

/** The distance and duration of a fling with this speed (pixels per second), by OverScroller's spline formula. */
export function flingOf(velocity: number, density: number): { distance: number; durationMs: number } {
  const speed = Math.min(Math.abs(velocity), MAX_FLING_DP_PER_S * density);
  if (speed < MIN_FLING_DP_PER_S * density) return { distance: 0, durationMs: 0 };
  const coefficient = 9.80665 * 39.37 * (density * 160) * 0.84 * FRICTION;
  const level = Math.log((0.35 * speed) / coefficient);
  const distance = coefficient * Math.exp((DECELERATION / (DECELERATION - 1)) * level);
  return {
    distance: Math.round(distance) * Math.sign(velocity),
    durationMs: Math.round(1000 * Math.exp(level / (DECELERATION - 1))),
  };
}

/**
 * The position of a scrolling view. The position is a function of time, so a fling continues without updates. The
 * layout sets the range; scrolling stops at its ends, as with the default stretch effect.
 */
export class ScrollModel {
  readonly axis: "vertical" | "horizontal";
  #offset = 0;
  #max = 0;
  #fling: Fling | undefined;

  constructor(axis: "vertical" | "horizontal" = "vertical") {
    this.axis = axis;
  }

  /** How far the content is scrolled, in whole pixels. */
  offsetAt(now: number): number {
    return Math.round(Math.max(0, Math.min(this.#max, this.#position(now))));
  }

  get max(): number {
    return this.#max;
  }

  get canScroll(): boolean {
    return this.#max > 0;
  }

  /** The time until which it moves without a finger; undefined if it does not move. */
  movesUntil(now: number): number | undefined {
    const fling = this.#fling;
    if (!fling) return undefined;
    const isAtEnd =
      this.#position(now) <= 0 ? fling.distance < 0 : this.#position(now) >= this.#max && fling.distance > 0;
    const end = fling.startedAt + fling.durationMs;
    return isAtEnd || now >= end ? undefined : end;
  }

  /** Called by the layout: the number of pixels of the content that do not fit. */
  setRange(max: number): void {
    this.#max = Math.max(0, max);
  }

  scrollBy(distance: number, now: number): void {
    this.scrollTo(this.offsetAt(now) + distance);
  }

  scrollTo(offset: number): void {
    this.#fling = undefined;
    this.#offset = Math.max(0, Math.min(this.#max, offset));
  }

  /** Scrolls to the end as soon as the layout has set the range. */
  scrollToEnd(): void {
    this.#fling = undefined;
    this.#offset = Number.MAX_SAFE_INTEGER;
  }

  /** Starts a fling with a speed in pixels per second of the content (positive moves the content up or left). */
  fling(velocity: number, density: number, now: number): void {
    const { distance, durationMs } = flingOf(velocity, density);
    const from = this.offsetAt(now);
    this.#offset = from;
    this.#fling = durationMs === 0 ? undefined : { startedAt: now, from, distance, durationMs };
  }

  /** A finger on a moving list stops it; true if it was moving. */
  stop(now: number): boolean {
    const wasMoving = this.movesUntil(now) !== undefined;
    this.#offset = this.offsetAt(now);
    this.#fling = undefined;
    return wasMoving;
  }

  #position(now: number): number {
    const fling = this.#fling;
    if (!fling) return this.#offset;
    const share = Math.max(0, Math.min(1, (now - fling.startedAt) / fling.durationMs));
    const rest = 1 - share;
    return fling.from + fling.distance * (1 - rest * rest * Math.sqrt(rest));
  }
}
