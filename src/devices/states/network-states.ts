import { FoveaError } from "../../base/errors.js";
import { pollUntil } from "../../base/signals.js";
import type { Phone } from "../phone.js";
import type { Argv } from "../script.js";
import { ask, change, type DeviceState, unknownForm } from "./device-state.js";

/**
 * `cmd connectivity airplane-mode` exists since Android 9 (ConnectivityService$ShellCmd in its services.jar); before,
 * only the system may broadcast the change.
 */
const FIRST_WITH_AIRPLANE = 28;

/** Radios need a moment until the settings show that they were switched. */
const SWITCH_MS = 2_000;
const POLL_MS = 100;

/** `on` or `off`; radios are turned off with it (ConnectivityService.ShellCmd). */
export const airplaneMode: DeviceState = {
  name: "airplane mode",
  moves: () => [wifi],
  read: async (phone, signal) => ((await globals(phone, signal)).get("airplane_mode_on") === "1" ? "on" : "off"),
  require: requireAirplane,
  write: async (phone, value, signal) => {
    requireAirplane(phone);
    const verb = onOff(value) === "on" ? "enable" : "disable";
    await switched(phone, { argv: ["cmd", "connectivity", "airplane-mode", verb], state: airplaneMode, value }, signal);
  },
};

/** Refuses releases without the command. Errors: UNSUPPORTED_ON_DEVICE. */
function requireAirplane({ device, apiLevel }: Phone): void {
  if ((apiLevel ?? 0) >= FIRST_WITH_AIRPLANE) return;
  const message = `${device.serial} has API ${apiLevel ?? "of unknown level"}: its shell has no airplane mode before Android 9`;
  throw new FoveaError("UNSUPPORTED_ON_DEVICE", message, {
    device: device.serial,
    hint: "Call network with wifi off and data off instead.",
  });
}

/** Settings.Global.WIFI_ON: 0 off, 1 on, 2 on in airplane mode, 3 off by airplane mode (WifiSettingsStore). */
const WIFI_IS_ON: ReadonlyMap<string, boolean> = new Map([
  ["0", false],
  ["1", true],
  ["2", true],
  ["3", false],
]);

/**
 * `on` or `off`, by `svc wifi`, which works on every release (com.android.commands.svc.WifiCommand; later `cmd wifi`).
 */
export const wifi: DeviceState = {
  name: "Wi-Fi",
  read: async (phone, signal) => {
    const value = (await globals(phone, signal)).get("wifi_on") ?? "none";
    const isOn = WIFI_IS_ON.get(value);
    if (isOn === undefined) throw unknownForm(phone, "whether Wi-Fi is on", value);
    return isOn ? "on" : "off";
  },
  write: async (phone, value, signal) => {
    const verb = onOff(value) === "on" ? "enable" : "disable";
    await switched(phone, { argv: ["svc", "wifi", verb], state: wifi, value }, signal);
  },
};

/**
 * `on` or `off`. On phones with several SIM cards: whether any of them may use mobile data
 * (Settings.Global.MOBILE_DATA, followed by the number of the subscription).
 */
export const mobileData: DeviceState = {
  name: "mobile data",
  read: async (phone, signal) => {
    const all = await globals(phone, signal);
    const values = [...all].filter(([key]) => /^mobile_data\d{0,4}$/.test(key)).map(([, value]) => value);
    // If it was never switched, it is on (ro.com.android.mobiledata, true if absent).
    return values.length === 0 || values.includes("1") ? "on" : "off";
  },
  write: async (phone, value, signal) => {
    const verb = onOff(value) === "on" ? "enable" : "disable";
    await switched(phone, { argv: ["svc", "data", verb], state: mobileData, value }, signal);
  },
};

/** All global settings of the device. Errors: SHELL_FAILED, NOT_THIS_FORMAT, as runShell. */
async function globals(phone: Phone, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const said = await ask(phone, ["settings", "list", "global"], signal);
  const pairs = said.split("\n").flatMap((line) => {
    const at = line.indexOf("=");
    return at > 0 ? [[line.slice(0, at), line.slice(at + 1).trim()] as const] : [];
  });
  if (pairs.length === 0) throw unknownForm(phone, "its settings", said);
  return new Map(pairs);
}

function onOff(value: string | null): "on" | "off" {
  if (value === "on" || value === "off") return value;
  throw new FoveaError("INVALID_ARGUMENT", `"${value ?? "default"}" is neither on nor off`);
}

interface Switch {
  readonly argv: Argv;
  readonly state: DeviceState;
  readonly value: string | null;
}

/** Waits until the device shows the value, up to a limit; the caller reads it again and so notices if it does not. */
async function switched(phone: Phone, { argv, state, value }: Switch, signal: AbortSignal): Promise<void> {
  await change(phone, argv, signal);
  const lastAt = performance.now() + SWITCH_MS;
  const isDone = async () =>
    (await state.read(phone, signal)) === value || performance.now() >= lastAt ? true : undefined;
  await pollUntil(isDone, POLL_MS, signal);
}
