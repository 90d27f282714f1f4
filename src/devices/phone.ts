import { FoveaError } from "../base/errors.js";
import type { Device } from "./device.js";
import { retryRead } from "./retry-read.js";
import { readScript } from "./script.js";
import { SHELL_LIMITS } from "./shell.js";

/** A device, and what of it decides how packages are managed on it. */
export interface Phone {
  readonly device: Device;
  /** The Android user in front: settings, packages and services are each user's own. */
  readonly user: number;
  readonly apiLevel: number | null;
  readonly manufacturer: string | null;
}

/** Errors: as runShell and facts; SHELL_FAILED where the phone does not name its current user. */
export async function askPhone(device: Device, signal: AbortSignal): Promise<Phone> {
  const { apiLevel, manufacturer } = await device.facts(signal);
  return { device, user: await currentUser(device, signal), apiLevel, manufacturer };
}

/** The arguments that name the user to `pm` and `am`. Without any they mean user 0, in every release. */
export function userArgs({ user }: Phone): readonly string[] {
  return user === 0 ? [] : ["--user", String(user)];
}

async function currentUser(device: Device, signal: AbortSignal): Promise<number> {
  const { stdout, stderr } = await retryRead(device, readScript(["am", "get-current-user"]), SHELL_LIMITS, signal);
  const said = stdout.toString("utf8").trim();
  if (/^\d{1,9}$/.test(said)) return Number(said);
  const message = `${device.serial} does not name its current user: ${`${said}${stderr}`.trim().slice(0, 300)}`;
  throw new FoveaError("SHELL_FAILED", message, { device: device.serial });
}
