import { mkdirSync, readdirSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { causeWords } from "../base/cause-words.js";
import { FoveaError } from "../base/errors.js";
import { warn } from "../base/log.js";
import { makeFolderSync } from "../base/make-folder.js";

/** Small, so that numbers stay short in what models read. */
const BLOCK_SIZE = 100;
/**
 * So many blocks at most are taken at a time: each time takes milliseconds, and thousands of elements may come at once.
 */
const MOST_BLOCKS = 64;

/**
 * Counts refs upwards for one process. No two processes on this host ever hand out the same one: each takes blocks of
 * numbers by creating a folder named after the last of them, which only one of them can do, and all are above those
 * that were taken before. Each time it takes as many as it has used.
 *
 * Where the state folder cannot be used, a warning on stderr reports it, and the numbers follow the clock: still above
 * those of earlier processes, but long, and shared by two processes that start in the same second.
 */
export class RefCounter {
  readonly #folder: string;
  #next = 0;
  #end = 0;
  #used = 0;
  #hasWarned = false;

  /** `stateFolder` is kept between processes; it is made when the first ref is taken. */
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

/** Blocks that follow upon each other. */
interface Blocks {
  readonly first: number;
  readonly count: number;
}

const CLOCK_START_MS = Date.UTC(2026, 0, 1);

/** So many blocks for each second: more than a process can use, so that a later one starts above it. */
const BLOCKS_PER_SECOND = 100;

function blockOfClock(): number {
  return Math.floor((Date.now() - CLOCK_START_MS) / 1000) * BLOCKS_PER_SECOND;
}

/** Every lost race is another process's success, so that this many are never needed. */
const MOST_TRIES = 1000;

/**
 * How many of those taken last stay listed, however far apart they are: a listing misses what comes and goes meanwhile,
 * and so does a process that is slow between listing and taking. It must not take one again.
 */
const KEPT_BLOCKS = 16;

/**
 * So many blocks, or fewer where others took some of them meanwhile. Only the last one has a folder. Of several
 * processes at once the one with the highest goes on, and has what is above the others.
 */
function reserve(folder: string, count: number): Blocks {
  let taken = takenBlocks(folder);
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const block = Math.max(-1, ...taken) + count;
    const isMine = tryTake(join(folder, String(block)));
    taken = takenBlocks(folder);
    // Between listing and taking, others may have gone past this block and removed it: then it was used already.
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

/** Fovea gives no longer names: beyond them numbers would not be exact. */
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
