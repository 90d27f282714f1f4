import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import * as z from "zod";
import type { Work } from "./work.js";

/** How exactly works are measured. */
export interface Care {
  /**
   * The least time of one run, or of all runs of a size together. A shorter time would measure the clock and the
   * compiler, not the work.
   */
  readonly leastMs: number;
  /** The least number of measurements of each size; the sizes are measured in turns. */
  readonly rounds: number;
  /** Whether a full garbage collection runs before each measurement, not only a minor one: exact, but slow. */
  readonly collectsAll: boolean;
}

export interface Doubling {
  readonly name: string;
  /** The smaller of the two sizes. */
  readonly size: number;
  /** The processor time of one run with the smaller size. */
  readonly ms: number;
  /** The time for twice the size, divided by the time for the size. */
  readonly ratio: number;
}

setFlagsFromString("--expose-gc");
const collectSchema = z.custom<(options?: { readonly type: "minor" }) => void>((value) => typeof value === "function");
const collect = collectSchema.parse(runInNewContext("gc"));

/** Shorter runs are measured together, so that the clock can measure them. */
const TOGETHER_MS = 1;
const MOST_ROUNDS = 40;
/** The largest number of runs in one measurement; if they are still too short to measure, their time counts as zero. */
const MOST_RUNS = 1_000;

/** How many times as long the double input may take: twice, and a margin for the machine. */
export const MOST_RATIO = 2.3;
/** The settings of the second measurement, for works that seem to grow too fast. */
const SECOND_TIME: Care = { leastMs: 20, rounds: 8, collectsAll: true };

/**
 * Measures how the time of a work grows with its input. A work that seems to grow too fast is measured again over three
 * doublings, in turns; its ratio is their median or their mean, whichever is smaller. Caches and garbage collections
 * can lengthen the time of a single size, while a work that really grows too fast does so at every size.
 */
export async function doublingOf(work: Work, care: Care): Promise<Doubling> {
  collect();
  const first = await growthFrom(await largeEnough(work, care), 1, work, care);
  if (first.ratio <= MOST_RATIO) return first;
  return await growthFrom((await largeEnough(work, SECOND_TIME)) / 4, 3, work, SECOND_TIME);
}

/** The growth over this number of doublings, starting at this size. */
async function growthFrom(from: number, doublings: number, work: Work, care: Care): Promise<Doubling> {
  const sizes = Array.from({ length: doublings + 1 }, (_, at) => Math.max(1, Math.floor(from)) * 2 ** at);
  const times = await measure(work, sizes, care);
  const ratios = times.slice(1).map((ms, at) => ms / (times[at] ?? ms));
  const middle = ratios.toSorted((a, b) => a - b)[Math.floor(doublings / 2)] ?? 0;
  const mean = ratios.reduce((product, ratio) => product * ratio, 1) ** (1 / doublings);
  const size = sizes.at(-2) ?? from;
  return { name: work.name, size, ms: times.at(-2) ?? 0, ratio: Math.min(middle, mean) };
}

/** The size, doubled until one run takes long enough or the largest allowed size is reached. */
async function largeEnough(work: Work, care: Care): Promise<number> {
  let size = work.from;
  let run = work.prepare(size);
  let ms = Math.min(await timeOf(run, 1, care), await timeOf(run, 1, care));
  while (ms < care.leastMs && size * 2 <= work.most) {
    // At quadratic growth, the worst case, four times the input takes sixteen times as long: still short enough.
    size *= ms < care.leastMs / 16 && size * 4 <= work.most ? 4 : 2;
    run = work.prepare(size);
    ms = await timeOf(run, 1, care);
  }
  return size;
}

/**
 * The time of one run with each size. The sizes are measured in turns, and several runs together if one is too short to
 * measure. The shortest time of a size counts, because other load only makes runs longer.
 */
async function measure(work: Work, sizes: readonly number[], care: Care): Promise<readonly number[]> {
  const runs = sizes.map((size) => work.prepare(size));
  const [smallest] = runs;
  const ms = smallest ? await timeOf(smallest, 1, care) : 0;
  const together = Math.max(1, Math.min(MOST_RUNS, Math.ceil(TOGETHER_MS / Math.max(ms, 0.001))));
  const rounds = Math.max(care.rounds, Math.min(MOST_ROUNDS, Math.ceil(care.leastMs / (ms * together + 0.001))));
  const shortest = runs.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, run] of runs.entries()) {
      shortest[at] = Math.min(shortest[at] ?? 0, await timeOf(run, together, care));
    }
  }
  return shortest.map((time) => time / together);
}

/** Processor time of this process: other programs on the machine do not count, as they do by the clock. */
async function timeOf(run: () => unknown, runs: number, { collectsAll }: Care): Promise<number> {
  if (collectsAll) collect();
  else collect({ type: "minor" });
  const before = process.cpuUsage();
  for (let at = 0; at < runs; at += 1) await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
