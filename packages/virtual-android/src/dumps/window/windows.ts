import type { PhoneState, WindowState } from "../../phone-state.js";
import { allWindows } from "../display-views.js";
import type { Lines } from "../text.js";
import { windowToken } from "../tokens.js";
import { numberedWindow, windowBlock } from "./window-block.js";
import { windowTrailer } from "./window-trailer.js";

export const WINDOWS_TITLE = "WINDOW MANAGER WINDOWS (dumpsys window windows)";

export type WindowFilter = (window: WindowState) => boolean;

/**
 * `dumpsys window windows`, or with a filter `visible` and a name: the block of each window, top first, then the global
 * fields. `isFull` is `-a`: without it, there are few global fields, and unfiltered windows are short.
 */
export function dumpWindows(state: PhoneState, isFull: boolean, filter: WindowFilter | null = null): Lines {
  return [WINDOWS_TITLE, ...windowsNoHeader(state, isFull, filter)];
}

/**
 * The same dump without the title line, as the report of the last ANR contains it. Android 7 numbers the windows
 * downwards, later releases upwards from 0.
 */
export function windowsNoHeader(state: PhoneState, isFull: boolean, filter: WindowFilter | null = null): Lines {
  const shown = allWindows(state).filter(({ window }) => filter === null || filter(window));
  const isDescending = state.build.apiLevel <= 25;
  const blocks = shown.flatMap(({ view, window }, index) => {
    const number = isDescending ? shown.length - 1 - index : index;
    return numberedWindow({ state, view, window, isFull: isFull || filter !== null }, `Window #${number}`);
  });
  return [...blocks, ...hidingOverlays(state, isFull), ...windowTrailer(state, isFull)];
}

/** Settings hides overlays of other apps; from Android 12 on its window is dumped a second time because of this. */
function hidingOverlays(state: PhoneState, isFull: boolean): Lines {
  if (state.build.apiLevel < 31) return [];
  const entry = allWindows(state).find(({ window }) => isHidingOverlays(window));
  if (!entry) return [];
  const token = windowToken(entry.window);
  const block = isFull ? [`  #0 ${token}:`, ...windowBlock({ state, ...entry, isFull }, "    ")] : [`  #0 ${token}`];
  return ["", "  Hiding System Alert Windows:", ...block];
}

function isHidingOverlays(window: WindowState): boolean {
  return window.ownerPackage === "com.android.settings" && window.kind === "application" && window.isVisible;
}
