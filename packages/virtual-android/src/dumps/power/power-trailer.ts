import type { PhoneState } from "../../phone-state.js";
import { type Lines, linesOf, NOW, type VersionedLine, when } from "../text.js";

/**
 * Battery saver: its policy (8), also statistics and a state machine (9 and later); absent on 7 and from API level 36
 * on.
 */
export function batterySaver(state: PhoneState): Lines {
  const api = state.build.apiLevel;
  if (api <= 25 || api >= 36) return [];
  if (api <= 27) return POLICY_8;
  const policy = linesOf(api, POLICY);
  const machine = linesOf(api, machineTable(state));
  return [...linesOf(api, STATISTICS), "", ...policy, "", ...machine];
}

const POLICY_8: Lines = [
  "Battery saver policy",
  "  Settings battery_saver_constants",
  "  value: null",
  "",
  "  vibration_disabled=true",
  "  animation_disabled=true",
  "  fullbackup_deferred=true",
  "  keyvaluebackup_deferred=true",
  "  firewall_disabled=false",
  "  datasaver_disabled=true",
  "  adjust_brightness_disabled=false",
  "  adjust_brightness_factor=0.5",
  "  gps_mode=1",
];

const STATISTICS: readonly VersionedLine[] = [
  [28, NOW, "Battery saving stats:"],
  [28, NOW, "  Battery Saver is currently: OFF"],
  [28, 30, "    Times enabled: 0"],
  [31, NOW, "    Times full enabled: 0"],
  [31, NOW, "    Times adaptive enabled: 0"],
  [28, 30, ""],
  [31, NOW, "  "],
  [28, NOW, "  Drain stats:"],
  [28, NOW, "                     Battery saver OFF                          ON"],
  [28, NOW, "  NonDoze NonIntr:      0m      0mAh(  0%)      0.0mAh/h          0m      0mAh(  0%)      0.0mAh/h"],
  [28, NOW, "             Intr:     12m     43mAh(  1%)    215.0mAh/h          0m      0mAh(  0%)      0.0mAh/h"],
  [28, NOW, "  Deep    NonIntr:      0m      0mAh(  0%)      0.0mAh/h          0m      0mAh(  0%)      0.0mAh/h"],
  [28, NOW, "             Intr:      0m      0mAh(  0%)      0.0mAh/h          0m      0mAh(  0%)      0.0mAh/h"],
  [28, NOW, "  Light   NonIntr:      0m      0mAh(  0%)      0.0mAh/h          0m      0mAh(  0%)      0.0mAh/h"],
  [28, NOW, "             Intr:      0m      0mAh(  0%)      0.0mAh/h          0m      0mAh(  0%)      0.0mAh/h"],
];

const POLICY: readonly VersionedLine[] = [
  [28, NOW, "Battery saver policy (*NOTE* they only apply when battery saver is ON):"],
  [28, NOW, "  Settings: battery_saver_constants"],
  [28, 30, "    value: null"],
  [31, NOW, "    value: "],
  [28, NOW, "  Settings: (overlay)"],
  [28, NOW, "    value: "],
  [31, NOW, "  DeviceConfig: battery_saver"],
  [31, NOW, "    N/A"],
  [28, 30, ""],
  [28, NOW, "  mAccessibilityEnabled=false"],
  [31, NOW, "  mAutomotiveProjectionActive=false"],
  [31, NOW, "  mPolicyLevel=0"],
  [28, 30, "  vibration_disabled:config=true"],
  [28, 30, "  vibration_disabled:effective=true"],
  [28, 30, "  animation_disabled=false"],
  [28, 30, "  fullbackup_deferred=true"],
  [28, 30, "  keyvaluebackup_deferred=true"],
  [28, 30, "  firewall_disabled=false"],
  [28, 30, "  datasaver_disabled=true"],
  [28, 30, "  launch_boost_disabled=true"],
  [28, 30, "  adjust_brightness_disabled=true"],
  [28, 30, "  adjust_brightness_factor=0.5"],
  [28, 30, "  gps_mode=2"],
  [28, 30, "  force_all_apps_standby=true"],
  [28, 30, "  force_background_check=true"],
  [28, 30, "  optional_sensors_disabled=true"],
  [28, 30, "  aod_disabled=true"],
  [28, 30, "  send_tron_log=false"],
];

function machineTable({ power }: PhoneState): readonly VersionedLine[] {
  return [
    [28, NOW, "Battery saver state machine:"],
    [28, NOW, "  Enabled=false"],
    [31, NOW, "    full=false"],
    [31, NOW, "    adaptive=false"],
    [31, NOW, "  mState=1"],
    [28, NOW, "  mLastChangedIntReason=0"],
    [28, NOW, "  mLastChangedStrReason=null"],
    [28, NOW, "  mBootCompleted=true"],
    [28, NOW, "  mSettingsLoaded=true"],
    [28, NOW, "  mBatteryStatusSet=true"],
    [28, 30, "  mBatterySaverSnoozing=false"],
    [28, NOW, `  mIsPowered=${power.isPlugged}`],
    [28, NOW, `  mBatteryLevel=${power.batteryLevel}`],
    [28, NOW, `  mIsBatteryLevelLow=${power.batteryLevel <= 15}`],
    [31, NOW, "  mSettingAutomaticBatterySaver=0"],
    [28, NOW, "  mSettingBatterySaverEnabled=false"],
    [28, NOW, "  mSettingBatterySaverEnabledSticky=false"],
    [28, NOW, "  mSettingBatterySaverTriggerThreshold=0"],
  ];
}

const CHARGER: Lines = [
  "Wireless Charger Detector State:",
  "  mGravitySensor=null",
  "  mPoweredWirelessly=false",
  "  mAtRest=false",
  "  mRestX=0.0, mRestY=0.0, mRestZ=0.0",
  "  mDetectionInProgress=false",
  "  mDetectionStartTime=0 (never)",
  "  mMustUpdateRestPosition=false",
  "  mTotalSamples=0",
  "  mMovingSamples=0",
  "  mFirstSampleX=0.0, mFirstSampleY=0.0, mFirstSampleZ=0.0",
  "  mLastSampleX=0.0, mLastSampleY=0.0, mLastSampleZ=0.0",
];

/**
 * The last lines of the dump: the wireless charger's detector; from Android 12 on also face-down detector and standby.
 */
export function detectors(api: number): Lines {
  if (api <= 30) return CHARGER;
  if (api >= 36) return [];
  return [
    ...CHARGER,
    "FaceDownDetector:",
    "  mFaceDown=false",
    "  mActive=false",
    "  mLastFlipTime=0",
    "AmbientDisplaySuppressionController:",
    " ambientDisplaySuppressed=false",
    " mSuppressionTokens={}",
    ...when(api >= 33, "", "Low Power Standby Controller:", "  mIsActive=false", "  mIsEnabled=false"),
  ];
}
