import { type Kernel, scaled } from "./kernel.js";
import type { AppProcess } from "./processes.js";
import type { WindowManager } from "./window-manager.js";
import { FADE_MS, type WindowRecord } from "./window-record.js";

interface Run {
  readonly since: number;
  /** Phone time at which it ends by itself; infinite for spinners. */
  readonly until: number;
  /** Scrolling sends accessibility events; drawn animations do not. */
  readonly sendsEvents: boolean;
  /** False for the ripple of a touch, which is not drawn here but costs frames on a phone. */
  readonly isDrawn: boolean;
}

/** RippleDrawable's time to fade out at scale 1. */
const RIPPLE_MS = 225;

/** Keeps count of what moves without being touched: animations and lists in flight, and the frames they cost. */
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

  /** A view of this process was touched: its ripple draws frames for a moment. */
  ripple(process: AppProcess): void {
    const ms = RIPPLE_MS * this.#kernel.settings.number("global", "animator_duration_scale", 1);
    this.#ripples.set(process, this.#kernel.scheduler.now + ms);
  }

  /** Counts the frames up to now, then looks at what moves from now on. */
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

  /** Books the frames that were drawn until now. */
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

  /** When something that moves by itself last announced itself. */
  get lastEventAt(): number {
    this.settle();
    return this.#lastEventAt;
  }

  /** True while pixels change without any event. */
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

  /** Several things that move in one process share its frames; the longest counts. */
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
