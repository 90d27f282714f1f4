import type { PhoneState } from "../../phone-state.js";
import { type Lines, linesOf, NOW } from "../text.js";

/** `dumpsys deviceidle`: the changed settings (none), the whitelist, and the state. */
export function dumpDeviceIdle(state: PhoneState, args: readonly string[]): Lines {
  if (args[0] === "get") return idleValue(state, args[1]);
  if (args.length > 0 && args[0] !== "-a") return ["Unknown option: use 'cmd deviceidle help'"];
  const { isInteractive, isPlugged } = state.power;
  return linesOf(state.build.apiLevel, [
    [24, NOW, "  Settings:"],
    [24, NOW, "  Whitelist (except idle) system apps:"],
    [24, NOW, "    com.android.providers.downloads"],
    [24, NOW, "  Whitelist system apps:"],
    [24, NOW, "    com.android.shell"],
    [24, NOW, "  mLightEnabled=true  mDeepEnabled=true"],
    [24, NOW, "  mForceIdle=false"],
    [24, NOW, "  mUseMotionSensor=true mMotionSensor=null"],
    [26, NOW, `  mScreenOn=${isInteractive}`],
    [28, NOW, `  mScreenLocked=${state.keyguard.isShowing}`],
    [24, 25, `  mCurDisplay=null`],
    [24, NOW, "  mNetworkConnected=true"],
    [24, NOW, `  mCharging=${isPlugged}`],
    [24, NOW, `  mState=${deepState(state)} mLightState=${deepState(state)}`],
    [24, NOW, "  mInactiveTimeout=+30m0s0ms"],
  ]);
}

function idleValue(state: PhoneState, name: string | undefined): Lines {
  switch (name) {
    case "light":
    case "deep":
      return [deepState(state)];
    case "force":
      return ["false"];
    case "screen":
      return [String(state.power.isInteractive)];
    case "charging":
      return [String(state.power.isPlugged)];
    case "network":
      return ["true"];
    default:
      return [`Unknown get option: ${name ?? "null"}`];
  }
}

/** A phone that is charging or whose screen is on does not become idle. */
function deepState(state: PhoneState): string {
  return state.power.isInteractive || state.power.isPlugged ? "ACTIVE" : "INACTIVE";
}
