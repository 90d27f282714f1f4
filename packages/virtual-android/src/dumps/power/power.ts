import type { PhoneState } from "../../phone-state.js";
import { formatUid, identityHash, type Lines, linesOf, NOW, type VersionedLine, when } from "../text.js";
import { powerSettings } from "./power-settings.js";
import { batterySaver, detectors } from "./power-trailer.js";

/**
 * `dumpsys power`. Wakefulness is a word in the first section; from Android 12 on it is also a number for each power
 * group at the end. Android 12 replaced `Display Power: state=` by the text of an object.
 */
export function dumpPower(state: PhoneState): Lines {
  const api = state.build.apiLevel;
  return [
    "POWER MANAGER (dumpsys power)",
    "",
    "Power Manager State:",
    ...linesOf(api, stateTable(state)),
    "",
    "Settings and Configuration:",
    ...powerSettings(state),
    "",
    ...when(api >= 31, "Attentive timeout: -1 ms"),
    "Sleep timeout: -1 ms",
    `Screen off timeout: ${screenOffTimeout(state)} ms`,
    "Screen dim duration: 7000 ms",
    "",
    ...(api <= 35 ? [...uidStates(state), ""] : []),
    ...looper(state),
    "",
    "Wake Locks: size=0",
    "",
    ...suspendBlockers(state),
    "",
    displayPower(state),
    "",
    ...batterySaver(state),
    ...when(api >= 28 && api <= 34, "", "Profile power states: size=0"),
    ...(api >= 31 ? groupLines(state) : []),
    "",
    ...detectors(api),
  ];
}

function screenOffTimeout(state: PhoneState): string {
  return state.settings.system.get("screen_off_timeout") ?? "60000";
}

/** `12345 (6789 ms ago)`. */
function sinceText(state: PhoneState, atMs: number): string {
  return `${atMs} (${state.uptimeMs - atMs} ms ago)`;
}

function stateTable(state: PhoneState): readonly VersionedLine[] {
  return [...chargeTable(state), ...wakeTable(state), ...timeTable(state)];
}

function chargeTable({ power }: PhoneState): readonly VersionedLine[] {
  return [
    [26, NOW, "  Settings power_manager_constants:"],
    [26, NOW, "    no_cached_wake_locks=true"],
    [24, NOW, "  mDirty=0x0"],
    [24, NOW, `  mWakefulness=${power.wakefulness}`],
    [24, NOW, "  mWakefulnessChanging=false"],
    [24, NOW, `  mIsPowered=${power.isPlugged}`],
    [24, NOW, `  mPlugType=${power.isPlugged ? 2 : 0}`],
    [24, NOW, `  mBatteryLevel=${power.batteryLevel}`],
    [24, 33, "  mBatteryLevelWhenDreamStarted=0"],
    [34, NOW, "  mDreamsBatteryLevelDrain=0"],
    [24, NOW, "  mDockState=0"],
    [24, NOW, "  mStayOn=false"],
    [24, NOW, "  mProximityPositive=false"],
    [24, NOW, "  mBootCompleted=true"],
    [24, NOW, "  mSystemReady=true"],
    [31, NOW, "  mEnhancedDischargeTimeElapsed=0"],
    [31, NOW, "  mLastEnhancedDischargeTimeUpdatedElapsed=0"],
    [31, NOW, "  mEnhancedDischargePredictionIsPersonalized=false"],
    [34, NOW, "  mUseAutoSuspend=true"],
    [24, NOW, `  mHalAutoSuspendModeEnabled=${!power.isInteractive}`],
    [24, NOW, `  mHalInteractiveModeEnabled=${power.isInteractive}`],
  ];
}

function wakeTable({ power }: PhoneState): readonly VersionedLine[] {
  return [
    [24, NOW, "  mWakeLockSummary=0x0"],
    [26, NOW, "  mNotifyLongScheduled=+36s455ms"],
    [26, NOW, "  mNotifyLongDispatched=-40s869ms"],
    [26, NOW, "  mNotifyLongNextCheck=(none)"],
    [24, 30, `  mUserActivitySummary=0x${power.isInteractive ? 1 : 0}`],
    [24, NOW, "  mRequestWaitForNegativeProximity=false"],
    [31, NOW, "  mInterceptedPowerKeyForProximity=false"],
    [24, NOW, "  mSandmanScheduled=false"],
    [24, 30, "  mSandmanSummoned=false"],
    [24, 27, "  mLowPowerModeEnabled=false"],
    [24, NOW, `  mBatteryLevelLow=${power.batteryLevel <= 15}`],
    [24, NOW, "  mLightDeviceIdleMode=false"],
    [24, NOW, "  mDeviceIdleMode=false"],
    [24, NOW, "  mDeviceIdleWhitelist=[1001, 2000]"],
    [24, NOW, "  mDeviceIdleTempWhitelist=[]"],
    [33, NOW, "  mLowPowerStandbyActive=false"],
  ];
}

