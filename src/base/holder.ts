import { createHash } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import * as z from "zod";

/** The process that acts on a device, as it names itself to the other processes of its user. */
export const holderSchema = z.object({
  pid: z.number().int().min(1),
  /**
   * Start of the process by the kernel's clock, which distinguishes it from another one with the same pid; null if
   * unknown.
   */
  startedAt: z.string().max(40).nullable(),
  /** Where the pid means this process: a host's boot, and a container's own numbering of processes. */
  place: z.string().max(64),
  /** What it calls itself, for example `fovea serve`. */
  program: z.string().max(100),
});
export type Holder = z.infer<typeof holderSchema>;

/** How this process names itself. */
export function thisProcess(program: string): Holder {
  return { pid: process.pid, startedAt: startOf(process.pid), place: placeOfPids(), program };
}

/**
 * Whether a process has ended: by its pid and, where the system reports it (Linux), by when it began. Null if that
 * it is unknown: in another container or on another host, and where only the pid is known.
 */
export function hasEnded(holder: Holder, us: Holder): boolean | null {
  if (holder.place !== us.place) return null;
  if (!isRunning(holder.pid)) return true;
  const startedAt = startOf(holder.pid);
  return holder.startedAt === null || startedAt === null ? null : startedAt !== holder.startedAt;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: there is one, and it belongs to somebody else.
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}

/** Field 22 of /proc/PID/stat, in ticks since the host was booted; the name in the second field may hold blanks. */
function startOf(pid: number): string | null {
  const stat = textOf(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
  const [, ...behindName] = /^.*\) (.*)$/s.exec(stat)?.[1]?.split(" ") ?? [];
  return behindName[18] ?? null;
}

/** Containers number their processes from 1, and each host does with every boot. */
function placeOfPids(): string {
  const bootId = textOf(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8"));
  const pids = textOf(() => readlinkSync("/proc/self/ns/pid"));
  return createHash("sha256").update([hostname(), bootId, pids].join("\n")).digest("hex").slice(0, 32);
}

/** Empty if the system has no such file. */
function textOf(read: () => string): string {
  try {
    return read();
  } catch {
    return "";
  }
}
