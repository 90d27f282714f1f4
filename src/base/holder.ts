import { createHash } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import * as z from "zod";

/** The process that acts on a device, as it identifies itself to other processes of the same user. */
export const holderSchema = z.object({
  pid: z.number().int().min(1),
  /**
   * The start time of the process by the kernel's clock, which distinguishes it from another process with the same pid;
   * null if unknown.
   */
  startedAt: z.string().max(40).nullable(),
  /** Where the pid identifies this process: one boot of one host, and one container's process ids. */
  place: z.string().max(64),
  /** The name of the program, for example `fovea serve`. */
  program: z.string().max(100),
});
export type Holder = z.infer<typeof holderSchema>;

/** How this process identifies itself. */
export function thisProcess(program: string): Holder {
  return { pid: process.pid, startedAt: startOf(process.pid), place: placeOfPids(), program };
}

/**
 * Whether a process has ended, judged by its pid and, if the system reports it (Linux), by its start time. Null if
 * unknown: for another container or another host, and if only the pid is known.
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
    // EPERM: the process exists, and belongs to another user.
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}

/**
 * The start time, field 22 of /proc/PID/stat, in ticks since the host was booted; the name in the second field may
 * contain blanks.
 */
function startOf(pid: number): string | null {
  const stat = textOf(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
  const [, ...behindName] = /^.*\) (.*)$/s.exec(stat)?.[1]?.split(" ") ?? [];
  return behindName[18] ?? null;
}

/** Each container numbers its processes from 1, and so does each host after a boot. */
function placeOfPids(): string {
  const bootId = textOf(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8"));
  const pids = textOf(() => readlinkSync("/proc/self/ns/pid"));
  return createHash("sha256").update([hostname(), bootId, pids].join("\n")).digest("hex").slice(0, 32);
}

/** The text of a file; empty if the system has no such file. */
function textOf(read: () => string): string {
  try {
    return read();
  } catch {
    return "";
  }
}
