import { mkdirSync, readdirSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { FoveaError } from "../base/errors.js";
import { warn } from "../base/log.js";

/** Refs that one process takes at a time; small, so that numbers stay short in what models read. */
const BLOCK_SIZE = 100;

/**
 * Counts refs upwards for one process. No two processes on this host ever hand out the same one: each takes blocks of
 * numbers by creating a folder named after the block, which only one of them can do, and every block is above those
 * that were taken before.
 *
 * Where the state folder cannot be used, one line on stderr says so, and the numbers follow the clock: still above those
 * of earlier processes, but long, and shared by two processes that start in the same second.
 */
export class RefCounter {
  readonly #folder: string;
  #next = 0;
  #end = 0;
  #hasWarned = false;

  /** `stateFolder` is kept between processes; it is made when the first ref is taken. */
  constructor(stateFolder: string) {
    this.#folder = join(stateFolder, "refs");
  }

  /** The next ref, for example `e12`. */
  next(): string {
    if (this.#next === this.#end) {
      this.#next = this.#takeBlock() * BLOCK_SIZE + 1;
      this.#end = this.#next + BLOCK_SIZE;
    }
    const ref = `e${this.#next}`;
    this.#next += 1;
    return ref;
  }

  #takeBlock(): number {
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      return reserve(this.#folder);
    } catch (error) {
      if (!this.#hasWarned)
        warn("session", `refs cannot be reserved in ${this.#folder}, so they will be long: ${String(error)}`);
      this.#hasWarned = true;
      return Math.max(blockOfClock(), Math.floor(this.#end / BLOCK_SIZE));
    }
  }
}

const CLOCK_START_MS = Date.UTC(2026, 0, 1);

/** So many blocks for each second: more than a process can use, so that a later one starts above it. */
const BLOCKS_PER_SECOND = 100;

function blockOfClock(): number {
  return Math.floor((Date.now() - CLOCK_START_MS) / 1000) * BLOCKS_PER_SECOND;
}

/** Every lost race is another process's success, so that this many are never needed. */
const MOST_TRIES = 1000;

/** How many of the blocks taken last stay listed, so that a process that is slow in between cannot take one again. */
const KEPT_BLOCKS = 16;

function reserve(folder: string): number {
  let taken = takenBlocks(folder);
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const block = Math.max(-1, ...taken) + 1;
    const isMine = tryTake(join(folder, String(block)));
    taken = takenBlocks(folder);
    // Between listing and taking, others may have gone past this block and removed it: then it was used already.
    if (isMine && Math.max(...taken) === block) {
      for (const old of taken.filter((other) => other <= block - KEPT_BLOCKS)) removeBlock(join(folder, String(old)));
      return block;
    }
    if (isMine) removeBlock(join(folder, String(block)));
  }
  throw new FoveaError("INTERNAL", `no block of refs could be taken in ${folder}`);
}

/** Longer names are none of ours: beyond them numbers would not be exact. */
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
