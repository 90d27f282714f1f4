import { mkdirSync, readdirSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { causeWords } from "../base/cause-words.js";
import { FoveaError } from "../base/errors.js";
import { warn } from "../base/log.js";
import { makeFolderSync } from "../base/make-folder.js";

/** The size of a block; small, so that refs stay short for models. */
const BLOCK_SIZE = 100;
/**
 * How many blocks are taken at a time at most. Taking blocks takes milliseconds, and thousands of elements may need
 * refs at once.
 */
const MOST_BLOCKS = 64;

/**
 * Counts refs upwards for one process. Two processes on this host never give the same ref: each takes blocks of numbers
 * by creating a folder that is named after the last number. Only one process can create it, and it is above all blocks
 * that were taken before. Each time the process takes as many blocks as it has used so far.
 *
 * If the state folder cannot be used, a warning is printed on stderr, and the numbers follow the clock: they are still
 * above those of earlier processes, but long, and equal for two processes that start in the same second.
 */
export class RefCounter {
  readonly #folder: string;
  #next = 0;
  #end = 0;
  #used = 0;
  #hasWarned = false;

  /** `stateFolder` is kept between processes; it is created when the first ref is taken. */
  constructor(stateFolder: string) {
    this.#folder = join(stateFolder, "refs");
  }

  /** The next ref, for example `e12`. */
  next(): string {
    if (this.#next === this.#end) this.#takeBlocks();
    const ref = `e${this.#next}`;
    this.#next += 1;
    return ref;
  }

  #takeBlocks(): void {
    const blocks = this.#reserve(Math.min(MOST_BLOCKS, Math.max(1, this.#used)));
    this.#used += blocks.count;
    this.#next = blocks.first * BLOCK_SIZE + 1;
    this.#end = this.#next + blocks.count * BLOCK_SIZE;
  }

  #reserve(count: number): Blocks {
    try {
      makeFolderSync(this.#folder);
      return reserve(this.#folder, count);
    } catch (error) {
      if (!this.#hasWarned)
        warn("session", `refs cannot be reserved in ${this.#folder}, so they will be long: ${causeWords(error)}`);
      this.#hasWarned = true;
      return { first: Math.max(blockOfClock(), Math.floor(this.#end / BLOCK_SIZE)), count: 1 };
    }
  }
}

/** Consecutive blocks. */
interface Blocks {
  readonly first: number;
  readonly count: number;
}

const CLOCK_START_MS = Date.UTC(2026, 0, 1);

/** How many blocks each second has: more than a process can use, so that a later process starts above them. */
const BLOCKS_PER_SECOND = 100;

function blockOfClock(): number {
  return Math.floor((Date.now() - CLOCK_START_MS) / 1000) * BLOCKS_PER_SECOND;
}

/** A process that loses a race lets another one succeed, so that many tries are never needed. */
const MOST_TRIES = 1000;

/**
 * How many of the last taken blocks stay listed. Listing a folder may miss entries that other processes create or
 * remove at the same time, and a process may be slow between listing and taking. The listed blocks keep it from taking
 * a used block again.
 */
const KEPT_BLOCKS = 16;

/**
 * Takes `count` blocks, or fewer if other processes took some at the same time. Only the last block has a folder. Of
 * several processes at the same time, the one with the highest block succeeds, and gets the blocks above the others.
 */
function reserve(folder: string, count: number): Blocks {
  let taken = takenBlocks(folder);
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const block = Math.max(-1, ...taken) + count;
    const isMine = tryTake(join(folder, String(block)));
    taken = takenBlocks(folder);
    // Between listing and taking, other processes may have used and removed this block: then a higher one exists.
    if (isMine && Math.max(...taken) === block) {
      const others = taken.filter((other) => other !== block).toSorted((one, other) => other - one);
      for (const old of others.slice(KEPT_BLOCKS)) removeBlock(join(folder, String(old)));
      const first = (others[0] ?? -1) + 1;
      return { first, count: block - first + 1 };
    }
    if (isMine) removeBlock(join(folder, String(block)));
  }
  throw new FoveaError("INTERNAL", `no block of refs could be taken in ${folder}`);
}

/** Longer names are not Fovea's: such numbers would not be exact. */
function takenBlocks(folder: string): readonly number[] {
  return readdirSync(folder).flatMap((name) => (/^\d{1,10}$/.test(name) ? [Number(name)] : []));
}

function tryTake(path: string): boolean {
  try {
    mkdirSync(path, { mode: 0o700 });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

function removeBlock(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    // Another process removed it first.
  }
}
