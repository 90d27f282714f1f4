import { mkdirSync, readdirSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { warn } from "../base/log.js";

/** Refs that one process takes at a time; small, so that numbers stay short in what models read. */
const BLOCK_SIZE = 100;

/**
 * Counts refs upwards for one process. No two processes on this host ever hand out the same one: each takes blocks of
 * numbers by creating a folder named after the block, which only one of them can do, and every block is above those
 * that were taken before.
 */
export class RefCounter {
  readonly #folder: string;
  #next = 0;
  #end = 0;

  /** `stateFolder` is kept between processes; it is made when the first ref is taken. */
  constructor(stateFolder: string) {
    this.#folder = join(stateFolder, "refs");
  }

  /** The next ref, for example `e12`. */
  next(): string {
    if (this.#next === this.#end) {
      this.#next = takeBlock(this.#folder) * BLOCK_SIZE + 1;
      this.#end = this.#next + BLOCK_SIZE;
    }
    const ref = `e${this.#next}`;
    this.#next += 1;
    return ref;
  }
}

function takeBlock(folder: string): number {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return reserve(folder);
  } catch (error) {
    // Without a place to write to, seconds since a fixed day are above all that an earlier process can have used.
    warn("session", `refs cannot be reserved in ${folder} (${String(error)}); they start at the clock's number`);
    return Math.floor((Date.now() - FALLBACK_EPOCH_MS) / 1000);
  }
}

const FALLBACK_EPOCH_MS = Date.UTC(2026, 0, 1);

function reserve(folder: string): number {
  for (let taken = takenBlocks(folder); ; ) {
    const block = Math.max(-1, ...taken) + 1;
    const isMine = tryTake(join(folder, String(block)));
    taken = takenBlocks(folder);
    // Between listing and taking, others may have gone past this block and removed it: then it was used already.
    if (isMine && Math.max(...taken) === block) {
      for (const old of taken.filter((other) => other < block)) removeBlock(join(folder, String(old)));
      return block;
    }
    if (isMine) removeBlock(join(folder, String(block)));
  }
}

function takenBlocks(folder: string): readonly number[] {
  return readdirSync(folder).flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
}

function tryTake(path: string): boolean {
  try {
    mkdirSync(path);
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
