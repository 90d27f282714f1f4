import { FoveaError, isFoveaError } from "../../../base/errors.js";
import { type InstallOutcome, installApk } from "../../install-apk.js";
import { type Phone, userArgs } from "../../phone.js";
import { vendorHints } from "../../vendor-hints.js";
import { allowInstall, setupRefusal } from "./refusals.js";

/**
 * Installs the companion for the current user, or updates it. Vendors show a question on the phone's screen, so it may
 * take up to `timeoutMs`. Errors: SETUP_INSTALL_BLOCKED, SETUP_INSTALL_FAILED, ON_DEVICE_FOREIGN_CERTIFICATE,
 * UNSUPPORTED_ON_DEVICE, TIMEOUT with the advice to check the phone, as runShell and pushFile.
 */
export async function installService(
  phone: Phone,
  apk: Uint8Array,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<InstallOutcome["way"]> {
  const { isDone, way, said } = await tryInstall(phone, apk, timeoutMs, signal);
  if (isDone) return way;
  const { code, hint } = setupRefusal(said, vendorHints(phone.manufacturer));
  const { serial } = phone.device;
  throw new FoveaError(code, `${serial} did not install the companion: ${said}`, { device: serial, hint });
}

async function tryInstall(phone: Phone, apk: Uint8Array, timeoutMs: number, signal: AbortSignal) {
  try {
    return await installApk(phone, { apk, flags: flags(phone), timeoutMs }, signal);
  } catch (error) {
    if (signal.aborted || !isFoveaError(error, "TIMEOUT")) throw error;
    const message = `${phone.device.serial} did not answer the install within ${Math.round(timeoutMs / 1000)} s`;
    const hint = `Look at the phone: it probably asks. ${allowInstall(vendorHints(phone.manufacturer))}`;
    throw new FoveaError("TIMEOUT", message, { ...error.context, hint, cause: error });
  }
}

/** `-g` as in `adb install -g`; before Android 14 `pm` does not know the bypass option. */
function flags(phone: Phone): readonly string[] {
  const bypass = (phone.apiLevel ?? 0) >= 34 ? ["--bypass-low-target-sdk-block"] : [];
  return ["-r", "-g", ...userArgs(phone), ...bypass];
}
