import { FoveaError } from "../../base/errors.js";
import type { Device } from "../device.js";
import { askPhone, type Phone } from "../phone.js";
import { actScript } from "../script.js";
import { runShell, SHELL_LIMITS } from "../shell.js";
import type { SignedApk } from "./apk/sign-apk.js";
import { checkInstalled } from "./check-installed.js";
import { withoutService } from "./enabled-services.js";
import { PACKAGE } from "./names.js";
import { findPushed, removePushed } from "./pushed-files.js";
import { refuseForeign } from "./setup/refuse-foreign.js";
import { changeServices, switchAccessibility } from "./setup/secure-settings.js";
import { SetupProgress, type SetupStep } from "./setup/steps.js";

export interface RemoveOptions {
  /** The companion as this host signs it: a package of another host is not removed. Null if there is no key. */
  readonly apk: SignedApk | null;
  readonly onStep?: (step: SetupStep) => void;
}

export interface RemoveReport {
  readonly device: string;
  readonly user: number;
  readonly package: string;
  readonly steps: readonly SetupStep[];
}

/**
 * Removes the companion from the device: our entry in the list of services, the package for the current user, and the
 * pushed files. Entries of other services stay. Accessibility is turned off only if no service is left. Errors, each
 * with what was changed before: ON_DEVICE_FOREIGN_CERTIFICATE, SETUP_SETTINGS_BLOCKED, SHELL_FAILED, as runShell.
 */
export async function removeSetup(device: Device, options: RemoveOptions, signal: AbortSignal): Promise<RemoveReport> {
  const progress = new SetupProgress(options.onStep ?? (() => {}));
  try {
    const phone = await askPhone(device, signal);
    const installed = await checkInstalled(phone, options.apk, signal);
    refuseForeign(phone, installed);
    await disable(phone, progress, signal);
    if (installed.state === "absent") progress.end("uninstall", "already", "it was not installed");
    else await uninstall(phone, progress, signal);
    await removeFiles(phone, progress, signal);
    return { device: device.serial, user: phone.user, package: PACKAGE, steps: progress.steps };
  } catch (error) {
    throw progress.explain(error, "`fovea setup --remove` continues from there");
  }
}

async function disable(phone: Phone, progress: SetupProgress, signal: AbortSignal): Promise<void> {
  const before = await changeServices(phone, withoutService, signal);
  const left = withoutService(before);
  if (left === before) return progress.end("disable", "already", "it was not enabled");
  progress.changed("it is no longer in the list of enabled accessibility services");
  if (left === "") await switchAccessibility(phone, false, signal);
  progress.end("disable", "done", left === "" ? "accessibility is off: no service is left" : "other services stay on");
}

async function uninstall(phone: Phone, progress: SetupProgress, signal: AbortSignal): Promise<void> {
  progress.begin("uninstall", PACKAGE);
  const { device, user } = phone;
  const script = actScript(["pm", "uninstall", "--user", String(user), PACKAGE]);
  const limits = { ...SHELL_LIMITS, totalMs: UNINSTALL_MS, firstByteMs: UNINSTALL_MS };
  const { stdout, stderr } = await runShell(device, script, limits, signal);
  const said = `${stdout.toString("utf8")}${stderr}`.trim();
  const isGone = /^Success\b/m.test(said) || /not installed for/.test(said);
  if (!isGone) {
    const message = `${device.serial} did not uninstall ${PACKAGE}: ${said.slice(0, 300)}`;
    const hint = "A device administrator may forbid it; `adb uninstall dev.fovea.service` removes it for all users.";
    throw new FoveaError("SHELL_FAILED", message, { device: device.serial, hint });
  }
  progress.changed(`${PACKAGE} is gone`);
  progress.end("uninstall", "done", `for user ${user}`);
}

const UNINSTALL_MS = 30_000;

async function removeFiles({ device }: Phone, progress: SetupProgress, signal: AbortSignal): Promise<void> {
  const paths = await findPushed(device, signal);
  if (paths.length === 0) return progress.end("clean up", "already", "no files were left");
  await removePushed(device, paths, signal);
  progress.end("clean up", "done", `${paths.length} ${paths.length === 1 ? "file" : "files"} of the shell host`);
}
