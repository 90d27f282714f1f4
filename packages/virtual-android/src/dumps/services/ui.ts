import type { PhoneState } from "../../phone-state.js";
import { type Lines, linesOf, NOW } from "../text.js";

/** `dumpsys uimode`. */
export function dumpUiMode(state: PhoneState): Lines {
  const isNight = state.settings.secure.get("ui_night_mode") === "2";
  return linesOf(state.build.apiLevel, [
    [24, NOW, "Current UI Mode Service state:"],
    [24, NOW, "  mDockState=0 mLastBroadcastState=0"],
    [
      24,
      28,
      `  mNightMode=${isNight ? 2 : 1} mNightModeLocked=false mCarModeEnabled=false mComputedNightMode=${isNight}`,
    ],
    [29, NOW, `  mNightMode=${isNight ? "2 (yes)" : "1 (no)"} mNightModeLocked=false mCarModeEnableFlags=0x0`],
    [29, NOW, `  mCarModeEnabled=false mComputedNightMode=${isNight}`],
    [24, NOW, `  mCurUiMode=0x${isNight ? 21 : 11} mUiModeLocked=false mSetUiMode=0x${isNight ? 21 : 11}`],
    [24, NOW, "  mHoldingConfiguration=false mSystemReady=true"],
  ]);
}

/** `dumpsys statusbar`. */
export function dumpStatusBar(state: PhoneState): Lines {
  const records = state.windows.filter((window) => window.kind === "statusBar").length;
  return linesOf(state.build.apiLevel, [
    [29, NOW, "  displayId=0"],
    [24, 28, "  mDisabled1=0x0"],
    [24, 28, "  mDisabled2=0x0"],
    [29, NOW, "    mDisabled1=0x0"],
    [29, NOW, "    mDisabled2=0x0"],
    [24, NOW, "  mDisableRecords.size=0"],
    [24, 28, `  mStatusBarBound=${records > 0}`],
    [24, NOW, "  mCurrentUserId=0"],
    [24, NOW, "  mIcons="],
  ]);
}
