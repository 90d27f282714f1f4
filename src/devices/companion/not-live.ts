import { type ErrorCode, FoveaError, isFoveaError } from "../../base/errors.js";
import type { LiveCompanion } from "./live-companion.js";

/** Why no companion can be used. */
export interface NotLive {
  readonly reason: { readonly code: ErrorCode; readonly message: string };
  /** False if the reason is not a fault: there is no companion, or none is wanted. */
  readonly isFault: boolean;
  /** A companion is being started: the result of the start. */
  readonly starting?: Promise<LiveCompanion | NotLive>;
  /** Its start failed because a dump of this program used UiAutomation: it is started again after the dump. */
  readonly isBlockedByDump?: boolean;
}

/** A reason that is not a fault. */
export function quiet(code: ErrorCode, message: string): NotLive {
  return { reason: { code, message }, isFault: false };
}

export function suppressedError(serial: string): FoveaError {
  const message = `accessibility services are suppressed on ${serial}`;
  return new FoveaError("ON_DEVICE_SUPPRESSED", message, { device: serial });
}

export function suppressed(serial: string): NotLive {
  const { code, message } = suppressedError(serial);
  return { reason: { code, message }, isFault: true };
}

/**
 * Makes the reason from an error. adbd refuses a socket without a listener: the service is not installed, not enabled,
 * or was ended.
 */
export function notLive(kind: "service" | "shell", error: FoveaError, serial: string): NotLive {
  if (kind === "service" && isFoveaError(error, "SERVICE_REFUSED")) {
    return quiet("ON_DEVICE_NOT_BOUND", `the companion does not run on ${serial}`);
  }
  const isQuiet = isOfTransport(error) || error.code === "ON_DEVICE_NOT_BOUND";
  return { reason: { code: error.code, message: error.message }, isFault: !isQuiet };
}

/** The device cannot be reached at all; every other request to it reports the same. */
export function isOfTransport({ code }: { readonly code: ErrorCode }): boolean {
  return /^(?:DEVICE|ADB)_/.test(code) && code !== "DEVICE_DISCONNECTED";
}
