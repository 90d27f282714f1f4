import { PerformanceObserver } from "node:perf_hooks";
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { later } from "../base/signals.js";

/**
 * In Node 24 V8 takes up to 128 MB of every busy server, although nearly nothing there is in use. It may double the
 * space twice before this hears of it.
 */
const ENOUGH_BYTES = 16 * 2 ** 20;

/**
 * For V8, in a process that serves for days. The quick compiler is left out, and the thorough one works at one thing at
 * a time: what each of their threads once took from the C library stays with that thread, and the first hundreds of
 * calls are as fast without. What is no longer in use is cleared away once it is a third of what is, not as much again.
 */
export const LONG_LIFE_FLAGS = ["--no-maglev", "--concurrent-turbofan-max-threads=1", "--optimize-for-size"] as const;

/** While a process starts, it has a use for nearly all that it takes: clearing away would make the first calls wait. */
const STARTED_MS = 2_000;

/** For a process that serves for days: it takes little more memory than is in use, until it is disposed of. */
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
 * For V8, by how large that space is. V8 doubles it by default; a factor of 1 keeps it. V8 may make it smaller at any
 * time.
 */
export function growthFlag(bytes: number): string {
  return `--semi-space-growth-factor=${bytes < ENOUGH_BYTES ? 2 : 1}`;
}
