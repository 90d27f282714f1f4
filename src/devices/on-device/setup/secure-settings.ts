import { FoveaError } from "../../../base/errors.js";
import { retryRead } from "../../retry-read.js";
import { type Argv, actScript, readScript } from "../../script.js";
import { runShell, SHELL_LIMITS } from "../../shell.js";
import type { Phone } from "./phone.js";
import { isPermissionRefusal } from "./refusals.js";
import { vendorHints } from "./vendor-hints.js";

/** The secure settings of accessibility. */
export type SecureSetting = "enabled_accessibility_services" | "accessibility_enabled";

/** A user's setting; "" where it is not set. Errors: SHELL_FAILED with the phone's text, as runShell. */
export async function readSetting(phone: Phone, name: SecureSetting, signal: AbortSignal): Promise<string> {
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

/**
 * Changes a user's setting and reads it back: some vendors ignore the write without a word. Where somebody else changes it
 * at the same time, their value is changed in turn. `change` gives a value back that needs no change; "" takes the setting
 * away. Gives the value that it had. Errors: SETUP_SETTINGS_BLOCKED, as runShell.
 */
export async function changeSetting(
  phone: Phone,
  name: SecureSetting,
  change: (value: string) => string,
  signal: AbortSignal,
): Promise<string> {
  const before = await readSetting(phone, name, signal);
  let now = before;
  for (let tries = 0; tries < MOST_TRIES && change(now) !== now; tries += 1) {
    const said = await write(phone, name, change(now), signal);
    const after = await readSetting(phone, name, signal);
    if (after === now || isPermissionRefusal(said)) throw blocked(phone, name, said);
    now = after;
  }
  if (change(now) === now) return before;
  throw blocked(phone, name, "something on it changes it back each time");
}

const MOST_TRIES = 3;

/** Gives what the device said, which is nothing where all is well. */
async function write(phone: Phone, name: SecureSetting, value: string, signal: AbortSignal): Promise<string> {
  const where = ["--user", String(phone.user), "secure", name];
  const argv: Argv = value === "" ? ["settings", "delete", ...where] : ["settings", "put", ...where, value];
  const { stdout, stderr } = await runShell(phone.device, actScript(argv), SHELL_LIMITS, signal);
  return `${stderr}${stdout.toString("utf8")}`.trim();
}

function blocked({ device, manufacturer }: Phone, name: SecureSetting, said: string): FoveaError {
  const why = said === "" ? "it keeps its old value without a word" : said.slice(0, 300);
  const message = `${device.serial} does not let adb change ${name}: ${why}`;
  return new FoveaError("SETUP_SETTINGS_BLOCKED", message, {
    device: device.serial,
    hint: vendorHints(manufacturer).settings,
  });
}
