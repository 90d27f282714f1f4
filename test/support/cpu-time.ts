import { performance } from "node:perf_hooks";
import * as z from "zod";

/**
 * The processor time that this process takes for some work, in milliseconds. What else runs on the machine does not
 * count, as it does by the clock.
 */
export function cpuMsOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * The processor time that this thread has taken, in milliseconds: what its threads and other programs compute does not
 * count. Before Node 23.9, which does not say, the time for which its event loop did not wait.
 */
export function threadCpuMs(): number {
  const usage: unknown = Reflect.get(process, "threadCpuUsage");
  if (typeof usage !== "function") return performance.eventLoopUtilization().active;
  const { user, system } = USAGE.parse(usage.call(process));
  return (user + system) / 1000;
}

const USAGE = z.object({ user: z.number(), system: z.number() });
