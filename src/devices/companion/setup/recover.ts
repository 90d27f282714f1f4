import { type FoveaError, isFoveaError } from "../../../base/errors.js";
import { backOff } from "../../../base/signals.js";
import { type Phone, userArgs } from "../../phone.js";
import { actScript } from "../../script.js";
import { runShell, SHELL_LIMITS } from "../../shell.js";
import { withoutService, withService } from "../enabled-services.js";
import { RECOVERY_ACTIVITY } from "../names.js";
import { awaitService, type Proof } from "./await-service.js";
import { installService } from "./install.js";
import { changeServices, switchAccessibility } from "./secure-settings.js";
import type { SetupProgress } from "./steps.js";
import type { SetupTiming } from "./timing.js";
import { whyNotBound } from "./why-not-bound.js";

export interface Recovery {
  readonly phone: Phone;
  /** The signed APK. */
  readonly apk: Uint8Array;
  readonly client: string;
  readonly timing: SetupTiming;
  readonly progress: SetupProgress;
}

/**
 * Waits for the enabled service. If it does not start, takes the recovery steps of android.md 7.4 one after another,
 * each followed by the same wait. Errors: ON_DEVICE_NOT_BOUND with what the phone reports; without further steps, since
 * no step can fix them: ON_DEVICE_SUPPRESSED, SETUP_RESTRICTED and ON_DEVICE_UNTRUSTED.
 */
export async function bindOrRecover(recovery: Recovery, signal: AbortSignal): Promise<Proof> {
  const { progress } = recovery;
  let result = await wait(recovery, signal);
  for (const { what, climb } of RUNGS) {
    if (!isFoveaError(result)) return result;
    const { error, isFinal } = await whyNotBound(recovery.phone, result, signal);
    if (isFinal) throw error;
    progress.begin("recover", `${what}, since ${error.message}`);
    await climb(recovery, signal);
    result = await wait(recovery, signal);
    progress.end("recover", isFoveaError(result) ? "refused" : "done", what);
  }
  if (!isFoveaError(result)) return result;
  throw (await whyNotBound(recovery.phone, result, signal)).error;
}

async function wait({ phone, client, timing }: Recovery, signal: AbortSignal): Promise<Proof | FoveaError> {
  return await awaitService(phone.device, { user: phone.user, client, ms: timing.bindMs }, signal);
}

interface Rung {
  readonly what: string;
  climb(recovery: Recovery, signal: AbortSignal): Promise<void>;
}

const RUNGS: readonly Rung[] = [
  {
    what: "off and on again",
    climb: async (recovery, signal) => await toggle(recovery, recovery.timing.offMs, signal),
  },
  {
    what: "its recovery activity, then off and on again",
    climb: async (recovery, signal) => {
      await startRecoveryActivity(recovery.phone, signal);
      await toggle(recovery, recovery.timing.offMs, signal);
    },
  },
  {
    what: "off for some seconds, then on",
    climb: async (recovery, signal) => await toggle(recovery, recovery.timing.longOffMs, signal),
  },
  {
    what: "installed again",
    climb: async ({ phone, apk, timing }, signal) => {
      await installService(phone, apk, timing.installMs, signal);
      await changeServices(phone, withService, signal);
      await switchAccessibility(phone, true, signal);
    },
  },
];

async function toggle({ phone }: Recovery, offMs: number, signal: AbortSignal): Promise<void> {
  await changeServices(phone, withoutService, signal);
  await backOff(offMs, signal); // Android needs the pause; an aborted signal ends the next call
  await changeServices(phone, withService, signal);
  await switchAccessibility(phone, true, signal);
}

/**
 * Starting an activity removes the package from the list of bad processes, and wakes an app that a vendor suspended.
 */
async function startRecoveryActivity(phone: Phone, signal: AbortSignal): Promise<void> {
  const script = actScript(["am", "start", ...userArgs(phone), "-n", RECOVERY_ACTIVITY]);
  await runShell(phone.device, script, SHELL_LIMITS, signal);
}
