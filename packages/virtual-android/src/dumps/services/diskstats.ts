import type { PhoneState } from "../../phone-state.js";
import { type Lines, linesOf, NOW } from "../text.js";

const TOTAL_KB = 6_000_000;
const FREE_KB = 4_096_000;

/** `dumpsys diskstats` (DiskStatsService.dump of AOSP); the used space never changes. */
export function dumpDiskStats({ build }: PhoneState): Lines {
  const part = (name: string, free: number, total: number) =>
    `${name}-Free: ${free}K / ${total}K total = ${Math.floor((free * 100) / total)}% free`;
  return linesOf(build.apiLevel, [
    [24, NOW, "Latency: 1ms [512B Data Write]"],
    [28, NOW, "Recent Disk Write Speed (kB/s) = 4839"],
    [24, NOW, part("Data", FREE_KB, TOTAL_KB)],
    [24, NOW, part("Cache", FREE_KB, TOTAL_KB)],
    [24, NOW, part("System", 100_000, 3_000_000)],
    [24, NOW, "File-based Encryption: true"],
  ]);
}
