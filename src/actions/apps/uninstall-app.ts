import { isSuccess, packageManagerSaid } from "../../devices/install-apk.js";
import type { InstalledApp } from "../../devices/installed-app.js";
import { type Argv, actScript } from "../../devices/script.js";
import { runShell, SHELL_LIMITS } from "../../devices/shell.js";
import type { Session } from "../../session/session.js";
import {
  type AppChange,
  changeRefused,
  changeUnproven,
  type KnownApp,
  lookAfterwards,
  requireInstalled,
  requireSameApp,
  versionOf,
  versionText,
} from "./app-change.js";
import { askForCommand } from "./ask-for-command.js";

/**
 * Uninstalls an app and deletes its data, for the current user. Of an app that came with the phone, Android removes at
 * most its updates. The app is never hidden from the user, which `pm uninstall --user` would report as a success.
 * Errors: CONSENT_STALE, APP_CHANGE_REFUSED, APP_CHANGE_UNPROVEN, as runShell.
 */
export async function uninstallApp(session: Session, planned: KnownApp, signal: AbortSignal): Promise<AppChange> {
  return await session.acts.run(async () => {
    const known = await requireSameApp(session, planned, signal);
    askForCommand(session, { command: "uninstall", package: known.packageName });
    const before = requireInstalled(session, known);
    await uninstall(known, before, signal);
    const after = await lookAfterwards(known, signal);
    return {
      did: didWords(known, before, after),
      package: known.packageName,
      device: session.device.serial,
      before: versionOf(before),
      after: versionOf(after),
      proof: "confirmed",
      evidence: evidenceOf(known, before, after),
    };
  }, signal);
}

async function uninstall(known: KnownApp, { isSystem }: InstalledApp, signal: AbortSignal): Promise<void> {
  const { phone, packageName } = known;
  const user = isSystem ? [] : ["--user", String(phone.user)];
  const argv: Argv = ["pm", "uninstall", ...user, packageName];
  const limits = { ...SHELL_LIMITS, totalMs: UNINSTALL_MS, firstByteMs: UNINSTALL_MS };
  const result = await runShell(phone.device, actScript(argv), limits, signal);
  if (isSuccess(result)) return;
  const said = packageManagerSaid(result);
  throw changeRefused(known, "uninstall", said, hintFor(said, isSystem));
}

const UNINSTALL_MS = 30_000;

function hintFor(said: string, isSystem: boolean): string | undefined {
  if (isSystem) return "It is preinstalled and cannot be removed; clear_app_data deletes its data.";
  if (/DEVICE_POLICY_MANAGER|OWNER_BLOCKED|USER_RESTRICTED/.test(said)) {
    return "It is a device administrator: ask the user to deactivate it in Settings, Security, Device admin apps.";
  }
  return undefined;
}

function didWords({ packageName }: KnownApp, before: InstalledApp, after: InstalledApp | null): string {
  const what = `${packageName} ${versionText(before)}`;
  return after === null ? `uninstalled ${what}` : `uninstalled the updates of ${what}`;
}

function evidenceOf(known: KnownApp, before: InstalledApp, after: InstalledApp | null): readonly string[] {
  if (after === null) return [`it is no longer installed for user ${known.phone.user}`];
  if (before.isSystem && after.versionCode !== before.versionCode) {
    return [`the preinstalled version is back: ${versionText(after)}`];
  }
  throw changeUnproven(known, "uninstall", `it is still installed: ${versionText(after)}`);
}
