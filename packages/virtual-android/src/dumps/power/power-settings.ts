import type { PhoneState } from "../../phone-state.js";
import { type Lines, linesOf, NOW, type VersionedLine } from "../text.js";

/** "Settings and Configuration" of `dumpsys power`. */
export function powerSettings(state: PhoneState): Lines {
  const api = state.build.apiLevel;
  const timeout = state.settings.system.get("screen_off_timeout") ?? "60000";
  const brightness = state.settings.system.get("screen_brightness") ?? "102";
  return [
    ...linesOf(api, DREAMS),
    ...linesOf(
      api,
      TIMEOUTS.map(([since, until, line]) => [since, until, line.replace("%timeout", timeout)] as const),
    ),
    ...linesOf(
      api,
      BRIGHTNESS.map(([since, until, line]) => [since, until, line.replace("%level", brightness)] as const),
    ),
  ];
}

const DREAMS: readonly VersionedLine[] = [
  [24, NOW, "  mDecoupleHalAutoSuspendModeFromDisplayConfig=false"],
  [24, NOW, "  mDecoupleHalInteractiveModeFromDisplayConfig=true"],
  [24, NOW, "  mWakeUpWhenPluggedOrUnpluggedConfig=true"],
  [24, NOW, "  mWakeUpWhenPluggedOrUnpluggedInTheaterModeConfig=false"],
  [24, NOW, "  mTheaterModeEnabled=false"],
  [34, NOW, "  mKeepDreamingWhenUnplugging=false"],
  [36, NOW, "  mGlobalForceDisableWakelocks=false"],
  [36, NOW, "  mGroupsToForceDisableWakelocks={}"],
  [24, NOW, "  mSuspendWhenScreenOffDueToProximityConfig=false"],
  [24, NOW, "  mDreamsSupportedConfig=true"],
  [24, NOW, "  mDreamsEnabledByDefaultConfig=true"],
  [24, NOW, "  mDreamsActivatedOnSleepByDefaultConfig=false"],
  [24, NOW, "  mDreamsActivatedOnDockByDefaultConfig=true"],
  [36, NOW, "  mDreamsActivatedWhilePosturedByDefaultConfig=false"],
  [36, NOW, "  mDreamsActivatedOnlyWhileWirelessChargingConfig=false"],
  [24, NOW, "  mDreamsEnabledOnBatteryConfig=false"],
  [24, NOW, "  mDreamsBatteryLevelMinimumWhenPoweredConfig=-1"],
  [24, NOW, "  mDreamsBatteryLevelMinimumWhenNotPoweredConfig=15"],
  [24, NOW, "  mDreamsBatteryLevelDrainCutoffConfig=5"],
  [24, NOW, "  mDreamsEnabledSetting=true"],
  [24, NOW, "  mDreamsActivateOnSleepSetting=false"],
  [24, NOW, "  mDreamsActivateOnDockSetting=true"],
  [36, NOW, "  mDreamsActivateWhilePosturedSetting=false"],
  [36, NOW, "  mDreamsOnlyOnWirelessChargingSetting=false"],
  [24, 27, "  mDozeAfterScreenOffConfig=true"],
  [28, NOW, "  mDozeAfterScreenOff=true"],
  [35, NOW, "  mBrightWhenDozingConfig=false"],
  [24, 27, "  mLowPowerModeSetting=false"],
  [24, 27, "  mAutoLowPowerModeConfigured=false"],
  [24, 27, "  mAutoLowPowerModeSnoozing=false"],
];

const TIMEOUTS: readonly VersionedLine[] = [
  [24, 35, "  mMinimumScreenOffTimeoutConfig=10000"],
  [24, 35, "  mMaximumScreenDimDurationConfig=7000"],
  [24, 35, "  mMaximumScreenDimRatioConfig=0.20000005"],
  [29, 35, "  mAttentiveTimeoutConfig=-1"],
  [29, 35, "  mAttentiveTimeoutSetting=-1"],
  [29, NOW, "  mAttentiveWarningDurationConfig=30000"],
  [24, 35, "  mScreenOffTimeoutSetting=%timeout"],
  [24, 35, "  mSleepTimeoutSetting=-1"],
  [24, 27, "  mMaximumScreenOffTimeoutFromDeviceAdmin=2147483647 (enforced=false)"],
  [28, 35, "  mMaximumScreenOffTimeoutFromDeviceAdmin=9223372036854775807 (enforced=false)"],
  [24, NOW, "  mStayOnWhilePluggedInSetting=0"],
];

const BRIGHTNESS: readonly VersionedLine[] = [
  [24, 30, "  mScreenBrightnessSetting=%level"],
  [24, 27, "  mScreenAutoBrightnessAdjustmentSetting=0.0"],
  [24, 33, "  mScreenBrightnessModeSetting=0"],
  [24, 30, "  mScreenBrightnessOverrideFromWindowManager=-1"],
  [31, 33, "  mScreenBrightnessOverrideFromWindowManager=NaN"],
  [24, NOW, "  mUserActivityTimeoutOverrideFromWindowManager=-1"],
  [24, NOW, "  mUserInactiveOverrideFromWindowManager=false"],
  [24, 27, "  mTemporaryScreenBrightnessSettingOverride=-1"],
  [24, 27, "  mTemporaryScreenAutoBrightnessAdjustmentSettingOverride=NaN"],
  [24, NOW, "  mDozeScreenStateOverrideFromDreamManager=0"],
  [28, NOW, "  mDrawWakeLockOverrideFromSidekick=false"],
  [24, NOW, "  mDozeScreenBrightnessOverrideFromDreamManager=-1"],
  [35, NOW, "  mUseNormalBrightnessForDoze=false"],
  [24, 30, "  mScreenBrightnessSettingMinimum=10"],
  [24, 30, "  mScreenBrightnessSettingMaximum=255"],
  [24, 30, "  mScreenBrightnessSettingDefault=102"],
  [31, NOW, "  mScreenBrightnessMinimum=0.0"],
  [31, NOW, "  mScreenBrightnessMaximum=1.0"],
  [31, NOW, "  mScreenBrightnessDefault=0.4"],
  [26, 27, "  mScreenBrightnessForVrSettingDefault=86"],
  [26, 27, "  mScreenBrightnessForVrSetting=86"],
  [24, NOW, "  mDoubleTapWakeEnabled=false"],
  [25, 33, "  mIsVrModeEnabled=false"],
  [28, NOW, "  mForegroundProfile=0"],
  [31, NOW, "  mUserId=0"],
  [36, NOW, "  mWakeUpDelegate=null"],
];
