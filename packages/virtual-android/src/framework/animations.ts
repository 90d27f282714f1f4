import { type Kernel, scaled } from "./kernel.js";
import type { AppProcess } from "./processes.js";
import type { WindowManager } from "./window-manager.js";
import { FADE_MS, type WindowRecord } from "./window-record.js";

interface Run {
  readonly since: number;
  /** The phone time at which it ends; infinite for spinners. */
  readonly until: number;
  /** Whether it sends accessibility events: scrolling does, drawn animations do not. */
  readonly sendsEvents: boolean;
  /** False for the ripple of a touch, which this phone does not draw but which costs frames on a real phone. */
  readonly isDrawn: boolean;
}

/** How long RippleDrawable fades out at scale 1. */
const RIPPLE_MS = 225;

/** Keeps track of movement without touch (animations and scrolling lists), and counts the frames for it. */
export class Animations {
  readonly #kernel: Kernel;
  readonly #windows: WindowManager;
  readonly #ripples = new Map<AppProcess, number>();
  #runs = new Map<AppProcess, Run>();
  #lastEventAt = 0;

  constructor(kernel: Kernel, windows: WindowManager) {
    this.#kernel = kernel;
    this.#windows = windows;
  }

  /** A view of this process was touched: its ripple draws frames for a short time. */
  ripple(process: AppProcess): void {
    const ms = RIPPLE_MS * this.#kernel.settings.number("global", "animator_duration_scale", 1);
    this.#ripples.set(process, this.#kernel.scheduler.now + ms);
  }

  /** Counts the frames until now, then updates the list of running movements. */
  update(isScreenOn: boolean): void {
    this.settle();
    this.#runs = new Map();
    if (!isScreenOn) return;
    for (const window of this.#windows.all().filter((one) => one.isOnScreen)) this.#watch(window);
    for (const [process, until] of this.#ripples) {
      if (until <= this.#kernel.scheduler.now) this.#ripples.delete(process);
      else this.#add(process, { until, sendsEvents: false, isDrawn: false });
    }
  }

  /** Counts the frames that were drawn until now. */
  settle(): void {
    const { now } = this.#kernel.scheduler;
    for (const [process, run] of this.#runs) {
      const end = Math.min(now, run.until);
      if (end > run.since) process.meter?.animated(run.since, end);
      if (run.sendsEvents) this.#lastEventAt = Math.max(this.#lastEventAt, end);
      if (run.until <= now) this.#runs.delete(process);
      else this.#runs.set(process, { ...run, since: Math.max(run.since, now) });
    }
  }

  /** The time of the last event of a movement that sends events. */
  get lastEventAt(): number {
    this.settle();
    return this.#lastEventAt;
  }

  /** Whether pixels change without an event. */
  get isMoving(): boolean {
    this.settle();
    return [...this.#runs.values()].some((run) => run.isDrawn);
  }

  #watch(window: WindowRecord): void {
    const { now } = this.#kernel.scheduler;
    const { process, animation = "none" } = window.spec;
    const motion = window.ui.motion(now);
    const faded = window.shownAt + scaled(this.#kernel, FADE_MS[animation], "window_animation_scale");
    const until = motion.isEndless ? Number.POSITIVE_INFINITY : Math.max(motion.scrollsUntil, faded);
    this.#add(process, { until, sendsEvents: motion.scrollsUntil > now, isDrawn: true });
  }

  /** Movements in one process share its frames; the longest one determines the number. */
  #add(process: AppProcess, run: Omit<Run, "since">): void {
    const { now } = this.#kernel.scheduler;
    if (run.until <= now) return;
    const known = this.#runs.get(process);
    this.#runs.set(process, {
      since: now,
      until: Math.max(run.until, known?.until ?? 0),
      sendsEvents: run.sendsEvents || known?.sendsEvents === true,
      isDrawn: run.isDrawn || known?.isDrawn === true,
    });
  }
}
