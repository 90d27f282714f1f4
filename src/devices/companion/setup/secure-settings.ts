import { FoveaError } from "../../../base/errors.js";
import { isPermissionRefusal } from "../../package-refusals.js";
import type { Phone } from "../../phone.js";
import { retryRead } from "../../retry-read.js";
import { type Argv, actScript, readScript } from "../../script.js";
import { runShell, SHELL_LIMITS } from "../../shell.js";
import { vendorHints } from "../../vendor-hints.js";

type SecureSetting = "enabled_accessibility_services" | "accessibility_enabled";

const SERVICES: SecureSetting = "enabled_accessibility_services";
const SWITCH: SecureSetting = "accessibility_enabled";

/**
 * Changes the list of enabled services and reads it back: some vendors ignore the write without an error. If another
 * program changes the list at the same time, its value is changed again. `change` returns the same value if no change
 * is needed; "" deletes the setting. Gives the value from before. Errors: SETUP_SETTINGS_BLOCKED, SHELL_FAILED, as
 * runShell.
 */
export async function changeServices(
  phone: Phone,
  change: (value: string) => string,
  signal: AbortSignal,
): Promise<string> {
  const before = await readSetting(phone, SERVICES, signal);
  let now = before;
  for (let tries = 0; tries < MOST_TRIES && change(now) !== now; tries += 1) {
    const said = await write(phone, SERVICES, change(now), signal);
    const after = await readSetting(phone, SERVICES, signal);
    if (after === now || isPermissionRefusal(said)) throw blocked(phone, SERVICES, said);
    now = after;
  }
  if (change(now) === now) return before;
  throw blocked(phone, SERVICES, "something on it changes it back each time");
}

const MOST_TRIES = 3;

/**
 * Turns accessibility on or off; gives whether it was in that state before. It is not read back:
 * AccessibilityManagerService itself writes this setting, depending on the bound services. Errors: as changeServices.
 */
export async function switchAccessibility(phone: Phone, isOn: boolean, signal: AbortSignal): Promise<boolean> {
  const value = isOn ? "1" : "0";
  if ((await readSetting(phone, SWITCH, signal)) === value) return true;
  const said = await write(phone, SWITCH, value, signal);
  if (isPermissionRefusal(said)) throw blocked(phone, SWITCH, said);
  return false;
}

/** A setting of the user; "" if it is not set. */
async function readSetting(phone: Phone, name: SecureSetting, signal: AbortSignal): Promise<string> {
  const { device, user } = phone;
  // The verb comes first: Android 8 and later take no option before it.
  const script = readScript(["settings", "get", "--user", String(user), "secure", name]);
  const { stdout, stderr, exitCode } = await retryRead(device, script, SHELL_LIMITS, signal);
  const value = stdout.toString("utf8").replace(/\r?\n$/, "");
  if (exitCode !== 0 || /exception|permission denial/i.test(value)) {
    const said = `${stderr}${value}`.trim().slice(0, 300);
    throw new FoveaError("SHELL_FAILED", `${device.serial}: ${name} cannot be read: ${said}`, {
      device: device.serial,
    });
  }
  return value === "null" ? "" : value;
}

/** Gives the device's output, which is empty on success. */
async function write(phone: Phone, name: SecureSetting, value: string, signal: AbortSignal): Promise<string> {
  const where = ["--user", String(phone.user), "secure", name];
  const argv: Argv = value === "" ? ["settings", "delete", ...where] : ["settings", "put", ...where, value];
  const { stdout, stderr } = await runShell(phone.device, actScript(argv), SHELL_LIMITS, signal);
  return `${stderr}${stdout.toString("utf8")}`.trim();
}

function blocked({ device, manufacturer }: Phone, name: SecureSetting, said: string): FoveaError {
  const why = said === "" ? "it keeps its old value and gives no error" : said.slice(0, 300);
  const message = `${device.serial} does not let adb change ${name}: ${why}`;
  return new FoveaError("SETUP_SETTINGS_BLOCKED", message, {
    device: device.serial,
    hint: vendorHints(manufacturer).settings,
  });
}
