import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import * as z from "zod";
import type { Work } from "./work.js";

/** How exactly works are measured. */
export interface Care {
  /**
   * Less than this measures the clock and the compiler, not the work: so long one run takes, or all of a size
   * together.
   */
  readonly leastMs: number;
  /** How often each size is measured at least, in turns. */
  readonly rounds: number;
  /** Everything is collected before each measuring, not only what is new: exact, and slow. */
  readonly collectsAll: boolean;
}

export interface Doubling {
  readonly name: string;
  /** The smaller of the two sizes. */
  readonly size: number;
  /** Processor time that one run takes on it. */
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
/** This many runs on the largest input, together, count as nothing if they are still too short to measure. */
const MOST_RUNS = 1_000;

/** Twice the input may take so many times as long: twice, and what the machine adds. */
export const MOST_RATIO = 2.3;
/** How what seems to take longer than that is measured again, whatever care was taken before. */
const SECOND_TIME: Care = { leastMs: 20, rounds: 8, collectsAll: true };

/**
 * How the time of a work grows with its input. What seems to grow too fast is measured again over three doublings, in
 * turns, and counts by the middle one or by their mean, whichever is smaller: the machine's caches and collections can
 * lengthen the time of one size, or of one step between two, while what really grows so does it at every size.
 */
export async function doublingOf(work: Work, care: Care): Promise<Doubling> {
  collect();
  const first = await growthFrom(await largeEnough(work, care), 1, work, care);
  if (first.ratio <= MOST_RATIO) return first;
  return await growthFrom((await largeEnough(work, SECOND_TIME)) / 4, 3, work, SECOND_TIME);
}

/** Over so many doublings from that size on. */
async function growthFrom(from: number, doublings: number, work: Work, care: Care): Promise<Doubling> {
  const sizes = Array.from({ length: doublings + 1 }, (_, at) => Math.max(1, Math.floor(from)) * 2 ** at);
  const times = await measure(work, sizes, care);
  const ratios = times.slice(1).map((ms, at) => ms / (times[at] ?? ms));
  const middle = ratios.toSorted((a, b) => a - b)[Math.floor(doublings / 2)] ?? 0;
  const mean = ratios.reduce((product, ratio) => product * ratio, 1) ** (1 / doublings);
  const size = sizes.at(-2) ?? from;
  return { name: work.name, size, ms: times.at(-2) ?? 0, ratio: Math.min(middle, mean) };
}

/** Doubled until one run takes long enough, or no more may be given. */
async function largeEnough(work: Work, care: Care): Promise<number> {
  let size = work.from;
  let run = work.prepare(size);
  let ms = Math.min(await timeOf(run, 1, care), await timeOf(run, 1, care));
  while (ms < care.leastMs && size * 2 <= work.most) {
    // Four times as much takes sixteen times as long at worst that is looked for: not too long yet.
    size *= ms < care.leastMs / 16 && size * 4 <= work.most ? 4 : 2;
    run = work.prepare(size);
    ms = await timeOf(run, 1, care);
  }
  return size;
}

/**
 * The time of one run on each size, in turns, several runs together where one is too short to measure. Each counts by
 * its shortest time, because a machine only adds to it.
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
