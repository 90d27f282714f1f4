import type { FrameRow, FrameState } from "../phone-state.js";
import type { Random } from "./random.js";

const VSYNC_MS = 1000 / 60;
/** The time from an input event's own time until its window gets the event. */
const DELIVERY_MS = 1;
const MAX_ROWS = 120;
/** The most frames that may be waiting to be drawn. */
const MOST_PENDING = 4;
const MAX_DURATIONS = 20_000;

/** Counts the frames of one process, as HWUI does: after changes, and at every vsync while something moves. */
export class FrameMeter {
  readonly #random: Random;
  #durations: number[] = [];
  #rows: FrameRow[] = [];
  #inputEventId: number | undefined;
  #total = 0;
  #computedMs = 0;
  #janky = 0;
  #missedVsync = 0;
  #lastVsync = 0;
  #isFirst = true;
  #since: number | undefined;

  constructor(random: Random) {
    this.#random = random;
  }

  /**
   * Adds one frame for a change at this time (ms since boot), at the next vsync. Changes before the same vsync share
   * the frame, which names the last input event before it.
   */
  drawn(now: number): void {
    const heardAt = this.#inputEventId === undefined ? now : now + DELIVERY_MS;
    const vsync = Math.floor(heardAt / VSYNC_MS) + 1;
    if (vsync <= this.#lastVsync) {
      this.#share(vsync);
      return;
    }
    this.#lastVsync = vsync;
    this.#record(vsync);
  }

  /** Adds all frames between two times during which something moved. */
  animated(from: number, to: number): void {
    const last = Math.floor(to / VSYNC_MS);
    for (let v = Math.max(this.#lastVsync, Math.floor(from / VSYNC_MS)) + 1; v <= last; v += 1) {
      this.#lastVsync = v;
      this.#record(v);
    }
  }

  /** The total time of all frames of the process; a reset does not change it. */
  get computedMs(): number {
    return this.#computedMs;
  }

  /** A window of the process got an input event: its next frame has the event's id, which is random and never 0. */
  tookInput(): void {
    this.#inputEventId = -1 - this.#random.below(0x7fff_fffe);
  }

  /** Resets the counters. Frames that are not drawn yet at this time count after the reset. */
  reset(now: number): void {
    this.#since = now;
    this.#rows = this.#rows.filter((row) => takenOverAt(row) > now);
    this.#durations = this.#rows.map(wholeMs);
    this.#total = this.#rows.length;
    this.#janky = this.#durations.filter((ms) => ms > VSYNC_MS).length;
    this.#missedVsync = this.#durations.filter((ms) => ms > 2 * VSYNC_MS).length;
  }

  /**
   * The frames at this time. A frame that is still to be drawn is not reported: the render thread notes a frame when it
   * takes it.
   */
  state(windowTitle: string, viewCount: number, now: number): FrameState {
    const rows = this.#rows.filter((row) => takenOverAt(row) <= now);
    const pending = this.#rows.slice(rows.length).map(wholeMs);
    const janky = this.#janky - pending.filter((ms) => ms > VSYNC_MS).length;
    return {
      windowTitle,
      sinceNs: BigInt(Math.round((this.#since ?? now) * 1e6)),
      totalFrames: this.#total - pending.length,
      jankyFrames: janky,
      missedVsync: this.#missedVsync - pending.filter((ms) => ms > 2 * VSYNC_MS).length,
      slowUiThread: janky,
      frameDeadlineMissed: janky,
      durationsMs: this.#durations.slice(0, this.#durations.length - pending.length),
      rows: rows.slice(-MAX_ROWS),
      viewCount,
    };
  }

  /** If the frame of this vsync exists already, writes the id of the last input event into it. */
  #share(vsync: number): void {
    const last = this.#rows.at(-1);
    if (!last || this.#inputEventId === undefined || last.intendedVsyncNs !== startOf(vsync)) return;
    this.#rows[this.#rows.length - 1] = { ...last, inputEventId: this.#inputEventId };
    this.#inputEventId = undefined;
  }

  #record(vsync: number): void {
    this.#since ??= vsync * VSYNC_MS;
    const duration = this.#duration();
    const isJanky = duration > VSYNC_MS;
    this.#total += 1;
    this.#computedMs += duration;
    this.#janky += isJanky ? 1 : 0;
    this.#missedVsync += duration > 2 * VSYNC_MS ? 1 : 0;
    this.#durations.push(duration);
    if (this.#durations.length > MAX_DURATIONS) this.#durations.splice(0, MAX_DURATIONS / 2);
    const row = {
      intendedVsyncNs: startOf(vsync),
      durationNs: BigInt(duration * 1_000_000 + this.#random.below(900_000)),
      flags: this.#isFirst ? 1 : 0,
      ...(this.#inputEventId !== undefined && { inputEventId: this.#inputEventId }),
    };
    this.#inputEventId = undefined;
    this.#isFirst = false;
    this.#rows.push(row);
    if (this.#rows.length > MAX_ROWS + MOST_PENDING) this.#rows.shift();
  }

  /** The duration in whole ms: mostly 5–12, long for the first frame of a window, and sometimes for another frame. */
  #duration(): number {
    if (this.#isFirst) return 40 + this.#random.below(60);
    const luck = this.#random.below(100);
    if (luck < 2) return 34 + this.#random.below(20);
    return luck < 7 ? 17 + this.#random.below(12) : 5 + this.#random.below(8);
  }
}

/** SyncQueued: the window has recorded all its drawing, and hands it to the render thread. */
const RECORDED = 0.42;

function wholeMs({ durationNs }: FrameRow): number {
  return Math.floor(Number(durationNs) / 1e6);
}

function takenOverAt({ intendedVsyncNs, durationNs }: FrameRow): number {
  return (Number(intendedVsyncNs) + Number(durationNs) * RECORDED) / 1e6;
}

/** The start in ns of CLOCK_MONOTONIC. */
function startOf(vsync: number): bigint {
  return BigInt(Math.round(vsync * VSYNC_MS * 1e6));
}
