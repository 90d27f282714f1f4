import type { Step } from "./script.js";

const SAID = /^fovea at (\d+(?:\.\d+)?)$/gm;

/**
 * Has a script say on stderr what time it is on the device, by the clock that counts since boot (`/proc/uptime`, in
 * steps of 10 ms): built into the shell, so that it costs no process and no time. Sleep counts, as in elapsedRealtime.
 */
export const PRINT_TIME: Step = {
  text: 'read -r fovea_up fovea_idle </proc/uptime && echo "fovea at $fovea_up" >&2',
  isSimple: false,
};

/** The times that a script printed, in ms since boot, in its order. */
export function timesReportedIn(stderr: string): readonly number[] {
  return [...stderr.matchAll(SAID)].map((found) => Number(found[1]) * 1_000);
}

/** What else is there. */
export function withoutTimes(stderr: string): string {
  return stderr.replaceAll(SAID, "").trim();
}
