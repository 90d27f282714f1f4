import type { PhoneState } from "../../phone-state.js";
import { type Lines, when } from "../text.js";

/** KeyguardServiceDelegate.dump, Android 8 and later: numbers up to 8.1, then names. */
export function keyguardDelegate(state: PhoneState): Lines {
  const api = state.build.apiLevel;
  const { isShowing, isSecure, isOccluded } = state.keyguard;
  return [
    "KeyguardServiceDelegate",
    `  showing=${isShowing}`,
    ...when(api <= 29, `  showingAndNotOccluded=${isShowing ? !isOccluded : true}`),
    `  inputRestricted=${isShowing && !isOccluded}`,
    `  occluded=${isOccluded}`,
    `  secure=${isSecure}`,
    `  dreaming=${state.power.wakefulness === "Dreaming"}`,
    "  systemIsReady=true",
    "  deviceHasKeyguard=true",
    "  enabled=true",
    `  offReason=${api <= 27 ? "3" : "OFF_BECAUSE_OF_USER"}`,
    "  currentUser=-10000",
    "  bootCompleted=true",
    `  screenState=${screenState(api, state.display.isOn)}`,
    `  interactiveState=${interactiveState(api, state.power.isInteractive)}`,
    "  KeyguardStateMonitor",
    `    mIsShowing=${isShowing}`,
    "    mSimSecure=false",
    `    mInputRestricted=${isShowing && !isOccluded}`,
    "    mTrusted=false",
    "    mCurrentUserId=0",
  ];
}

function screenState(api: number, isOn: boolean): string {
  if (api <= 27) return isOn ? "2" : "0";
  return isOn ? "SCREEN_STATE_ON" : "SCREEN_STATE_OFF";
}

function interactiveState(api: number, isInteractive: boolean): string {
  if (api <= 27) return isInteractive ? "2" : "0";
  return isInteractive ? "INTERACTIVE_STATE_AWAKE" : "INTERACTIVE_STATE_SLEEP";
}
