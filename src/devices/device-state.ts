import { type ErrorCode, FoveaError } from "../base/errors.js";

/** The state that the adb server reports (android.md 9.4); `unknown` for any other text. */
export type DeviceState =
  | "device"
  | "offline"
  | "unauthorized"
  | "authorizing"
  | "connecting"
  | "noPermissions"
  | "recovery"
  | "sideload"
  | "bootloader"
  | "rescue"
  | "host"
  | "unknown";

/** The state from the server's own text, for example `no permissions (missing udev rules? …)`. */
export function parseDeviceState(text: string): DeviceState {
  const word = text.trim().toLowerCase();
  if (word.startsWith("no permissions") || word === "noperm") return "noPermissions";
  return isDeviceState(word) ? word : "unknown";
}

/** Whether a healthy device is in this state only for a moment. */
export function isTransient(state: DeviceState): boolean {
  return state === "offline" || state === "connecting" || state === "authorizing";
}

/** The error of a call to a device in this state. Not for state `device`. */
export function stateError(state: Exclude<DeviceState, "device">, serial: string, stateText: string): FoveaError {
  const { code, hint } = PROBLEMS[state];
  const options = hint === undefined ? { device: serial } : { device: serial, hint };
  return new FoveaError(code, `device ${serial} is not usable: ${stateText.trim()}`, options);
}

const STATES: readonly DeviceState[] = [
  "device",
  "offline",
  "unauthorized",
  "authorizing",
  "connecting",
  "recovery",
  "sideload",
  "bootloader",
  "rescue",
  "host",
];

function isDeviceState(word: string): word is DeviceState {
  return STATES.some((state) => state === word);
}

const PROBLEMS: Record<Exclude<DeviceState, "device">, { readonly code: ErrorCode; readonly hint?: string }> = {
  offline: { code: "DEVICE_OFFLINE" },
  unauthorized: { code: "DEVICE_UNAUTHORIZED" },
  authorizing: {
    code: "DEVICE_NOT_READY",
    hint: "The phone is checking this host's key: wait a second, accept the USB debugging dialog if one shows, repeat.",
  },
  connecting: { code: "DEVICE_NOT_READY", hint: "The connection is being made: wait a second and repeat the call." },
  noPermissions: { code: "DEVICE_NO_PERMISSIONS" },
  recovery: {
    code: "DEVICE_NOT_READY",
    hint: "The phone is in recovery: choose `Reboot system now`, or run `adb reboot`.",
  },
  sideload: { code: "DEVICE_NOT_READY", hint: "The phone waits for `adb sideload`: finish or leave it, then reboot." },
  bootloader: { code: "DEVICE_NOT_READY", hint: "The phone is in its bootloader: run `fastboot reboot`." },
  rescue: {
    code: "DEVICE_NOT_READY",
    hint: "The phone is in rescue mode: leave it on its screen, or run `adb reboot`.",
  },
  host: { code: "DEVICE_NOT_READY", hint: "This is an adb host, not an Android device; use another device." },
  unknown: { code: "DEVICE_NOT_READY" },
};