function timeTable(state: PhoneState): readonly VersionedLine[] {
  const wake = sinceText(state, Math.max(0, state.uptimeMs - 57_079));
  const sleep = sinceText(state, Math.max(0, state.uptimeMs - (state.power.isInteractive ? 67_000 : 47_079)));
  return [
    [24, NOW, `  mLastWakeTime=${wake}`],
    [24, NOW, `  mLastSleepTime=${sleep}`],
    [29, NOW, "  mLastSleepReason=timeout"],
    [34, NOW, `  mLastGlobalWakeTimeRealtime=${wake}`],
    [34, NOW, `  mLastGlobalSleepTimeRealtime=${sleep}`],
    [24, 30, `  mLastUserActivityTime=${sinceText(state, state.power.lastUseMs)}`],
    [24, 30, `  mLastUserActivityTimeNoChangeLights=${sinceText(state, 0)}`],
    [24, NOW, `  mLastInteractivePowerHintTime=${sinceText(state, state.power.lastUseMs)}`],
    [24, NOW, `  mLastScreenBrightnessBoostTime=${sinceText(state, 0)}`],
    [24, NOW, "  mScreenBrightnessBoostInProgress=false"],
    [24, 30, "  mDisplayReady=true"],
    [24, NOW, "  mHoldingWakeLockSuspendBlocker=false"],
    [24, NOW, `  mHoldingDisplaySuspendBlocker=${state.display.isOn}`],
    [31, NOW, "  mLastFlipTime=0"],
    [31, NOW, "  mIsFaceDown=false"],
  ];
}

function uidStates(state: PhoneState): Lines {
  const uids = [...new Set(state.processes.map((process) => process.uid))].toSorted((a, b) => a - b);
  return [
    "UID states (changing=false changed=false):",
    ...uids.map((uid) => `  UID ${formatUid(uid)}:   ACTIVE  count=0 state=${uid % 100_000 < 10_000 ? 0 : 5}`),
  ];
}

function looper(state: PhoneState): Lines {
  const hash = identityHash("PowerManagerService");
  return [
    "Looper state:",
    `  Looper (PowerManagerService, tid ${state.build.apiLevel + 4}) {${hash}}`,
    ...when(state.build.apiLevel >= 36, "    (MessageQueue is using DeliQueue implementation)"),
    "    (Total messages: 0, polling=true, quitting=false)",
  ];
}

function suspendBlockers(state: PhoneState): Lines {
  const api = state.build.apiLevel;
  const held = state.display.isOn ? 1 : 0;
  const at = new Date(state.wallClockMs - 57_079).toISOString();
  const since = `${at.slice(5, 10)} ${at.slice(11, 23)}`;
  const blocker = (name: string, count: number) => {
    const list = count > 0 ? `[holding display: (${since})]` : "[]";
    return `  PowerManagerService.${name}: ref count=${count}${api >= 31 ? ` ${list}` : ""}`;
  };
  return [
    `Suspend Blockers: size=${api >= 31 ? 5 : 4}`,
    ...when(api >= 31, blocker("Booting", 0)),
    blocker("WakeLocks", 0),
    blocker("Display", held),
    blocker("Broadcasts", 0),
    blocker("WirelessChargerDetector", 0),
  ];
}

function displayPower(state: PhoneState): string {
  if (state.build.apiLevel <= 30) return `Display Power: state=${state.display.isOn ? "ON" : "OFF"}`;
  return `Display Power: com.android.server.power.PowerManagerService$1@${identityHash("display power")}`;
}

/** PowerManagerInternal.WAKEFULNESS_…. */
const WAKEFULNESS_NUMBERS = { Asleep: 0, Awake: 1, Dreaming: 2, Dozing: 3 } as const;

function groupLines(state: PhoneState): Lines {
  const api = state.build.apiLevel;
  const activity = `0x${state.power.isInteractive ? 1 : 0}`;
  const last = sinceText(state, state.power.lastUseMs);
  if (api <= 35) {
    return [
      "Display Group User Activity:",
      "  displayGroupId=0",
      `  userActivitySummary=${activity}`,
      `  lastUserActivityTime=${last}`,
      `  lastUserActivityTimeNoChangeLights=${sinceText(state, 0)}`,
      "  mWakeLockSummary=0x0",
    ];
  }
  return [
    "Power Group User Activity:",
    "groupId: 0",
    `userActivitySummary=${activity}`,
    "mWakeLockSummary=0x0",
    `lastUserActivityTime=${last}`,
    `lastUserActivityTimeNoChangeLights=${sinceText(state, 0)}`,
    "mLastWakeReason=0",
    "mLastSleepReason=14",
    "mDimDuration=-1",
    `mWakefulness=${WAKEFULNESS_NUMBERS[state.power.wakefulness]}`,
    "mIsDefaultGroupAdjacent=false",
    "mSupportsSandman=true",
    "mDreamManagerAttemptedDozing=false",
    "mScreenOffTimeout=-1",
  ];
}
