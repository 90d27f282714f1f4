import { FoveaError } from "../base/errors.js";
import type { Device } from "./device.js";
import { retryRead } from "./retry-read.js";
import { readScript } from "./script.js";
import { SHELL_LIMITS } from "./shell.js";

/** A device with the facts that are needed to manage its packages. */
export interface Phone {
  readonly device: Device;
  /** The current Android user: settings, packages and services are separate for each user. */
  readonly user: number;
  readonly apiLevel: number | null;
  readonly manufacturer: string | null;
}

/** Reads these facts. Errors: as runShell and facts; SHELL_FAILED if the phone does not report its current user. */
export async function askPhone(device: Device, signal: AbortSignal): Promise<Phone> {
  const { apiLevel, manufacturer } = await device.facts(signal);
  return { device, user: await currentUser(device, signal), apiLevel, manufacturer };
}

/** The arguments of `pm` and `am` for the user. Without them both use user 0, in every release. */
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
