/** The source of the phone's time: the machine's clock, or a clock that a test moves. */
export interface PhoneTime {
  /** Milliseconds since a fixed start; never goes back. */
  nowMs(): number;
  /** The wall clock in ms since the epoch. */
  wallMs(): number;
  /**
   * Calls `run` when `nowMs()` has reached `atMs`; gives a function that cancels it. Does not keep the process alive.
   */
  schedule(atMs: number, run: () => void): () => void;
  /** Waits for `ms` of this clock. Throws the signal's reason. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** The machine's own clock; `nowMs` reads it. */
export function realTime(nowMs: () => number = () => performance.now()): PhoneTime {
  const schedule = (atMs: number, run: () => void, keepsAlive: boolean) => {
    const arm = (): NodeJS.Timeout => {
      const ms = Math.max(0, Math.ceil(atMs - nowMs()));
      const next = ms > LONGEST_ALARM_MS ? setTimeout(() => (timer = arm()), LONGEST_ALARM_MS) : setTimeout(run, ms);
      return keepsAlive ? next : next.unref();
    };
    let timer = arm();
    return () => clearTimeout(timer);
  };
  return {
    nowMs,
    wallMs: () => Date.now(),
    schedule: (atMs, run) => schedule(atMs, run, false),
    sleep: (ms, signal) => sleepBy((run) => schedule(nowMs() + ms, run, true), signal),
  };
}

/** A clock that runs `factor` times faster than `real`, for tests that do not have to wait in real time. */
export function scaledTime(factor: number, real = realTime()): PhoneTime {
  const startMs = real.nowMs();
  const startWallMs = real.wallMs();
  const nowMs = () => startMs + (real.nowMs() - startMs) * factor;
  return {
    nowMs,
    wallMs: () => startWallMs + (nowMs() - startMs),
    schedule: (atMs, run) => real.schedule(startMs + (atMs - startMs) / factor, run),
    sleep: (ms, signal) => real.sleep(ms / factor, signal),
  };
}

/**
 * A fast clock like {@link scaledTime}, on which delays of a busy machine have no effect. It stands still while the
 * program works, it does not pass a timer that has not run yet, and each timer runs exactly when it is due. So two
 * events of the phone, such as the two taps of a double tap, are as far apart as on a real phone, however late this
 * process runs.
 */
export function steadyTime(factor: number, realMs: () => number = () => performance.now()): PhoneTime {
  return new SteadyTime(factor, realMs);
}

interface Timer {
  readonly atMs: number;
  readonly keepsAlive: boolean;
  readonly run: () => void;
}

class SteadyTime implements PhoneTime {
  readonly #factor: number;
  readonly #realMs: () => number;
  readonly #wallStartMs = Date.now();
  readonly #startMs: number;
  #now: number;
  /** The time of the machine's clock at which `#now` was last set. */
  #readAt: number;
  #isWorking = false;
  #timers: readonly Timer[] = [];
  #alarm: NodeJS.Timeout | undefined;

  constructor(factor: number, realMs: () => number) {
    this.#factor = factor;
    this.#realMs = realMs;
    this.#startMs = this.#now = this.#readAt = realMs();
  }

  nowMs(): number {
    if (this.#isWorking) return this.#now;
    const passed = (this.#realMs() - this.#readAt) * this.#factor;
    this.#now = Math.max(this.#now, Math.min(this.#now + passed, this.#timers[0]?.atMs ?? Number.POSITIVE_INFINITY));
    this.#isWorking = true;
    setImmediate(() => {
      this.#isWorking = false;
      this.#readAt = this.#realMs();
    });
    return this.#now;
  }

  wallMs(): number {
    return this.#wallStartMs + this.nowMs() - this.#startMs;
  }

  schedule(atMs: number, run: () => void): () => void {
    return this.#add({ atMs, run, keepsAlive: false });
  }

  sleep(ms: number, signal: AbortSignal): Promise<void> {
    return sleepBy((run) => this.#add({ atMs: this.nowMs() + ms, run, keepsAlive: true }), signal);
  }

  #add(timer: Timer): () => void {
    const later = this.#timers.findIndex(({ atMs }) => atMs > timer.atMs);
    this.#timers = this.#timers.toSpliced(later < 0 ? this.#timers.length : later, 0, timer);
    this.#setAlarm();
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
      this.#setAlarm();
    };
  }

  #setAlarm(): void {
    clearTimeout(this.#alarm);
    const [next] = this.#timers;
    if (!next) return;
    const ms = Math.max(0, Math.ceil((next.atMs - this.#now) / this.#factor));
    this.#alarm = setTimeout(() => this.#ring(), Math.min(ms, LONGEST_ALARM_MS));
    if (!this.#timers.some(({ keepsAlive }) => keepsAlive)) this.#alarm.unref();
  }

  /** Runs one timer in each turn of the event loop, so that the work that it starts continues before the next timer. */
  #ring(): void {
    const [next] = this.#timers;
    if (next && next.atMs <= this.nowMs()) {
      this.#timers = this.#timers.slice(1);
      next.run();
    }
    this.#setAlarm();
  }
}

/** setTimeout accepts at most 2^31 - 1 ms. */
const LONGEST_ALARM_MS = 2 ** 31 - 1;

/** A clock that stands still until a test moves it: all due timers then run in order. */
export class ManualTime implements PhoneTime {
  #now = 0;
  readonly #wallStartMs: number;
  #timers: { readonly atMs: number; readonly run: () => void }[] = [];

  constructor(wallStartMs = Date.UTC(2026, 2, 14, 9, 41)) {
    this.#wallStartMs = wallStartMs;
  }

  nowMs(): number {
    return this.#now;
  }

  wallMs(): number {
    return this.#wallStartMs + this.#now;
  }

  schedule(atMs: number, run: () => void): () => void {
    const timer = { atMs, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  sleep(ms: number, signal: AbortSignal): Promise<void> {
    return sleepBy((run) => this.schedule(this.#now + ms, run), signal);
  }

  /** The number of waiting timers; 0 after everything that used the clock was disposed of. */
  get pending(): number {
    return this.#timers.length;
  }

  advance(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const due = this.#timers.filter((timer) => timer.atMs <= end).toSorted((a, b) => a.atMs - b.atMs)[0];
      if (!due) break;
      this.#timers = this.#timers.filter((timer) => timer !== due);
      this.#now = Math.max(this.#now, due.atMs);
      due.run();
    }
    this.#now = end;
  }
}

function sleepBy(schedule: (run: () => void) => () => void, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const onAbort = () => {
      cancel();
      reject(signal.reason);
    };
    const cancel = schedule(() => {
      signal.removeEventListener("abort", onAbort);
      resolve();
    });
    signal.addEventListener("abort", onAbort, { once: true });
  });
}
