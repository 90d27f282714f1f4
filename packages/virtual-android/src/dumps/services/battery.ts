import type { PhoneState } from "../../phone-state.js";
import { type Lines, linesOf, NOW } from "../text.js";

/**
 * `dumpsys battery [-a]`. Its shell commands (`set`, `unplug`…) are for tests of the framework, and not supported here.
 */
export function dumpBattery(state: PhoneState, args: readonly string[]): Lines {
  if (args.length > 0 && args[0] !== "-a") return HELP;
  const { batteryLevel, isPlugged } = state.power;
  const isFull = isPlugged && batteryLevel === 100;
  // BatteryManager.BATTERY_STATUS_…: 2 charging, 3 discharging, 5 full.
  const status = isFull ? 5 : isPlugged ? 2 : 3;
  return linesOf(state.build.apiLevel, [
    [24, NOW, "Current Battery Service state:"],
    [24, NOW, "  AC powered: false"],
    [24, NOW, `  USB powered: ${isPlugged}`],
    [24, NOW, "  Wireless powered: false"],
    [33, NOW, "  Dock powered: false"],
    [24, NOW, `  Max charging current: ${isPlugged ? 500_000 : 0}`],
    [24, NOW, `  Max charging voltage: ${isPlugged ? 5_000_000 : 0}`],
    [24, NOW, `  Charge counter: ${batteryLevel * 40_000}`],
    [24, NOW, `  status: ${status}`],
    [24, NOW, "  health: 2"],
    [24, NOW, "  present: true"],
    [24, NOW, `  level: ${batteryLevel}`],
    [24, NOW, "  scale: 100"],
    [24, NOW, `  voltage: ${3600 + 6 * batteryLevel}`],
    [24, NOW, "  temperature: 250"],
    [24, NOW, "  technology: Li-ion"],
    [34, NOW, "  Charging state: 0"],
    [34, NOW, "  Charging policy: 0"],
  ]);
}

const HELP: Lines = ["Battery service (battery) commands:", "  help", "    Print this help text."];
