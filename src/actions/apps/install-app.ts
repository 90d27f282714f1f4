import { FoveaError, isFoveaError } from "../../base/errors.js";
import { type InstallOutcome, installApk } from "../../devices/install-apk.js";
import type { InstalledApp } from "../../devices/installed-app.js";
import { type InstallRefusal, installRefusalOf } from "../../devices/package-refusals.js";
import { type Phone, userArgs } from "../../devices/phone.js";
import { retryRead } from "../../devices/retry-read.js";
import { command, readScript } from "../../devices/script.js";
import { SHELL_LIMITS } from "../../devices/shell.js";
import { vendorHints } from "../../devices/vendor-hints.js";
import type { Session } from "../../session/session.js";
import {
  type AppChange,
  changeRefused,
  changeUnproven,
  type KnownApp,
  lookAfterwards,
  lookAtApp,
  requireSameApp,
  versionOf,
  versionText,
} from "./app-change.js";
import { askForCommand } from "./ask-for-command.js";
import { refuseKept } from "./kept-packages.js";
import type { OpenedApk } from "./open-apk.js";

export interface InstallPlan {
  /** The installed app that the APK would replace. */
  readonly known: KnownApp;
  /** The hash of the APK. */
  readonly sha256: string;
  /** Reads the APK again, so that a large file is not held in memory while a person decides. */
  readonly reopen: (signal: AbortSignal) => Promise<OpenedApk>;
}

/** Reads the app that an APK would replace. Errors: INVALID_ARGUMENT, as lookAtApp. */
export async function planInstall(session: Session, apk: OpenedApk, signal: AbortSignal): Promise<KnownApp> {
  const { packageName } = apk.identity;
  refuseKept(packageName, session.device.serial, "is not installed this way");
  askForCommand(session, { command: "install", package: packageName }, true);
  return await lookAtApp(session, packageName, signal);
}

/**
 * Installs an APK for the current user, or updates the app with it; permissions stay as they are. The phone may show a
 * question on its screen. Errors: CONSENT_STALE, APP_CHANGE_REFUSED, APP_CHANGE_UNPROVEN, TIMEOUT with the advice to
 * look at the phone, as runShell and pushFile.
 */
export async function installApp(
  session: Session,
  { known: planned, sha256, reopen }: InstallPlan,
  signal: AbortSignal,
): Promise<AppChange> {
  return await session.acts.run(async () => {
    const known = await requireSameApp(session, planned, signal);
    askForCommand(session, { command: "install", package: known.packageName });
    const apk = await reopen(signal);
    if (apk.sha256 !== sha256) {
      throw new FoveaError("CONSENT_STALE", `nothing was done: ${apk.name} changed after the action was planned`);
    }
    const { way } = await install(known, apk, signal);
    const after = await lookAfterwards(known, signal);
    if (after === null) throw changeUnproven(known, "install", "it is not installed");
    const { installed: before } = known;
    return {
      did: `${before === null ? "installed" : "updated"} ${known.packageName} ${versionText(after)} (${way})`,
      package: known.packageName,
      device: session.device.serial,
      before: versionOf(before),
      after: versionOf(after),
      ...(await proofOf(known, { apk, after }, signal)),
    };
  }, signal);
}

async function install(known: KnownApp, apk: OpenedApk, signal: AbortSignal): Promise<InstallOutcome> {
  const outcome = await tryInstall(known, apk, signal);
  if (outcome.isDone) return outcome;
  const refusal = installRefusalOf(outcome.said);
  throw changeRefused(known, "install", outcome.said, HINTS[refusal](known.phone));
}

async function tryInstall(known: KnownApp, { bytes: apk, identity }: OpenedApk, signal: AbortSignal) {
  const { phone } = known;
  // With `--pkg` Android refuses an APK whose package is not the one that the user agreed to (assertApkConsistent).
  const named = (phone.apiLevel ?? 0) >= 28 ? ["--pkg", identity.packageName] : [];
  try {
    return await installApk(phone, { apk, flags: ["-r", ...named, ...userArgs(phone)], timeoutMs: INSTALL_MS }, signal);
  } catch (error) {
    if (signal.aborted || !isFoveaError(error, "TIMEOUT")) throw error;
    throw error.with({ recoverySuggestions: [`The phone probably asks. ${lookAtPhone(phone)}`] });
  }
}

/** Vendors' dialogs wait for a person (android.md 7.3). */
const INSTALL_MS = 120_000;

function lookAtPhone({ manufacturer }: Phone): string {
  return `${vendorHints(manufacturer).install} Then call install_app again.`;
}

const HINTS: Readonly<Record<InstallRefusal, (phone: Phone) => string | undefined>> = {
  certificate: () =>
    "The installed app has another signer: use an APK of that signer, or uninstall_app it first, which deletes its data.",
  user: lookAtPhone,
  verifier: () =>
    "Play Protect stopped the installation: ask the user to allow it on the phone; then call install_app again.",
  policy: () => "The phone's administrator forbids installs: ask the administrator.",
  downgrade: () => "A newer version is installed: uninstall_app it first, which deletes its data.",
  storage: () => "Ask the user to free some space on the phone; then call install_app again.",
  "old-android": () => "The app needs a newer Android: use another device from list_devices, or an older APK.",
  unfit: () => "This Android does not accept the APK: build or download it again.",
  permission: ({ manufacturer }) => vendorHints(manufacturer).install,
  other: () => undefined,
};

/**
 * The proof that the file on the phone is the file that was sent; if the phone cannot hash it, its version has to
 * agree.
 */
async function proofOf(
  known: KnownApp,
  { apk, after }: { readonly apk: OpenedApk; readonly after: InstalledApp },
  signal: AbortSignal,
): Promise<Pick<AppChange, "proof" | "evidence">> {
  const { versionCode } = apk.identity;
  const isOther = versionCode !== null && after.versionCode !== null && after.versionCode !== versionCode;
  if (isOther) {
    throw changeUnproven(known, "install", `its version is ${versionText(after)}, not (${versionCode})`);
  }
  const sha256 = await sha256On(known.phone, after.path, signal);
  if (sha256 === apk.sha256) return { proof: "confirmed", evidence: [`the phone has exactly this file, ${apk.name}`] };
  if (sha256 !== null) throw changeUnproven(known, "install", "the phone holds another file under its name");
  if (versionCode !== null && after.versionCode === versionCode && known.installed?.versionCode !== versionCode) {
    return { proof: "confirmed", evidence: [`its version code is ${versionCode} now`] };
  }
  const why = "the same version was installed before, and its file cannot be read";
  return { proof: "unconfirmed", evidence: [`Android reports success, and there is no other evidence: ${why}`] };
}

/**
 * The SHA-256 hash in hex; null if the phone has no such program (before Android 8), or its shell may not read the
 * file.
 */
async function sha256On({ device }: Phone, path: string, signal: AbortSignal): Promise<string | null> {
  const script = readScript(command(["sha256sum", path], { stderr: "drop" }));
  const limits = { ...SHELL_LIMITS, totalMs: HASH_MS, firstByteMs: HASH_MS };
  const { stdout } = await retryRead(device, script, limits, signal);
  return /^([0-9a-f]{64})\s/.exec(stdout.toString("utf8"))?.[1] ?? null;
}

/** Enough for 512 MB on a slow phone. */
const HASH_MS = 20_000;
