import type { Kernel } from "./kernel.js";
import type { AppProcess } from "./processes.js";
import type { WindowManager } from "./window-manager.js";

interface Run {
  readonly since: number;
  /** Phone time at which it ends by itself; infinite for spinners. */
  readonly until: number;
  /** Scrolling says so in accessibility events; drawn animations do not. */
  readonly sendsEvents: boolean;
}

/** Keeps count of what moves without being touched: endless animations and lists in flight, and the frames they cost. */
export class Animations {
  readonly #kernel: Kernel;
  readonly #windows: WindowManager;
  #runs = new Map<AppProcess, Run>();
  #lastEventAt = 0;

  constructor(kernel: Kernel, windows: WindowManager) {
    this.#kernel = kernel;
    this.#windows = windows;
  }

  /** Counts the frames up to now, then looks at what moves from now on. */
  update(isScreenOn: boolean): void {
    this.settle();
    const { now } = this.#kernel.scheduler;
    const runs = new Map<AppProcess, Run>();
    const visible = isScreenOn ? this.#windows.all().filter((window) => window.isOnScreen) : [];
    for (const window of visible) {
      const motion = window.ui.motion(now);
      const until = motion.isEndless ? Number.POSITIVE_INFINITY : motion.scrollsUntil;
      const known = runs.get(window.spec.process);
      if (until <= now || (known && known.until >= until)) continue;
      runs.set(window.spec.process, { since: now, until, sendsEvents: motion.scrollsUntil > now });
    }
    this.#runs = runs;
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
    return this.#runs.size > 0;
  }
}
