import { dumpsys, pipe } from "../../devices/script.js";
import { SHELL_LIMITS } from "../../devices/shell.js";
import type { Part } from "../../devices/shell-parts.js";

/**
 * The power manager notes when the device was last used, with the time of the input event, in whole ms of uptime:
 * PowerManagerService.userActivityNoUpdateLocked, Android 7 to 16. Up to Android 11 there is a second such line.
 */
const LINES = "^ *(mLastInteractivePowerHintTime|mLastUserActivityTime)=[0-9]+";
const STEP = pipe(dumpsys(2, "power"), ["grep", "-iE", "-m4", LINES]);
const REPORTED = /^ *mLast(?:InteractivePowerHint|UserActivity)Time=(\d+)/gim;

/** Reads the time of the last use at the end of a touch's own stream. */
export const LAST_USE: Part = { step: STEP, ...SHELL_LIMITS, totalMs: 4_000 };

/**
 * The times of the last uses of the device that the power manager reports, in ms since boot without sleep; empty if it
 * reports none. In each 100 ms only the first touch or key counts, so the time of a single touch is when its finger
 * came down. `text` is the dump, or only those lines of it.
 */
export function lastUsesIn(text: string): readonly number[] {
  return [...text.matchAll(REPORTED)].map((found) => Number(found[1]));
}
