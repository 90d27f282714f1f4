import { type ErrorCode, FoveaError, type FoveaErrorOptions, toFoveaError } from "../../../base/errors.js";
import type { Phone } from "../../phone.js";
import { retryRead } from "../../retry-read.js";
import { readScript } from "../../script.js";
import { SHELL_LIMITS } from "../../shell.js";
import { vendorHints } from "../../vendor-hints.js";
import { PACKAGE } from "../names.js";
import { type ServiceHealth, serviceHealth } from "../service-health.js";

/** Why an enabled service does not run, and whether trying again can help. */
export interface Diagnosis {
  readonly error: FoveaError;
  readonly isFinal: boolean;
}

/** Finds the reason; `last` is the error of the last connection. Throws only the signal's reason. */
export async function whyNotBound(phone: Phone, last: FoveaError, signal: AbortSignal): Promise<Diagnosis> {
  try {
    return diagnosisOf(phone, last, await serviceHealth(phone.device, signal), await findRestriction(phone, signal));
  } catch (error) {
    signal.throwIfAborted();
    const why = `the service does not answer (${last.message}), and the phone does not say why`;
    const { serial } = phone.device;
    const context = { device: serial, hint: vendorHints(phone.manufacturer).alive, cause: error };
    const unclear = `${serial}: ${why}: ${toFoveaError(error).message}`;
    return { error: new FoveaError("ON_DEVICE_NOT_BOUND", unclear, context), isFinal: false };
  }
}

function diagnosisOf(
  { device, manufacturer }: Phone,
  last: FoveaError,
  health: ServiceHealth,
  refusal: string | null,
): Diagnosis {
  const failure = (code: ErrorCode, why: string, options: FoveaErrorOptions = {}) =>
    new FoveaError(code, `${device.serial}: ${why}`, { device: device.serial, cause: last, ...options });
  if (health.suppressed !== null) {
    const who = health.suppressed.by === null ? "another tool" : health.suppressed.by;
    const why = `the service is enabled, but ${who} holds UiAutomation, which suspends all accessibility services`;
    return { error: failure("ON_DEVICE_SUPPRESSED", why), isFinal: true };
  }
  if (refusal !== null) return { error: failure("SETUP_RESTRICTED", refusal), isFinal: true };
  if (last.code === "ON_DEVICE_UNTRUSTED" && health.running !== null)
    return { error: failure("ON_DEVICE_UNTRUSTED", last.message), isFinal: true };
  const why = `the service is installed and enabled, but ${stateOf(health)}; the last try said: ${last.message}`;
  return { error: failure("ON_DEVICE_NOT_BOUND", why, { hint: vendorHints(manufacturer).alive }), isFinal: false };
}

function stateOf({ enabled, crashed, binding, running }: ServiceHealth): string {
  if (!enabled) return "the phone took it off the list of enabled services again";
  if (crashed) return "it crashed and Android does not start it again";
  if (binding) return "Android waits for it to start";
  if (running) return `it answers nothing (state ${running.state ?? "unknown"})`;
  return "Android does not start it";
}

/**
 * The policy that prevents Android from binding the service, in words; null if none is found. The app-op is set by the
 * restricted settings of Android 13 and by Enhanced Confirmation of 15. The log line is written by
 * AccessibilityManagerService for both, and for a device administrator's list of permitted services.
 */
async function findRestriction({ device }: Phone, signal: AbortSignal): Promise<string | null> {
  const op = readScript(["appops", "get", PACKAGE, "ACCESS_RESTRICTED_SETTINGS"]);
  const { stdout } = await retryRead(device, op, SHELL_LIMITS, signal);
  const mode = /ACCESS_RESTRICTED_SETTINGS: (deny|ignore|errored|error)\b/.exec(stdout.toString("utf8"))?.[1];
  if (mode !== undefined) return `Android's restricted settings keep the service from being bound (app-op ${mode})`;
  const log = readScript(["logcat", "-d", "-t", "3000", "-s", "AccessibilityManagerService:*"]);
  const { stdout: lines } = await retryRead(device, log, SHELL_LIMITS, signal);
  const line = lines
    .toString("utf8")
    .split("\n")
    .find((one) => one.includes(PACKAGE) && /disallowed|not permitted|restricted/i.test(one));
  return line === undefined ? null : `a policy of the phone forbids the service: ${line.trim().slice(0, 200)}`;
}
