import { syncBuiltinESMExports } from "node:module";
import timersPromises from "node:timers/promises";
import type { PhoneTime } from "../../packages/virtual-android/src/phone-time.js";

// Other code loads these on first use, for which the simulated time would not wait: Node does not report loading.
import "../../src/server/answer-call.js";
import "../../src/tools/tools.js";
import "../../packages/virtual-android/src/framework-commands.js";

interface Timer {
  readonly atMs: number;
  readonly order: number;
  readonly run: () => void;
}

/** Kinds of work outside of the process's own JavaScript; time does not advance before it is done. */
const AT_WORK = /^(?:Immediate|FSReq|Zlib|Worker|Work|RandomBytes|PBKDF2|Hash|Cipher|Sign)/;

const real = {
  setImmediate: globalThis.setImmediate,
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  setInterval: globalThis.setInterval,
  clearInterval: globalThis.clearInterval,
  now: performance.now.bind(performance),
  dateNow: Date.now,
  delay: timersPromises.setTimeout,
  timeout: AbortSignal.timeout,
};

/**
 * A simulated time for the phone and this whole process: it stops while the process computes, and jumps to the next
 * timer when there is no other work. So a wait of seconds only takes the time of its computations, and a seed always
 * gives the same trial. Only for work without sockets and processes. It replaces the real time until it is disposed of.
 */
export class WholeTime implements PhoneTime, Disposable {
  #now = BEGUN_MS;
  #timers: Timer[] = [];
  #count = 0;

  constructor() {
    Object.assign(globalThis, {
      setTimeout: (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
        this.#timer(ms, () => run(...args)),
      setInterval: (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
        this.#interval(ms, () => run(...args)),
      clearTimeout: (timer: unknown) => this.#clear(timer),
      clearInterval: (timer: unknown) => this.#clear(timer),
    });
    Object.assign(performance, { now: () => this.#now });
    Object.assign(Date, { now: () => Math.floor(this.wallMs()) });
    const delay = async (ms = 0, value?: unknown, { signal = never() }: { signal?: AbortSignal } = {}) => {
      await this.sleep(ms, signal);
      return value;
    };
    Object.assign(timersPromises, { setTimeout: delay });
    Object.assign(AbortSignal, { timeout: (ms: number) => this.#timeout(ms) });
    syncBuiltinESMExports();
  }

  [Symbol.dispose](): void {
    const { setTimeout, clearTimeout, setInterval, clearInterval } = real;
    Object.assign(globalThis, { setTimeout, clearTimeout, setInterval, clearInterval });
    Object.assign(performance, { now: real.now });
    Object.assign(Date, { now: real.dateNow });
    Object.assign(timersPromises, { setTimeout: real.delay });
    Object.assign(AbortSignal, { timeout: real.timeout });
    syncBuiltinESMExports();
    this.#timers = [];
  }

  nowMs(): number {
    return this.#now;
  }

  wallMs(): number {
    return Date.UTC(2026, 2, 14, 9, 41) + this.#now;
  }

  schedule(atMs: number, run: () => void): () => void {
    this.#count += 1;
    const timer = { atMs: Math.max(atMs, this.#now), order: this.#count, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  async sleep(ms: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    let stop: (() => void) | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        const cancel = this.schedule(this.#now + ms, resolve);
        stop = () => {
          cancel();
          reject(signal.reason);
        };
        signal.addEventListener("abort", stop, { once: true });
      });
    } finally {
      if (stop) signal.removeEventListener("abort", stop);
    }
  }

  /** Lets time pass until the work is done, and gives its outcome. */
  async during<T>(work: Promise<T>): Promise<T> {
    let isDone = false;
    const done = work.finally(() => {
      isDone = true;
    });
    done.catch(() => {});
    for (let quiet = 0; !isDone; ) {
      await turn();
      const isAtWork = process.getActiveResourcesInfo().some((name) => AT_WORK.test(name));
      quiet = isAtWork ? 0 : quiet + 1;
      if (quiet < QUIET_TURNS || isDone) continue;
      quiet = 0;
      if (this.#timers.length > 0) this.#next();
      else await moment();
    }
    return await done;
  }

  /** Lets this time pass, and runs all timers that are due in it. */
  async pass(ms: number): Promise<void> {
    await this.during(this.sleep(ms, never()));
  }

  #next(): void {
    const [first, ...rest] = this.#timers;
    if (!first) return;
    const isSooner = (a: Timer, b: Timer) => a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order);
    const due = rest.reduce((soonest, timer) => (isSooner(timer, soonest) ? timer : soonest), first);
    this.#timers = this.#timers.filter((timer) => timer !== due);
    this.#now = Math.max(this.#now, due.atMs);
    due.run();
  }

  #timer(ms: number, run: () => void): FakeTimer {
    return new FakeTimer(this.schedule(this.#now + Math.max(1, ms), run));
  }

  #interval(ms: number, run: () => void): FakeTimer {
    const timer = new FakeTimer(() => {});
    const again = () => {
      timer.cancel = this.schedule(this.#now + Math.max(1, ms), () => {
        again();
        run();
      });
    };
    again();
    return timer;
  }

  #clear(timer: unknown): void {
    if (timer instanceof FakeTimer) timer.cancel();
    else if (timer instanceof Object) Reflect.apply(real.clearTimeout, globalThis, [timer]);
  }

  #timeout(ms: number): AbortSignal {
    const ended = new AbortController();
    this.schedule(this.#now + ms, () => ended.abort(new DOMException("the time is over", "TimeoutError")));
    return ended.signal;
  }
}

/** The initial time, which is not 0, as in a real process. */
const BEGUN_MS = 100_000;
/** The number of idle turns to wait for, because finished work may have started other work. */
const QUIET_TURNS = 2;

class FakeTimer implements Disposable {
  cancel: () => void;

  constructor(cancel: () => void) {
    this.cancel = cancel;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return false;
  }

  [Symbol.dispose](): void {
    this.cancel();
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => void real.setImmediate(resolve));
}

/** Waits 1 ms of real time: no timer is due and no code is ready, so work outside of this process is not done yet. */
function moment(): Promise<void> {
  return new Promise((resolve) => void real.setTimeout(resolve, 1));
}

function never(): AbortSignal {
  return new AbortController().signal;
}
