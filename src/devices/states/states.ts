import { appLocale } from "./app-locale.js";
import type { DeviceState } from "./device-state.js";
import { darkTheme, displayDensity, displaySize, timeZone } from "./display-states.js";
import { emulatorLocation } from "./emulator-location.js";
import { airplaneMode, mobileData, wifi } from "./network-states.js";
import { recordingParts } from "./recording-parts.js";
import { setting } from "./setting.js";
import { testLocation } from "./test-location.js";
import { networkThrottle } from "./throttle.js";

/** The states with the same name on every device. */
const STATES: readonly DeviceState[] = [
  displaySize,
  displayDensity,
  darkTheme,
  timeZone,
  testLocation,
  emulatorLocation,
  airplaneMode,
  wifi,
  mobileData,
  networkThrottle,
];

/** The state with this name from a state file; undefined if there is none, as in the file of a newer version. */
export function stateNamed(name: string): DeviceState | undefined {
  const [, namespace, key] = /^setting (system|secure|global)\/([\w.]{1,100})$/.exec(name) ?? [];
  if ((namespace === "system" || namespace === "secure" || namespace === "global") && key !== undefined)
    return setting(namespace, key);
  const recording = /^video ([0-9a-f]{12})$/.exec(name)?.[1];
  if (recording !== undefined) return recordingParts(recording);
  const packageName = /^locale of ([A-Za-z][\w.]{1,254})$/.exec(name)?.[1];
  if (packageName !== undefined) return appLocale(packageName);
  return STATES.find((one) => one.name === name);
}
