import { toFoveaError } from "../../base/errors.js";
import { withDeadline } from "../../base/signals.js";
import type { Device } from "../device.js";
import type { DeviceProblem } from "../device-entry.js";
import type { SignedApk } from "./apk/sign-apk.js";
import { whose } from "./check-installed.js";
import { type ServiceHealth, serviceHealth } from "./service-health.js";

/** The state of the companion service on one device, with the next step for the user. */
export interface ServiceDiagnosis {
  readonly device: string;
  readonly state: ServiceState;
  /** Whose build is installed; null if none is, or if it could not be checked. */
  readonly build: "current" | "other" | "foreign" | null;
  /** What the user should do; null if nothing. */
  readonly advice: string | null;
  readonly health: ServiceHealth | null;
  /** Why the state could not be checked; null if it could. */
  readonly problem: DeviceProblem | null;
}

export type ServiceState =
  | "not installed"
  | "running"
  | "suppressed"
  | "not enabled"
  | "crashed"
  | "starting"
  | "not running"
  | "unknown";

const LOOK_MS = 15_000;

/**
 * Checks the service without changing anything. `own` is the service as this host signs it, null without a key. Throws
 * only the signal's reason.
 */
export async function diagnoseService(
  device: Device,
  own: SignedApk | null,
  signal: AbortSignal,
): Promise<ServiceDiagnosis> {
  const { serial } = device;
  try {
    const what = `${serial}: the service's health`;
    const health = await withDeadline(LOOK_MS, what, (limit) => serviceHealth(device, limit), signal);
    const state = stateOf(health);
    const build = health.installed === null ? null : whose(health.installed, own);
    return { device: serial, state, build, advice: adviceFor(state, build, health), health, problem: null };
  } catch (error) {
    signal.throwIfAborted();
    const { code, message, hint } = toFoveaError(error);
    const problem = { code, message, hint };
    return { device: serial, state: "unknown", build: null, advice: null, health: null, problem };
  }
}

/** The most informative of the true states. */
function stateOf(health: ServiceHealth): ServiceState {
  const { installed, enabled, accessibilityOn, running, binding, crashed, suppressed } = health;
  if (installed === null) return "not installed";
  if (!enabled) return "not enabled";
  if (suppressed !== null || running?.state === "suppressed") return "suppressed";
  if (running !== null) return "running";
  if (crashed) return "crashed";
  if (binding) return "starting";
  return accessibilityOn ? "not running" : "not enabled";
}

function adviceFor(state: ServiceState, build: ServiceDiagnosis["build"], health: ServiceHealth): string | null {
  if (state === "not installed") return "`fovea setup` installs it: screens are then read in milliseconds";
  if (build === "foreign")
    return "it was not installed with this host's key: name that key with --signing-key, or `adb uninstall dev.fovea.service`";
  if (state === "suppressed")
    return `${health.suppressed?.by ?? "another tool"} holds UiAutomation; it is back when that ends`;
  if (state !== "running") return "`fovea setup` brings it back";
  return build === "other" ? "`fovea setup` installs the build of this version" : null;
}
