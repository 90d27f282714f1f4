import { dumpsys, pipe } from "../../devices/script.js";
import { SHELL_LIMITS } from "../../devices/shell.js";
import type { Part } from "../../devices/shell-parts.js";

/**
 * The power manager notes when somebody used the device, by the time that the input event itself bears, in whole ms of
 * uptime: PowerManagerService.userActivityNoUpdateLocked, Android 7 to 16; up to 11 there is a line of its own beside
 * it.
 */
const LINES = "^ *(mLastInteractivePowerHintTime|mLastUserActivityTime)=[0-9]+";
const STEP = pipe(dumpsys(2, "power"), ["grep", "-iE", "-m4", LINES]);
const REPORTED = /^ *mLast(?:InteractivePowerHint|UserActivity)Time=(\d+)/gim;

/** Asks for it at the end of a touch's own stream. */
export const LAST_USE: Part = { step: STEP, ...SHELL_LIMITS, totalMs: 4_000 };

/**
 * The times of the last use of the device that the power manager reports, in ms since boot without sleep; none if it
 * reports none. In each 100 ms only the first touch or key counts, so that a touch that came alone is reported with the
 * time of its finger's coming down. From the dump, or from those lines of it.
 */
export function lastUsesIn(text: string): readonly number[] {
  return [...text.matchAll(REPORTED)].map((found) => Number(found[1]));
}
