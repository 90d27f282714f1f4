import type { PhoneState } from "../../phone-state.js";
import { displayViews } from "../display-views.js";
import { identityHash, type Lines, when } from "../text.js";

/** `dumpsys window animator`: the surfaces of each display from bottom to top. */
export function dumpAnimator(state: PhoneState): Lines {
  const displays = displayViews(state).flatMap((view) => {
    const windows = view.windows.toReversed().map((window, index) => {
      const token = `WindowStateAnimator{${identityHash(`animator ${window.hash}`)} ${window.title}}`;
      return `      Window #${index}: ${token}`;
    });
    const rotation = when(state.build.apiLevel <= 33, "      no ScreenRotationAnimation ");
    return [`    DisplayContentsAnimator #${view.display.displayId}:`, ...windows, ...rotation, ""];
  });
  return [
    "WINDOW MANAGER ANIMATOR STATE (dumpsys window animator)",
    ...displays,
    "",
    "    mBulkUpdateParams=0x8 ORIENTATION_CHANGE_COMPLETE",
  ];
}
