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
  /** Of the time for twice the size to that for the size. */
  readonly ratio: number;
}

setFlagsFromString("--expose-gc");
const collectSchema = z.custom<(options?: { readonly type: "minor" }) => void>((value) => typeof value === "function");
const collect = collectSchema.parse(runInNewContext("gc"));

/** Shorter runs are measured together, so that the clock can measure them. */
const TOGETHER_MS = 1;
const MOST_ROUNDS = 40;
/** This many runs on the largest input, together, count as nothing where they are still too short to measure. */
const MOST_RUNS = 1_000;

/** Twice the input may take so many times as long: twice, and what the machine adds. */
export const MOST_RATIO = 2.3;
/** How what seems to take longer than that is measured again, whatever care was taken before. */
const SECOND_TIME: Care = { leastMs: 20, rounds: 8, collectsAll: true };

/**
 * How the time of a work grows with its input. What seems to grow too fast is measured again, on three doublings, and
 * counts by the middle one: at one size the machine's caches and memory may step in, and what really grows so does it
 * at all.
 */
export async function doublingOf(work: Work, care: Care): Promise<Doubling> {
  collect();
  const first = await measure(work, await largeEnough(work, care), care);
  if (first.ratio <= MOST_RATIO) return first;
  const size = await largeEnough(work, SECOND_TIME);
  const doublings: Doubling[] = [];
  for (const at of [size, size / 2, size / 4]) doublings.push(await measure(work, at, SECOND_TIME));
  return doublings.toSorted((a, b) => a.ratio - b.ratio)[1] ?? first;
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
 * This size and twice as much, in turns, several runs together where one is too short to measure. Each counts by its
 * shortest time, because a machine only adds to it.
 */
async function measure(work: Work, from: number, care: Care): Promise<Doubling> {
  const size = Math.max(1, Math.floor(from));
  const [run, double] = [work.prepare(size), work.prepare(size * 2)];
  const ms = await timeOf(run, 1, care);
  const runs = Math.max(1, Math.min(MOST_RUNS, Math.ceil(TOGETHER_MS / Math.max(ms, 0.001))));
  const rounds = Math.max(care.rounds, Math.min(MOST_ROUNDS, Math.ceil(care.leastMs / (ms * runs + 0.001))));
  let [once, twice] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < rounds; round += 1) {
    once = Math.min(once, await timeOf(run, runs, care));
    twice = Math.min(twice, await timeOf(double, runs, care));
  }
  return { name: work.name, size, ms: once / runs, ratio: twice / once };
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
