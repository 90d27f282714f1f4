import { toFoveaError } from "../../base/errors.js";
import type { Companion } from "../../base/options/choices.js";
import { withDeadline } from "../../base/signals.js";
import type { Device } from "../device.js";
import type { ServiceDiagnosis } from "./diagnose-service.js";
import { findShellHost } from "./find-shell-host.js";

/** The source that a server would use for a device's screen, and why. */
export interface CompanionDiagnosis {
  readonly device: string;
  readonly source: "a11y-service" | "a11y-shell" | "uiautomator";
  readonly why: string;
}

const LOOK_MS = 10_000;

/** Finds out the source without changing anything. Throws only the signal's reason. */
export async function diagnoseCompanion(
  device: Device,
  { companion, service }: { readonly companion: Companion; readonly service: ServiceDiagnosis },
  signal: AbortSignal,
): Promise<CompanionDiagnosis> {
  const reported = (source: CompanionDiagnosis["source"], why: string) => ({ device: device.serial, source, why });
  const named = `--companion ${companion}`;
  if (companion === "off") return reported("uiautomator", `${named} forbids all other sources`);
  const isOurs = service.build !== "foreign";
  const standing = isOurs ? `the service is ${service.state}` : "the service has a foreign certificate";
  if (companion !== "shell" && isOurs && service.state === "running")
    return reported("a11y-service", "the service runs");
  if (companion === "service") return reported("uiautomator", `${standing}; ${named} allows nothing else`);
  if (companion !== "shell" && service.state === "suppressed")
    return reported("uiautomator", "the service is suppressed");
  const first = companion === "shell" ? named : standing;
  try {
    const what = `${device.serial}: who holds the UiAutomation`;
    const { epoch, busy } = await withDeadline(LOOK_MS, what, (limit) => findShellHost(device, limit), signal);
    if (busy === null) return reported("a11y-shell", `${first}; \`fovea serve\` starts its companion in adb's shell`);
    if (epoch !== null) return reported("a11y-shell", `${first}; a companion runs in adb's shell and is shared`);
    return reported("uiautomator", `${first}, and ${busy.by ?? "another program"} holds UiAutomation`);
  } catch (error) {
    signal.throwIfAborted();
    return reported("uiautomator", `this could not be checked: ${toFoveaError(error).message}`);
  }
}
