import type { RunFolder } from "./run-folder.js";

/** The limits of a memory; the oldest runs are removed first. */
export interface MemoryLimits {
  readonly mostDays: number;
  readonly mostBytes: number;
}

export const MEMORY_LIMITS: MemoryLimits = { mostDays: 365, mostBytes: 256_000_000 };

const DAY_MS = 86_400_000;

/** Removes the oldest runs beyond the limits, and gives their ids. `now`: ms since the epoch. */
export function dropBeyond(runs: RunFolder, { mostDays, mostBytes }: MemoryLimits, now: number): readonly string[] {
  const files = runs.files(now).toSorted((one, other) => one.endedMs - other.endedMs);
  let bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const dropped: string[] = [];
  for (const file of files) {
    if (now - file.endedMs <= mostDays * DAY_MS && bytes <= mostBytes) continue;
    bytes -= file.bytes;
    dropped.push(...runs.read(file.name).runs.map(({ id }) => id));
    runs.remove(file.name);
  }
  return dropped;
}
