import { FoveaError } from "../../base/errors.js";
import { askPhone } from "../../devices/phone.js";
import { NAMESPACES, setting } from "../../devices/states/setting.js";
import type { Session } from "../../session/session.js";
import { changeStates, type StatesResult } from "./change-states.js";

/** The valid values, as a pattern and in words. */
interface Values {
  readonly fit: RegExp;
  readonly words: string;
}

/** A setting that may be read and changed without the user's permission by name. */
export interface AllowedSetting {
  /** The name with its table: `system/font_scale`. */
  readonly name: string;
  readonly values: Values;
  readonly about: string;
}

const SWITCH: Values = { fit: /^[01]$/, words: "0 or 1" };
const SCALE: Values = { fit: /^(?:[0-9](?:\.\d{1,2})?|10)$/, words: "0 to 10, as 0.5" };

/** Settings that change how a phone looks and behaves, but not its private data or who has access to it. */
export const ALLOWED_SETTINGS: readonly AllowedSetting[] = [
  { name: "system/accelerometer_rotation", values: SWITCH, about: "whether the sensor turns the screen" },
  {
    name: "system/user_rotation",
    values: { fit: /^[0-3]$/, words: "0 to 3" },
    about: "rotation when the sensor does not decide it",
  },
  {
    name: "system/font_scale",
    values: { fit: /^(?:0\.[5-9]\d?|[12](?:\.\d{1,2})?|3(?:\.00?)?)$/, words: "0.5 to 3" },
    about: "size of fonts",
  },
  {
    name: "system/screen_brightness",
    values: { fit: /^(?:\d{1,2}|1\d\d|2[0-4]\d|25[0-5])$/, words: "0 to 255" },
    about: "0 to 255",
  },
  { name: "system/screen_brightness_mode", values: SWITCH, about: "1: by the light sensor" },
  {
    name: "system/screen_off_timeout",
    values: { fit: /^\d{4,8}$/, words: "1000 to 99999999" },
    about: "ms until the screen goes off",
  },
  { name: "system/time_12_24", values: { fit: /^(?:12|24)$/, words: "12 or 24" }, about: "hours of the clock" },
  { name: "system/show_touches", values: SWITCH, about: "a dot where the screen is touched" },
  { name: "system/pointer_location", values: SWITCH, about: "lines and numbers of touches" },
  { name: "system/haptic_feedback_enabled", values: SWITCH, about: "vibration on touch" },
  { name: "system/sound_effects_enabled", values: SWITCH, about: "sounds on touch" },
  {
    name: "secure/long_press_timeout",
    values: { fit: /^\d{3,4}$/, words: "100 to 9999" },
    about: "ms of a long press",
  },
  {
    name: "secure/show_ime_with_hard_keyboard",
    values: SWITCH,
    about: "on-screen keyboard beside a hardware keyboard",
  },
  { name: "secure/accessibility_display_inversion_enabled", values: SWITCH, about: "inverted colours" },
  { name: "secure/high_text_contrast_enabled", values: SWITCH, about: "text with high contrast" },
  { name: "global/window_animation_scale", values: SCALE, about: "speed of animations" },
  { name: "global/transition_animation_scale", values: SCALE, about: "speed of animations" },
  { name: "global/animator_duration_scale", values: SCALE, about: "speed of animations" },
  {
    name: "global/stay_on_while_plugged_in",
    values: { fit: /^(?:\d|1[0-5])$/, words: "0 to 15" },
    about: "bits: AC 1, USB 2, wireless 4, dock 8",
  },
  {
    name: "global/always_finish_activities",
    values: SWITCH,
    about: "activities are destroyed when the user leaves them",
  },
  { name: "global/heads_up_notifications_enabled", values: SWITCH, about: "notifications over the screen" },
  { name: "global/hide_error_dialogs", values: SWITCH, about: "no dialogs of crashes" },
  { name: "global/auto_time", values: SWITCH, about: "time from the network" },
  { name: "global/auto_time_zone", values: SWITCH, about: "time zone from the network" },
];

/** Settings without which adb, or Fovea's companion, no longer reaches the phone: no option allows them. */
const NEVER: ReadonlySet<string> = new Set([
  "global/adb_enabled",
  "global/adb_wifi_enabled",
  "global/development_settings_enabled",
  "secure/enabled_accessibility_services",
  "secure/accessibility_enabled",
]);

/** The value of a setting; null if it has none. Errors: SETTING_NOT_ALLOWED, INVALID_ARGUMENT, as DeviceState. */
export async function readSetting(
  session: Session,
  { name, allowed }: { readonly name: string; readonly allowed: readonly string[] },
  signal: AbortSignal,
): Promise<string | null> {
  const { state } = stateOf(name, allowed);
  return await state.read(await askPhone(session.device, signal), signal);
}

export interface SettingRequest {
  readonly name: string;
  /** Null deletes the setting, so that the device's default applies. */
  readonly value: string | null;
  /** Names that the user allowed besides those of the table. */
  readonly allowed: readonly string[];
}

/** Changes a setting. Errors: as readSetting, and as changeStates. */
export async function putSetting(
  session: Session,
  { name, value, allowed }: SettingRequest,
  signal: AbortSignal,
): Promise<StatesResult> {
  const { state, values } = stateOf(name, allowed);
  if (value !== null && values && !values.fit.test(value))
    throw new FoveaError("INVALID_ARGUMENT", `value: "${value.slice(0, 80)}" is not a value of ${name}`, {
      hint: `Its values are ${values.words}.`,
    });
  return await changeStates(
    session,
    {
      call: { tool: "settings", args: { name, ...(value === null ? { unset: true } : { value }) } },
      action: { kind: "device", change: "setting", detail: `${name} ${value ?? "unset"}`, package: null },
      did: value === null ? `removed the setting ${name}` : `changed the setting ${name}`,
      wanted: async () => [{ state, value }],
    },
    signal,
  );
}

function stateOf(name: string, allowed: readonly string[]) {
  const [namespaceWord = "", key = ""] = name.split("/", 2);
  const namespace = NAMESPACES.find((one) => one === namespaceWord);
  if (namespace === undefined || !/^[\w.]{1,100}$/.test(key) || name.split("/").length !== 2)
    throw new FoveaError("INVALID_ARGUMENT", "name: it has to be system, secure or global, a slash and a key", {
      hint: "For example system/screen_brightness.",
    });
  const known = ALLOWED_SETTINGS.find((one) => one.name === name);
  if (NEVER.has(name) || (!known && !allowed.includes(name))) {
    const why = NEVER.has(name) ? "the phone would no longer be reached" : "it is not on the list";
    throw new FoveaError("SETTING_NOT_ALLOWED", `the setting ${name} is not read or changed here: ${why}`);
  }
  return { state: setting(namespace, key), values: known?.values ?? null };
}
