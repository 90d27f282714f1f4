import type { InjectedGesture, Pointer } from "../framework/pointer.js";
import type { Scheduler } from "../framework/scheduler.js";
import { durationOf, positionAt, type Stroke } from "./gesture-plan.js";
import type { HostClock } from "./wire/host.js";
import { WireError } from "./wire/wire-error.js";

/** The time between two moves of a finger: MotionEventInjector moves fingers about as often as the display draws. */
const SAMPLE_MS = 10;

/** Sends the gestures of all clients, one after the other, to the phone's touch screen. */
export class Touches {
  readonly #pointer: () => Pointer;
  readonly #clock: HostClock;
  readonly #scheduler: Scheduler;
  #last: Promise<void> = Promise.resolve();

  constructor(pointer: () => Pointer, clock: HostClock, scheduler: Scheduler) {
    this.#pointer = pointer;
    this.#clock = clock;
    this.#scheduler = scheduler;
  }

  /**
   * Performs a gesture after the gestures before it have ended; `begin` is called right before the first finger goes
   * down. Errors: GESTURE_CANCELLED, the signal's reason.
   */
  async perform(strokes: readonly Stroke[], begin: () => void, signal: AbortSignal): Promise<void> {
    const before = this.#last;
    const own = before.then(() => this.#run(strokes, begin, signal));
    this.#last = own.catch(() => {});
    await own;
  }

  async #run(strokes: readonly Stroke[], begin: () => void, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const pointer = this.#pointer();
    this.#scheduler.sync();
    if (pointer.isDown) throw new WireError("GESTURE_CANCELLED", "a finger is on the screen");
    const lost = new AbortController();
    begin();
    const injected = pointer.inject(() => lost.abort());
    try {
      await this.#play(strokes, injected, AbortSignal.any([signal, lost.signal]));
      injected.end();
    } catch (error) {
      injected.cancel();
      if (!lost.signal.aborted) throw error;
      throw new WireError("GESTURE_CANCELLED", "another touch ended it", { mayHaveHappened: true });
    }
  }

  /**
   * Each finger goes down, moves and is lifted at exact times of the phone's clock, in order with all other events of
   * the phone, even if the host is slow.
   */
  async #play(strokes: readonly Stroke[], injected: InjectedGesture, signal: AbortSignal): Promise<void> {
    const startedAt = this.#clock.now();
    const endsAt = startedAt + durationOf(strokes);
    const failures: unknown[] = [];
    const moments = momentsOf(strokes).map((atMs) =>
      this.#scheduler.at(startedAt + atMs, () => {
        try {
          for (const [finger, stroke] of strokes.entries()) moveFinger(injected, { finger, stroke, atMs });
          for (const [finger, stroke] of strokes.entries()) liftFinger(injected, { finger, stroke, atMs });
        } catch (error) {
          failures.push(error);
        }
      }),
    );
    try {
      this.#scheduler.sync();
      for (let wait = endsAt - this.#clock.now(); wait > 0; wait = endsAt - this.#clock.now())
        await this.#clock.sleep(wait, signal);
      signal.throwIfAborted();
      this.#scheduler.sync();
      if (failures.length > 0) throw failures[0];
    } finally {
      for (const cancel of moments) cancel();
    }
  }
}

/** The times of the samples: every corner, and every few milliseconds between corners. */
function momentsOf(strokes: readonly Stroke[]): readonly number[] {
  const moments = new Set(strokes.flatMap((stroke) => stroke.map((corner) => corner.atMs)));
  const isMoving = (atMs: number) => strokes.some((stroke) => isBetween(stroke, atMs) && isFar(stroke));
  for (let atMs = SAMPLE_MS; atMs < durationOf(strokes); atMs += SAMPLE_MS) if (isMoving(atMs)) moments.add(atMs);
  return [...moments].sort((a, b) => a - b);
}

function isBetween(stroke: Stroke, atMs: number): boolean {
  return atMs > (stroke[0]?.atMs ?? 0) && atMs < (stroke.at(-1)?.atMs ?? 0);
}

function isFar(stroke: Stroke): boolean {
  return stroke.some(({ x, y }) => x !== stroke[0]?.x || y !== stroke[0].y);
}

interface Moment {
  readonly finger: number;
  readonly stroke: Stroke;
  readonly atMs: number;
}

function moveFinger(injected: InjectedGesture, { finger, stroke, atMs }: Moment): void {
  const [first, last] = [stroke[0]?.atMs, stroke.at(-1)?.atMs];
  if (first === undefined || last === undefined || atMs < first || atMs > last) return;
  if (atMs === first) injected.down(finger, positionAt(stroke, atMs));
  else injected.move(finger, positionAt(stroke, atMs));
}

function liftFinger(injected: InjectedGesture, { finger, stroke, atMs }: Moment): void {
  if (stroke.at(-1)?.atMs === atMs) injected.up(finger, positionAt(stroke, atMs));
}
