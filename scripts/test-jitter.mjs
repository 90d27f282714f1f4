// Makes a process as unsteady as on a busy machine, in the same way for the same seed: it sometimes stops, and the data
// of each socket and pipe arrives late, but in order. `scripts/test.mjs --jitter` loads it before all other modules.
import childProcess from "node:child_process";
import { syncBuiltinESMExports } from "node:module";
import { Socket } from "node:net";
import { isMainThread } from "node:worker_threads";

/** Averages of exponential distributions. */
const BETWEEN_STALLS_MS = 100;
const STALL_MS = 25;
const LATE_MS = 12;
const LATE_SHARE = 0.35;
/** Shorter than every deadline, except in tests about stalls. */
const LONGEST_MS = 300;

const { FOVEA_TEST_JITTER: seed = "1", NODE_OPTIONS = "" } = process.env;
const random = seeded(Number(seed));
const later = globalThis.setTimeout;
if (isMainThread) stallNowAndThen();
delaySockets();
handOnToPrograms();

/** Mulberry32. */
function seeded(start) {
  let state = start >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function about(meanMs) {
  return Math.min(LONGEST_MS, -Math.log(1 - random()) * meanMs);
}

function stallNowAndThen() {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  const stall = () => {
    Atomics.wait(cell, 0, 0, about(STALL_MS));
    stallNowAndThen();
  };
  later(stall, about(BETWEEN_STALLS_MS)).unref();
}

function delaySockets() {
  const { push } = Socket.prototype;
  const queues = new WeakMap();
  Socket.prototype.push = function (chunk, encoding) {
    const queue = queues.get(this) ?? [];
    if (queue.length === 0 && random() > LATE_SHARE) return push.call(this, chunk, encoding);
    queue.push([chunk, encoding]);
    if (queue.length > 1) return true;
    queues.set(this, queue);
    later(() => {
      queues.delete(this);
      if (this.destroyed) return;
      for (const [one, of] of queue) push.call(this, one, of);
      if (queue.at(-1)?.[0] === null) this.read(0); // as a socket does itself at its end
    }, about(LATE_MS));
    return true;
  };
}

/** Passes the settings on to processes of Fovea that are started with their own environment. */
function handOnToPrograms() {
  const { spawn } = childProcess;
  childProcess.spawn = (file, args, options) => {
    const { env } = options ?? {};
    if (file !== process.execPath || !env || env.NODE_OPTIONS) return spawn(file, args, options);
    return spawn(file, args, { ...options, env: { ...env, NODE_OPTIONS, FOVEA_TEST_JITTER: seed } });
  };
  syncBuiltinESMExports();
}
