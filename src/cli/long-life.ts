import { PerformanceObserver } from "node:perf_hooks";
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { later } from "../base/signals.js";

/**
 * In Node 24 V8 grows its space for young objects up to 128 MB in every busy server, although nearly nothing there is
 * in use. It may double the space twice before this code is notified.
 */
const ENOUGH_BYTES = 16 * 2 ** 20;

/**
 * V8 flags for a process that runs for days. Maglev is off and Turbofan has one thread, because each compiler thread
 * keeps the memory that it once took from the C library; the first hundreds of calls are as fast this way. With the
 * last flag V8 collects garbage when there is a third as much of it as memory in use; by default it waits until there
 * is as much.
 */
export const LONG_LIFE_FLAGS = ["--no-maglev", "--concurrent-turbofan-max-threads=1", "--optimize-for-size"] as const;

/** A starting process uses nearly all of its memory: collecting garbage would delay the first calls. */
const STARTED_MS = 2_000;

/** Keeps the memory of a process that runs for days close to what is in use, until it is disposed of. */
export function expectLongLife(): Disposable {
  const [compiler, threads, clearing] = LONG_LIFE_FLAGS;
  for (const flag of [compiler, threads]) setFlagsFromString(flag);
  keepYoungSpaceSmall();
  return later(() => setFlagsFromString(clearing), STARTED_MS);
}

function keepYoungSpaceSmall(): void {
  let flag: string | undefined;
  const collections = new PerformanceObserver(() => {
    const { space_size: bytes = 0 } = getHeapSpaceStatistics().find(isYoung) ?? {};
    const wanted = growthFlag(bytes);
    if (wanted === flag) return;
    flag = wanted;
    setFlagsFromString(flag);
  });
  collections.observe({ entryTypes: ["gc"] });
}

function isYoung({ space_name: name }: { readonly space_name: string }): boolean {
  return name === "new_space";
}

/**
 * The V8 flag for this size of the young space. V8 doubles the space by default; a factor of 1 keeps its size. V8 may
 * make it smaller at any time.
 */
export function growthFlag(bytes: number): string {
  return `--semi-space-growth-factor=${bytes < ENOUGH_BYTES ? 2 : 1}`;
}
