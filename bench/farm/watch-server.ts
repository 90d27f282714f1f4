import { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { Socket } from "node:net";

/**
 * Loaded into the measured server before its own code (`node --import`), so that the product carries nothing of it.
 * Watches its event loop, memory and what it starts, and says so over the IPC channel at every message.
 */

/** Of the process since its start, but for the stall. */
export interface ServerTally {
  readonly rss: number;
  readonly heapUsed: number;
  readonly external: number;
  readonly cpuMs: number;
  /** Sockets that it opened: each is one exchange with the adb server, or the way to an on-device half. */
  readonly connections: number;
  /** Processes that it started. */
  readonly spawns: number;
  /** The longest since the last question. */
  readonly stall: Stall;
  /** Stalls that computed for longer than {@link LONG_MS} since the last question, in ms. */
  readonly longStalls: readonly number[];
}

export interface Stall {
  /** How late the event loop came to a timer. */
  readonly wallMs: number;
  /** How long its thread computed meanwhile: the rest is others' use of the processor. */
  readonly computedMs: number;
}

const TICK_MS = 5;
const LONG_MS = 30;
const NONE: Stall = { wallMs: 0, computedMs: 0 };

/** Of the main thread, whose id is that of the process: the first word is its time on a processor in ns (Linux). */
function computedMs(): number {
  return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
}

class Watch {
  #stall = NONE;
  #mostWall = 0;
  #long: number[] = [];
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
  }

  take(): { readonly stall: Stall; readonly longStalls: readonly number[] } {
    const taken = { stall: { ...this.#stall, wallMs: this.#mostWall }, longStalls: this.#long };
    [this.#stall, this.#mostWall, this.#long] = [NONE, 0, []];
    return taken;
  }

  #note(stall: Stall): void {
    this.#mostWall = Math.max(this.#mostWall, stall.wallMs);
    if (stall.computedMs > this.#stall.computedMs) this.#stall = stall;
    if (stall.computedMs > LONG_MS) this.#long.push(Math.round(stall.computedMs));
  }
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
