import { performance } from "node:perf_hooks";
import * as z from "zod";

/**
 * The processor time of this process for some work, in milliseconds. Unlike wall time, it does not depend on other
 * programs of the machine.
 */
export function cpuMsOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * The processor time of this thread, in milliseconds, without other threads and programs. Before Node 23.9, which does
 * not report it, the active time of its event loop.
 */
export function threadCpuMs(): number {
  const usage: unknown = Reflect.get(process, "threadCpuUsage");
  if (typeof usage !== "function") return performance.eventLoopUtilization().active;
  const { user, system } = USAGE.parse(usage.call(process));
  return (user + system) / 1000;
}

const USAGE = z.object({ user: z.number(), system: z.number() });
