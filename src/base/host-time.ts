import { readFileSync } from "node:fs";

/** A time that all processes of one boot of this host can compare, independent of the wall clock. */
export interface HostTime {
  /** The id of the boot; empty if the system does not report one. */
  readonly boot: string;
  /** Milliseconds since a fixed moment of that boot (CLOCK_MONOTONIC on Linux; suspended time does not count). */
  readonly ms: number;
}

export function hostTime(): HostTime {
  return { boot: bootOfHost(), ms: Number(process.hrtime.bigint() / 1_000_000n) };
}

function bootOfHost(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return "";
  }
}
