import type { Step } from "./script.js";

const SAID = /^fovea at (\d+(?:\.\d+)?)$/gm;

/**
 * A step that prints the device's time on stderr, by the clock since boot (`/proc/uptime`, in steps of 10 ms). It uses
 * only commands that are built into the shell, so it needs no process and no time. Sleep counts, as in elapsedRealtime.
 */
export const PRINT_TIME: Step = {
  text: 'read -r fovea_up fovea_idle </proc/uptime && echo "fovea at $fovea_up" >&2',
  isSimple: false,
};

/** The times that a script printed, in ms since boot, in their order. */
export function timesReportedIn(stderr: string): readonly number[] {
  return [...stderr.matchAll(SAID)].map((found) => Number(found[1]) * 1_000);
}

/** The rest of stderr, without the times. */
export function withoutTimes(stderr: string): string {
  return stderr.replaceAll(SAID, "").trim();
}
