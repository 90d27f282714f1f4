import { isSuccess, packageManagerSaid } from "../../devices/install-apk.js";
import type { InstalledApp } from "../../devices/installed-app.js";
import { type Phone, userArgs } from "../../devices/phone.js";
import { retryRead } from "../../devices/retry-read.js";
import { actScript, command, readScript } from "../../devices/script.js";
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
} from "./app-change.js";
import { askForCommand } from "./ask-for-command.js";

/**
 * Deletes the data of an app (`pm clear`), which also ends the app. An app's data cannot be read from outside: the
 * proof is that its processes ended, and on newer releases the size of its data. Errors: CONSENT_STALE,
 * APP_CHANGE_REFUSED, APP_CHANGE_UNPROVEN, as runShell.
 */
export async function clearAppData(session: Session, planned: KnownApp, signal: AbortSignal): Promise<AppChange> {
  return await session.acts.run(async () => {
    const known = await requireSameApp(session, planned, signal);
    askForCommand(session, { command: "clearData", package: known.packageName });
    const before = requireInstalled(session, known);
    const bytesBefore = await dataBytes(known, signal);
    await clear(known, signal);
    const after = await lookAfterwards(known, signal);
    const bytes = { before: bytesBefore, after: await dataBytes(known, signal) };
    if (after === null) throw changeUnproven(known, "clear the data of", "it is not installed any more");
    return {
      did: `cleared the data of ${known.packageName}`,
      package: known.packageName,
      device: session.device.serial,
      before: versionOf(before),
      after: versionOf(after),
      ...proofOf(known, { before, after }, bytes),
    };
  }, signal);
}

async function clear(known: KnownApp, signal: AbortSignal): Promise<void> {
  const { phone, packageName } = known;
  const script = actScript(["pm", "clear", ...userArgs(phone), packageName]);
  const limits = { ...SHELL_LIMITS, totalMs: CLEAR_MS, firstByteMs: CLEAR_MS };
  const result = await runShell(phone.device, script, limits, signal);
  if (isSuccess(result)) return;
  const hint = "Phones do not allow this for preinstalled apps and apps of an administrator; Settings shows which.";
  throw changeRefused(known, "clear the data of", packageManagerSaid(result), hint);
}

const CLEAR_MS = 30_000;

interface Bytes {
  readonly before: number | null;
  readonly after: number | null;
}

function proofOf(
  known: KnownApp,
  { before, after }: { readonly before: InstalledApp; readonly after: InstalledApp },
  bytes: Bytes,
): Pick<AppChange, "proof" | "evidence"> {
  const alive = before.pids.filter((pid) => after.pids.includes(pid));
  if (alive.length > 0) throw changeUnproven(known, "clear the data of", `its process ${alive.join(", ")} still runs`);
  const ended = before.pids.length > 0 ? [`its process ${before.pids.join(", ")} was ended`] : [];
  const size = sizeWords(bytes);
  if (size !== null && !size.isLess) throw changeUnproven(known, "clear the data of", size.words);
  const evidence = [...ended, ...(size ? [size.words] : [])];
  if (evidence.length > 0) return { proof: "confirmed", evidence };
  const why = "it was not running, and this Android does not report the size of its data";
  return { proof: "unconfirmed", evidence: [`Android reports success, and there is no other evidence: ${why}`] };
}

/** An app without data still has a few folders: if it had no more before, the size proves nothing. */
function sizeWords({ before, after }: Bytes): { readonly isLess: boolean; readonly words: string } | null {
  if (before === null || after === null || before <= EMPTY_BYTES) return null;
  return { isLess: after < before, words: `its data went from ${before} to ${after} bytes` };
}

/** The size of empty folders of 4 KB each: cache, code_cache, and the two that contain them. */
const EMPTY_BYTES = 64 * 1024;

/**
 * The size of the app's data. From Android 15 on, if the release has the command switched on; else null
 * (PackageManagerShellCommand of AOSP).
 */
async function dataBytes({ phone, packageName }: KnownApp, signal: AbortSignal): Promise<number | null> {
  if ((phone.apiLevel ?? 0) < 35) return null;
  const { stdout } = await retryRead(phone.device, statsScript(phone, packageName), SHELL_LIMITS, signal);
  return parseDataBytes(stdout.toString("utf8"));
}

function statsScript({ user }: Phone, packageName: string) {
  const argv = ["pm", "get-package-storage-stats", "--user", String(user), packageName] as const;
  return readScript(command(argv, { stderr: "drop" }));
}

/** Parses `data: 53248 bytes (52.00 Kb)`; null if the release does not report it. */
export function parseDataBytes(text: string): number | null {
  const digits = /^data: (\d{1,15}) bytes/m.exec(text)?.[1];
  return digits === undefined ? null : Number(digits);
}
