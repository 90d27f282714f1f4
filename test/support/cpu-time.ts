/**
 * The processor time that this process takes for some work, in milliseconds. What else runs on the machine does not count,
 * as it does by the clock.
 */
export function cpuMsOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
