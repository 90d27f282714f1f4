import { FoveaError } from "../../base/errors.js";
import type { Phone } from "../phone.js";
import { ask, change, type DeviceState, unknownForm } from "./device-state.js";

/** `1080x1920`, in pixels of the unrotated panel; null for the panel's own size. Every release has it in `wm`. */
export const displaySize: DeviceState = override("display size", "size", /^\d{1,5}x\d{1,5}$/);

/** The density in dpi; null for the panel's own. */
export const displayDensity: DeviceState = override("display density", "density", /^\d{1,4}$/);

/**
 * Reads `Physical size: …` and, with an override, the line `Override size: …`, which is the one in use (Wm.java,
 * WindowManagerShellCommand).
 */
function override(name: string, verb: "size" | "density", value: RegExp): DeviceState {
  const require = (_phone: Phone, wanted: string | null) => {
    if (wanted !== null && !value.test(wanted)) throw invalid(name, wanted);
  };
  return {
    name,
    require,
    read: async (phone, signal) => {
      const said = await ask(phone, ["wm", verb], signal);
      const lines = said.split("\n");
      const after = (head: string) => lines.find((line) => line.startsWith(head))?.slice(head.length);
      if (after(`Physical ${verb}: `) === undefined) throw unknownForm(phone, `its ${name}`, said);
      return /^\S+/.exec(after(`Override ${verb}: `) ?? "")?.[0] ?? null;
    },
    write: async (phone, wanted, signal) => {
      require(phone, wanted);
      await change(phone, ["wm", verb, wanted ?? "reset"], signal);
    },
  };
}

/** The panel's own size, not rotated. Errors: as DeviceState.read. */
export async function panelSize(
  phone: Phone,
  signal: AbortSignal,
): Promise<{ readonly width: number; readonly height: number }> {
  const said = await ask(phone, ["wm", "size"], signal);
  const [, width, height] = /^Physical size: (\d+)x(\d+)/m.exec(said) ?? [];
  if (width === undefined || height === undefined) throw unknownForm(phone, "the size of its display", said);
  return { width: Number(width), height: Number(height) };
}

const NIGHT_MODES = /^(?:yes|no|auto|custom_schedule|custom_bedtime)$/;

/**
 * The mode of the dark theme: `yes`, `no`, `auto`, and since Android 11 custom times (UiModeManagerService.Shell).
 * Before Android 10 the system has no dark theme.
 */
export const darkTheme: DeviceState = {
  name: "dark theme",
  read: async (phone, signal) => {
    requireApi(phone, 29, "the system has a dark theme from Android 10 on");
    const said = await ask(phone, ["cmd", "uimode", "night"], signal);
    const mode = /^Night mode: (\S+)/m.exec(said)?.[1];
    if (mode === undefined || !NIGHT_MODES.test(mode)) throw unknownForm(phone, "whether its dark theme is on", said);
    return mode;
  },
  require: requireNightMode,
  write: async (phone, value, signal) => {
    requireNightMode(phone, value);
    await change(phone, ["cmd", "uimode", "night", value ?? "no"], signal);
  },
};

function requireNightMode(phone: Phone, value: string | null): void {
  requireApi(phone, 29, "the system has a dark theme from Android 10 on");
  const mode = value ?? "no";
  if (!NIGHT_MODES.test(mode)) throw invalid("dark theme", mode);
}

/** The time zone by its Olson name. The alarm manager sets it, since Android 9 for the shell as well. */
export const timeZone: DeviceState = {
  name: "time zone",
  read: async (phone, signal) => {
    const said = await ask(phone, ["getprop", "persist.sys.timezone"], signal);
    return said === "" ? null : said;
  },
  require: (phone, value) => void requireZone(phone, value),
  write: async (phone, value, signal) => {
    await change(phone, ["cmd", "alarm", "set-timezone", requireZone(phone, value)], signal);
  },
};

function requireZone(phone: Phone, value: string | null): string {
  requireApi(phone, 28, "the shell of releases before Android 9 cannot set the time zone");
  if (value === null) throw invalid("time zone", "none");
  if (!isZone(value)) throw invalid("time zone", value);
  return value;
}

/** Android treats an unknown zone name as GMT, without an error. */
function isZone(name: string): boolean {
  if (!/^[A-Za-z0-9_+-]{1,40}(?:\/[A-Za-z0-9_+-]{1,40}){0,2}$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** Refuses older releases. Errors: UNSUPPORTED_ON_DEVICE. */
function requireApi({ device, apiLevel }: Phone, least: number, why: string): void {
  if ((apiLevel ?? 0) >= least) return;
  throw new FoveaError("UNSUPPORTED_ON_DEVICE", `${device.serial} has API ${apiLevel ?? "of unknown level"}: ${why}`, {
    device: device.serial,
    hint: "Use a device with a newer release, or change it by hand in its Settings.",
  });
}

function invalid(name: string, value: string): FoveaError {
  return new FoveaError("INVALID_ARGUMENT", `"${value.slice(0, 80)}" is not a value for the ${name}`);
}
