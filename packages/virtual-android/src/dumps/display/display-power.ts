import type { PhoneState } from "../../phone-state.js";
import { type Lines, linesOf, NOW, type VersionedLine, when } from "../text.js";

/** The power controller of the default display: its state, its backlight, then the stored values. */
export function powerControllerLines(state: PhoneState): Lines {
  const api = state.build.apiLevel;
  return [
    ...when(api >= 31, "Display Power Controllers: size=1", "", "Display Power Controller:", "  mDisplayId=0", ""),
    ...linesOf(api, controllerTable(state)),
    "",
    ...linesOf(api, powerStateTable(state)),
    "",
    "PersistentDataStore",
    "  mLoaded=true",
    "  mDirty=false",
    "  RememberedWifiDisplays:",
    "  DisplayStates:",
    "  StableDeviceValues:",
    `      StableDisplayWidth=${state.display.physicalSize.width}`,
    `      StableDisplayHeight=${state.display.physicalSize.height}`,
  ];
}

function controllerTable(state: PhoneState): readonly VersionedLine[] {
  const policy = state.display.isOn ? "BRIGHT" : "OFF";
  const request = powerRequest(state.build.apiLevel, policy);
  return [
    [24, NOW, "Display Power Controller Locked State:"],
    [24, NOW, "  mDisplayReadyLocked=true"],
    [24, NOW, `  mPendingRequestLocked=${request}`],
    [24, NOW, "  mPendingRequestChangedLocked=false"],
    [24, NOW, "  mPendingWaitForNegativeProximityLocked=false"],
    [24, NOW, "  mPendingUpdatePowerStateLocked=false"],
    [24, NOW, ""],
    [24, NOW, "Display Power Controller Thread State:"],
    [24, NOW, `  mPowerRequest=${request}`],
    [28, NOW, "  mUnfinishedBusiness=false"],
    [24, NOW, "  mWaitingForNegativeProximity=false"],
    [24, NOW, "  mScreenOffBecauseOfProximity=false"],
    [24, NOW, `  mReportedToPolicy=REPORTED_TO_POLICY_SCREEN_${state.display.isOn ? "ON" : "OFF"}`],
  ];
}

/** DisplayPowerRequest.toString. Up to Android 11, brightness was an integer of 0–255, with -1 for "none". */
function powerRequest(api: number, policy: string): string {
  const none = api <= 30 ? "-1" : "NaN";
  const brightness =
    api <= 27
      ? "screenBrightness=102, screenAutoBrightnessAdjustment=0.0, screenLowPowerBrightnessFactor=0.5, brightnessSetByUser=true, useAutoBrightness=false"
      : `screenBrightnessOverride=${none}, useAutoBrightness=false, screenAutoBrightnessAdjustmentOverride=NaN, screenLowPowerBrightnessFactor=0.5`;
  return `policy=${policy}, useProximitySensor=false, ${brightness}, blockScreenOn=false, lowPowerMode=false, boostScreenBrightness=false, dozeScreenBrightness=${none}, dozeScreenState=UNKNOWN`;
}

function powerStateTable({ display }: PhoneState): readonly VersionedLine[] {
  const state = display.isOn ? "ON" : "OFF";
  const whole = display.isOn ? "102" : "0";
  const part = display.isOn ? "0.4" : "0.0";
  return [
    [24, NOW, "Display Power State:"],
    [31, NOW, "  mStopped=false"],
    [24, NOW, `  mScreenState=${state}`],
    [24, 29, `  mScreenBrightness=${whole}`],
    [30, NOW, `  mScreenBrightness=${part}`],
    [31, NOW, `  mSdrScreenBrightness=${part}`],
    [24, NOW, "  mScreenReady=true"],
    [24, NOW, "  mScreenUpdatePending=false"],
    [24, NOW, `  mColorFadePrepared=${!display.isOn}`],
    [24, NOW, `  mColorFadeLevel=${display.isOn ? "1.0" : "0.0"}`],
    [24, NOW, "  mColorFadeReady=true"],
    [24, NOW, "  mColorFadeDrawPending=false"],
    [24, NOW, ""],
    [24, NOW, "Photonic Modulator State:"],
    [24, NOW, `  mPendingState=${state}`],
    [24, 29, `  mPendingBacklight=${whole}`],
    [30, NOW, `  mPendingBacklight=${part}`],
    [31, NOW, `  mPendingSdrBacklight=${part}`],
    [24, NOW, `  mActualState=${state}`],
    [24, 29, `  mActualBacklight=${whole}`],
    [30, NOW, `  mActualBacklight=${part}`],
    [31, NOW, `  mActualSdrBacklight=${part}`],
    [24, NOW, "  mStateChangeInProgress=false"],
    [24, NOW, "  mBacklightChangeInProgress=false"],
  ];
}
