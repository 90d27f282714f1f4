import type { PhoneState } from "../../phone-state.js";
import { formatTime, identityHash, type Lines, linesOf, NOW, when } from "../text.js";

/**
 * The last time that a window asked for the keyboard. A real phone's StartInputHistory.dump has more entries, oldest
 * first.
 */
export function startInputHistory(state: PhoneState): Lines {
  const api = state.build.apiLevel;
  return [
    "  mStartInputHistory:",
    ...(state.focusedWindow ? startInput(state, state.focusedWindow) : []),
    ...when(api >= 30, "  mSoftInputShowHideHistory:"),
    ...when(api >= 34, "  mImeTrackerService#History:", "    mLiveEntries: 0 elements", "    mEntries: 0 elements"),
  ];
}

function startInput(state: PhoneState, window: { readonly hash: string; readonly ownerPackage: string }): Lines {
  const { ime, build, uptimeMs, wallClockMs } = state;
  const type = ime.isVisible ? `0x${(ime.inputType ?? 1).toString(16)}` : "0x0";
  const owner = build.apiLevel >= 29 ? " imeUserId=0 imeDisplayId=0" : "";
  const target = build.apiLevel >= 29 ? " targetUserId=0 targetDisplayId=0" : "";
  return linesOf(build.apiLevel, [
    [24, NOW, "   StartInput #28:"],
    [
      24,
      NOW,
      `    time=${formatTime(wallClockMs - AGE_MS)} (timestamp=${Math.max(0, uptimeMs - AGE_MS)}) reason=WINDOW_FOCUS_GAIN restarting=false`,
    ],
    [
      24,
      NOW,
      `    imeToken=android.os.Binder@${identityHash(`ime token ${ime.currentMethod}`)} [${ime.currentMethod}]${owner}`,
    ],
    [
      24,
      NOW,
      `    targetWin=android.os.BinderProxy@${identityHash(`client ${window.hash}`)} [${window.ownerPackage}]${target} clientBindSeq=29`,
    ],
    [24, NOW, "    softInputMode=STATE_UNSPECIFIED|ADJUST_RESIZE|IS_FORWARD_NAVIGATION"],
    [24, NOW, `    inputType=${type} imeOptions=0x0 fieldId=0x7f0a00c9 fieldName=null actionId=0 actionLabel=null`],
  ]);
}

const AGE_MS = 12_040;
