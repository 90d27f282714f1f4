import {
  appendFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { causeWords } from "../base/cause-words.js";
import { FoveaError } from "../base/errors.js";
import { makeFolderSync } from "../base/make-folder.js";
import type { GraphRun } from "../graph/build/graph-run.js";
import { hashOf } from "../graph/identity/screen-print.js";
import { type KeptRun, printRun, readRunLines } from "./run-lines.js";

/** One file of the folder. */
export interface RunFile {
  readonly name: string;
  readonly bytes: number;
  /** The end of the run, in ms since the epoch; stored as the file's modification time. */
  readonly endedMs: number;
}

/** The age at which an unfinished file is removed, in ms: the process that wrote it has ended. */
const PART_MS = 3_600_000;

/**
 * The runs of a memory, a file each. Only these files are stored data; everything else is made from them. A file
 * appears completely or not at all, even if a process is killed, and several processes may write at the same time.
 */
export class RunFolder {
  readonly #folder: string;

  /** Makes the folder, readable for this user only. Errors: MEMORY_UNUSABLE. */
  constructor(folder: string) {
    this.#folder = folder;
    try {
      makeFolderSync(folder);
    } catch (cause) {
      throw unusable(folder, cause);
    }
  }

  /** The files, sorted by name. Unfinished files of killed processes are removed after an hour. */
  files(now: number): readonly RunFile[] {
    const found: RunFile[] = [];
    for (const name of readdirSync(this.#folder).sort()) {
      const stats = statSync(join(this.#folder, name), { throwIfNoEntry: false });
      if (!stats) continue; // removed by another process
      if (name.endsWith(".jsonl")) found.push({ name, bytes: stats.size, endedMs: stats.mtimeMs });
      else if (name.endsWith(".part") && now - stats.ctimeMs > PART_MS) this.remove(name);
    }
    return found;
  }

  /** The runs of one file; empty if the file was removed meanwhile. Errors: MEMORY_NEWER. */
  read(name: string): { readonly runs: readonly KeptRun[]; readonly damaged: number } {
    const path = join(this.#folder, name);
    try {
      return readRunLines(readFileSync(path, "utf8"), path);
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return { runs: [], damaged: 0 };
      throw error;
    }
  }

  has(id: string): boolean {
    return statSync(join(this.#folder, fileNameOf(id)), { throwIfNoEntry: false }) !== undefined;
  }

  /** Writes a run. Errors: MEMORY_UNUSABLE. */
  write(run: KeptRun): void {
    const path = join(this.#folder, fileNameOf(run.id));
    const part = `${path}.${process.pid}.part`;
    try {
      writeFileSync(part, printRun(run), { mode: 0o600, flush: true });
      utimesSync(part, endOf(run) / 1000, endOf(run) / 1000);
      renameSync(part, path);
    } catch (cause) {
      rmSync(part, { force: true });
      throw unusable(path, cause);
    }
  }

  /**
   * Appends lines to the file of a run in one write; readers leave out a line that a killed process did not finish.
   * `head` is written first if the file does not exist. Errors: MEMORY_UNUSABLE.
   */
  append(id: string, head: string, lines: string): void {
    const path = join(this.#folder, fileNameOf(id));
    try {
      const isThere = this.has(id);
      appendFileSync(path, isThere ? lines : `${head}${lines}`, { mode: 0o600 });
    } catch (cause) {
      throw unusable(path, cause);
    }
  }

  /** Changes each time a run is added or removed, but not when lines are appended. */
  get stamp(): string {
    return String(statSync(this.#folder, { bigint: true }).mtimeNs);
  }

  remove(name: string): void {
    rmSync(join(this.#folder, name), { force: true });
  }
}

/** The end of a run, in ms since the epoch. */
export function endOf({ at, steps }: GraphRun): number {
  return Math.max(at, steps.at(-1)?.at ?? at);
}

export function fileNameOf(id: string): string {
  return `r${hashOf(id)}.jsonl`;
}

function unusable(path: string, cause: unknown): FoveaError {
  const why = causeWords(cause);
  return new FoveaError("MEMORY_UNUSABLE", `the memory in ${path} cannot be written: ${why}`, { cause });
}
