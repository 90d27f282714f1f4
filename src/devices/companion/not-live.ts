import { type ErrorCode, FoveaError, isFoveaError } from "../../base/errors.js";
import type { LiveCompanion } from "./live-companion.js";

/** Why there is no companion to ask. */
export interface NotLive {
  readonly reason: { readonly code: ErrorCode; readonly message: string };
  /** False if nothing is wrong: there is none, or none is wanted. */
  readonly isWorthSaying: boolean;
  /** One is being started: what becomes of it. */
  readonly starting?: Promise<LiveCompanion | NotLive>;
  /** It came up, and found the UiAutomation held by a dump of this program's: it is started again after that. */
  readonly isBehindDump?: boolean;
}

/** Nothing is wrong. */
export function quiet(code: ErrorCode, message: string): NotLive {
  return { reason: { code, message }, isWorthSaying: false };
}

export function suppressedError(serial: string): FoveaError {
  const message = `accessibility services are suppressed on ${serial}`;
  return new FoveaError("ON_DEVICE_SUPPRESSED", message, { device: serial });
}

export function suppressed(serial: string): NotLive {
  const { code, message } = suppressedError(serial);
  return { reason: { code, message }, isWorthSaying: true };
}

/** adbd refuses a socket's name that nobody listens on: the service is not installed, not enabled, or was ended. */
export function notLive(kind: "service" | "shell", error: FoveaError, serial: string): NotLive {
  if (kind === "service" && isFoveaError(error, "SERVICE_REFUSED")) {
    return quiet("ON_DEVICE_NOT_BOUND", `the companion does not run on ${serial}`);
  }
  const isQuiet = isOfTransport(error) || error.code === "ON_DEVICE_NOT_BOUND";
  return { reason: { code: error.code, message: error.message }, isWorthSaying: !isQuiet };
}

/** The device cannot be reached at all, which every other request to it reports, too. */
export function isOfTransport({ code }: { readonly code: ErrorCode }): boolean {
  return /^(?:DEVICE|ADB)_/.test(code) && code !== "DEVICE_DISCONNECTED";
}
