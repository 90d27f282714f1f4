import { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { Socket } from "node:net";
import { type PerformanceEntry, PerformanceObserver } from "node:perf_hooks";

/**
 * Loaded into the measured server before its own code (`node --import`), so that the product contains no code for it.
 * Watches the event loop, the memory and the started processes, and reports them over the IPC channel at every message.
 */

/** Counts of the process since its start, except for the stall. */
export interface ServerTally {
  readonly rss: number;
  readonly heapUsed: number;
  readonly external: number;
  readonly cpuMs: number;
  /** Sockets that it opened: each is one exchange with the adb server, or the connection to a companion. */
  readonly connections: number;
  /** Processes that it started. */
  readonly spawns: number;
  /** The longest stall since the last request. */
  readonly stall: Stall;
  /** Stalls since the last request in which the thread computed for longer than {@link LONG_MS}. */
  readonly longStalls: readonly LongStall[];
}

export interface LongStall {
  readonly computedMs: number;
  /** How much of it was spent on garbage collection. */
  readonly gcMs: number;
}

export interface Stall {
  /** How late the event loop ran a timer. */
  readonly wallMs: number;
  /** How long its thread computed meanwhile: in the rest of the time other programs used the processor. */
  readonly computedMs: number;
}

const TICK_MS = 5;
const LONG_MS = 30;
const NONE: Stall = { wallMs: 0, computedMs: 0 };

/** Processor time of the main thread, whose id is the process id: the first word of the file, in ns (Linux). */
function computedMs(): number {
  return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
}

class Watch {
  #stall = NONE;
  #mostWall = 0;
  #long: { readonly from: number; readonly to: number; readonly computedMs: number }[] = [];
  #gcs: PerformanceEntry[] = [];
  connections = 0;
  spawns = 0;

  start(): void {
    let wall = performance.now();
    let computed = computedMs();
    const tick = () => {
      const now = performance.now();
      const nowComputed = computedMs();
      this.#note({ wallMs: now - wall - TICK_MS, computedMs: nowComputed - computed });
      wall = now;
      computed = nowComputed;
    };
    setInterval(tick, TICK_MS).unref();
    new PerformanceObserver((list) => this.#gcs.push(...list.getEntries())).observe({ entryTypes: ["gc"] });
  }

  take(): { readonly stall: Stall; readonly longStalls: readonly LongStall[] } {
    const longStalls = this.#long.map(({ from, to, computedMs }) => ({
      computedMs: Math.round(computedMs),
      gcMs: Math.round(this.#gcs.reduce((sum, gc) => sum + overlap(gc, from, to), 0)),
    }));
    const taken = { stall: { ...this.#stall, wallMs: this.#mostWall }, longStalls };
    [this.#stall, this.#mostWall, this.#long, this.#gcs] = [NONE, 0, [], []];
    return taken;
  }

  #note(stall: Stall): void {
    this.#mostWall = Math.max(this.#mostWall, stall.wallMs);
    if (stall.computedMs > this.#stall.computedMs) this.#stall = stall;
    const { wallMs, computedMs } = stall;
    const to = performance.now();
    if (computedMs > LONG_MS) this.#long.push({ from: to - wallMs - TICK_MS, to, computedMs });
  }
}

function overlap({ startTime, duration }: PerformanceEntry, from: number, to: number): number {
  return Math.max(0, Math.min(to, startTime + duration) - Math.max(from, startTime));
}

function countCalls(of: object, name: string, count: () => void): void {
  const original: unknown = Reflect.get(of, name);
  if (typeof original !== "function") throw new Error(`there is no ${name} to count`);
  Reflect.set(of, name, function counted(this: unknown, ...args: unknown[]) {
    count();
    return Reflect.apply(original, this, args);
  });
}

const watch = new Watch();
countCalls(Socket.prototype, "connect", () => {
  watch.connections += 1;
});
countCalls(ChildProcess.prototype, "spawn", () => {
  watch.spawns += 1;
});
watch.start();

process.on("message", (ask) => {
  if (ask === "collect") for (let turn = 0; turn < 3; turn += 1) globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  const { connections, spawns } = watch;
  const cpuMs = (user + system) / 1000;
  process.send?.({ rss, heapUsed, external, cpuMs, connections, spawns, ...watch.take() } satisfies ServerTally);
});
process.channel?.unref();
