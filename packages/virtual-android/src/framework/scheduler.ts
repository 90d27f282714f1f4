import type { PhoneTime } from "../phone-time.js";

interface Task {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
}

/**
 * Runs the phone's own tasks in the phone's time (ms since boot). For the phone, each task runs exactly when it is due:
 * a read of the time first runs all due tasks, and a timer of the clock runs them if nothing reads the time.
 */
export class Scheduler implements Disposable {
  readonly #clock: PhoneTime;
  readonly #bootedAt: number;
  #tasks: Task[] = [];
  #count = 0;
  #running: number | undefined;
  #isDisposed = false;
  #cancelTimer: () => void = () => {};

  constructor(clock: PhoneTime, uptimeMs: number) {
    this.#clock = clock;
    this.#bootedAt = clock.nowMs() - uptimeMs;
  }

  /** Milliseconds since boot; inside a task, the task's own time. */
  get now(): number {
    return this.#running ?? this.#clock.nowMs() - this.#bootedAt;
  }

  /** The wall clock at `now`. */
  get wallMs(): number {
    return Math.floor(this.#clock.wallMs() - (this.#clock.nowMs() - this.#bootedAt - this.now));
  }

  /** Runs a task after `ms` of the phone's time; gives a function that cancels it. */
  after(ms: number, run: () => void): () => void {
    return this.at(this.now + Math.max(0, ms), run);
  }

  /** Runs a task at a time of `now`; gives a function that cancels it. A phone that is switched off runs no tasks. */
  at(atMs: number, run: () => void): () => void {
    if (this.#isDisposed) return () => {};
    const task = { at: atMs, order: this.#count++, run };
    this.#tasks.push(task);
    this.#arm();
    return () => {
      this.#tasks = this.#tasks.filter((other) => other !== task);
    };
  }

  /** Runs all due tasks in order; gives the time until which all tasks have run. */
  sync(): number {
    if (this.#running !== undefined) return this.#running;
    const until = this.#clock.nowMs() - this.#bootedAt;
    try {
      for (let task = this.#takeDue(until); task; task = this.#takeDue(until)) {
        this.#running = task.at;
        task.run();
      }
    } finally {
      this.#running = undefined;
    }
    this.#arm();
    return until;
  }

  /** Runs `run` at one moment: for the phone no time passes in it, however long this process takes. */
  atOneMoment(run: () => void): void {
    const before = this.#running;
    this.#running = this.sync();
    try {
      run();
    } finally {
      this.#running = before;
      this.#arm();
    }
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true;
    this.#cancelTimer();
    this.#tasks = [];
  }

  #takeDue(until: number): Task | undefined {
    const first = firstOf(this.#tasks);
    if (!first || first.at > until) return undefined;
    this.#tasks = this.#tasks.filter((task) => task !== first);
    return first;
  }

  #arm(): void {
    this.#cancelTimer();
    if (this.#running !== undefined || this.#tasks.length === 0) return;
    const next = this.#tasks.reduce((soonest, task) => Math.min(soonest, task.at), Number.POSITIVE_INFINITY);
    this.#cancelTimer = this.#clock.schedule(next + this.#bootedAt, () => this.sync());
  }
}

/** The task with the earliest time; of several with the same time, the one that was added first. */
function firstOf(tasks: readonly Task[]): Task | undefined {
  let first: Task | undefined;
  for (const task of tasks)
    if (!first || task.at < first.at || (task.at === first.at && task.order < first.order)) first = task;
  return first;
}
