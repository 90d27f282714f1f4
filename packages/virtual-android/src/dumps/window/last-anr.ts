import type { AnrState, PhoneState } from "../../phone-state.js";
import { formatTime, type Lines } from "../text.js";
import { dumpDisplays } from "./displays/display-contents.js";
import { windowsNoHeader } from "./windows.js";

/**
 * `dumpsys window lastanr`: the report that the window manager saved at the ANR, with a complete but old copy of all
 * windows and displays. `dumpsys window` without arguments starts with this report.
 */
export function dumpLastAnr(state: PhoneState): Lines {
  const title = "WINDOW MANAGER LAST ANR (dumpsys window lastanr)";
  if (!state.lastAnr) return [title, "  <no ANR has occurred since boot>"];
  return [title, ...savedReport(state.lastAnr)];
}

function savedReport({ wallClockMs, reason, windowTitle, snapshot }: AnrState): Lines {
  return [
    `  ANR time: ${formatTime(wallClockMs).slice(0, 19)}`,
    `  Window at fault: ${windowTitle}`,
    `  Reason: ${reason}`,
    "",
    ...windowsNoHeader(snapshot, true),
    "",
    "Last ANR continued",
    ...dumpDisplays(snapshot),
  ];
}
