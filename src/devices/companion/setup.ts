import type { Device } from "../device.js";
import { askPhone, type Phone, userArgs } from "../phone.js";
import { actScript } from "../script.js";
import { runShell, SHELL_LIMITS } from "../shell.js";
import type { SignedApk } from "./apk/sign-apk.js";
import { checkInstalled, type InstalledService } from "./check-installed.js";
import { withService } from "./enabled-services.js";
import { PACKAGE } from "./names.js";
import type { Proof } from "./setup/await-service.js";
import { installService } from "./setup/install.js";
import { bindOrRecover } from "./setup/recover.js";
import { refuseForeign } from "./setup/refuse-foreign.js";
import { changeServices, switchAccessibility } from "./setup/secure-settings.js";
import { SetupProgress, type SetupStep } from "./setup/steps.js";
import { SETUP_TIMING, type SetupTiming } from "./setup/timing.js";

export interface SetupOptions {
  /** The companion, signed with the user's own key. */
  readonly apk: SignedApk;
  /** Name and version of this program. */
  readonly client: string;
  readonly onStep?: (step: SetupStep) => void;
  readonly timing?: SetupTiming;
}

/** What set-up did, and the proof that the service works. */
export interface SetupReport {
  readonly device: string;
  /** The Android user for which it was set up. */
  readonly user: number;
  readonly package: string;
  readonly certificateSha256: string;
  readonly proof: Proof;
  readonly steps: readonly SetupStep[];
}

/**
 * Installs the service for the current user, enables it without disabling others, and proves that it answers
 * (android.md 7.1). Finished steps are skipped; another build with the same certificate is updated. Errors, each with
 * what was changed before: ON_DEVICE_FOREIGN_CERTIFICATE, SETUP_INSTALL_BLOCKED, SETUP_INSTALL_FAILED,
 * SETUP_SETTINGS_BLOCKED, SETUP_RESTRICTED, ON_DEVICE_SUPPRESSED, ON_DEVICE_NOT_BOUND, ON_DEVICE_UNTRUSTED, TIMEOUT, as
 * runShell.
 */
export async function setUp(device: Device, options: SetupOptions, signal: AbortSignal): Promise<SetupReport> {
  const progress = new SetupProgress(options.onStep ?? (() => {}));
  try {
    return await run(device, options, progress, signal);
  } catch (error) {
    throw progress.explain(error, "`fovea setup --remove` undoes it");
  }
}

async function run(
  device: Device,
  { apk, client, timing = SETUP_TIMING }: SetupOptions,
  progress: SetupProgress,
  signal: AbortSignal,
): Promise<SetupReport> {
  const phone = await askPhone(device, signal);
  const installed = await checkInstalled(phone, apk, signal);
  refuseForeign(phone, installed);
  progress.end("check", "done", `${describe(installed)} for user ${phone.user}`);
  await install(phone, installed, { apk, timing, progress }, signal);
  await allowRestricted(phone, progress, signal);
  await enable(phone, progress, signal);
  progress.begin("bind", "waiting until Android has started it");
  const proof = await bindOrRecover({ phone, apk: apk.bytes, client, timing, progress }, signal);
  progress.end("bind", "done", `it read ${proof.nodes} nodes in ${proof.windows} windows, in ${proof.totalMs} ms`);
  const { certificateSha256 } = apk;
  return { device: device.serial, user: phone.user, package: PACKAGE, certificateSha256, proof, steps: progress.steps };
}

function describe(installed: InstalledService): string {
  if (installed.state === "absent") return "not installed";
  const version = installed.versionName ?? "of unknown version";
  return installed.state === "current" ? `${version} is installed` : `${version} is installed, another build`;
}

interface Install {
  readonly apk: SignedApk;
  readonly timing: SetupTiming;
  readonly progress: SetupProgress;
}

async function install(
  phone: Phone,
  installed: InstalledService,
  { apk, timing, progress }: Install,
  signal: AbortSignal,
): Promise<void> {
  if (installed.state === "current") return progress.end("install", "already", "this exact build");
  progress.begin("install", `${PACKAGE}, ${Math.ceil(apk.bytes.length / 1024)} KB; if the phone asks, allow it there`);
  progress.changed(`${PACKAGE} is installed, or may be`);
  const way = await installService(phone, apk.bytes, timing.installMs, signal);
  progress.end("install", "done", `${installed.state === "absent" ? "installed" : "updated"} (${way})`);
}

/** Android 13 and later may apply restricted settings to apps that no store installed; see android.md 7.2. */
async function allowRestricted(phone: Phone, progress: SetupProgress, signal: AbortSignal): Promise<void> {
  if (phone.apiLevel !== null && phone.apiLevel < 33) return;
  const argv = ["appops", "set", ...userArgs(phone), PACKAGE, "ACCESS_RESTRICTED_SETTINGS", "allow"] as const;
  const { stdout, stderr, exitCode } = await runShell(phone.device, actScript(argv), SHELL_LIMITS, signal);
  const said = `${stderr}${stdout.toString("utf8")}`.trim().slice(0, 200);
  const isDone = exitCode === 0 && said === "";
  // A refusal is not a failure: if the service is bound anyway, the app-op was not needed.
  progress.end("app-op", isDone ? "done" : "refused", isDone ? "ACCESS_RESTRICTED_SETTINGS allowed" : said);
}

async function enable(phone: Phone, progress: SetupProgress, signal: AbortSignal): Promise<void> {
  const listed = "it is in the list of enabled accessibility services";
  progress.changed(`${listed}, or may be`);
  const before = await changeServices(phone, withService, signal);
  const wasOn = await switchAccessibility(phone, true, signal);
  const isNew = withService(before) !== before || !wasOn;
  const others = before.split(":").filter((entry) => entry !== "").length - (withService(before) === before ? 1 : 0);
  progress.end("enable", isNew ? "done" : "already", `beside ${others} other ${others === 1 ? "service" : "services"}`);
}
