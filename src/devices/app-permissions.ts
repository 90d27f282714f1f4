import type { Phone } from "./phone.js";
import { ask, change, unknownForm } from "./states/device-state.js";

/** A permission that a user can grant to an app and revoke. */
export interface RuntimePermission {
  /** The name, for example `android.permission.CAMERA`. */
  readonly name: string;
  readonly isGranted: boolean;
  /** PackageManager.FLAG_PERMISSION_… without the prefix, for example `USER_SET`. */
  readonly flags: readonly string[];
}

/** The permissions of an app, from `dumpsys package`. */
export interface AppPermissions {
  /** All permissions that its manifest requests. */
  readonly requested: readonly string[];
  /** Its runtime permissions, which a user decides on, for the current user. */
  readonly runtime: readonly RuntimePermission[];
}

/**
 * The permissions of an installed app (com.android.server.pm.Settings.dumpPackageLPr and dumpRuntimePermissionsLPr; the
 * lines are the same from Android 7 to 16). Errors: as runShell, SHELL_FAILED, NOT_THIS_FORMAT.
 */
export async function readPermissions(phone: Phone, packageName: string, signal: AbortSignal): Promise<AppPermissions> {
  const said = await ask(phone, ["dumpsys", "-t", "5", "package", packageName], signal);
  const parsed = parsePermissions(said, packageName, phone.user);
  if (parsed === null) throw unknownForm(phone, `the permissions of ${packageName}`, said);
  return parsed;
}

/**
 * Null if the dump does not list the package. The first of several blocks counts: an update hides the system's version.
 */
export function parsePermissions(dump: string, packageName: string, user: number): AppPermissions | null {
  const lines = dump.split(/\r?\n/);
  const start = lines.indexOf("Packages:");
  const from = lines.findIndex((line, place) => place > start && line.startsWith(`  Package [${packageName}] `));
  if (start < 0 || from < 0) return null;
  const end = lines.findIndex((line, place) => place > from && /^ {0,2}\S/.test(line));
  const block = lines.slice(from + 1, end < 0 ? undefined : end);
  const userAt = block.findIndex((line) => line.startsWith(`    User ${user}:`));
  const userEnd = block.findIndex((line, place) => place > userAt && /^ {4}\S/.test(line));
  const ofUser = userAt < 0 ? [] : block.slice(userAt + 1, userEnd < 0 ? undefined : userEnd);
  const requested = listBehind(block, "    requested permissions:").map((line) => line.split(":")[0] ?? "");
  const runtime = listBehind(ofUser, "      runtime permissions:").flatMap((line) => {
    const [, name = "", granted = "", flags = ""] = RUNTIME.exec(line) ?? [];
    return name === "" ? [] : [{ name, isGranted: granted === "true", flags: flagsIn(flags) }];
  });
  return { requested, runtime };
}

const RUNTIME = /^([\w.]+): granted=(true|false)(?:, flags=\[(.*)\])?/;

function flagsIn(text: string): readonly string[] {
  return text.split(/[\s|]+/).filter((flag) => flag !== "");
}

/** The lines below a heading that are indented deeper, trimmed. */
function listBehind(lines: readonly string[], heading: string): readonly string[] {
  const at = lines.findIndex((line) => line.trimEnd() === heading);
  if (at < 0) return [];
  const depth = heading.length - heading.trimStart().length;
  const end = lines.findIndex((line, place) => place > at && line.length - line.trimStart().length <= depth);
  return lines.slice(at + 1, end < 0 ? undefined : end).map((line) => line.trim());
}

/** Runs `pm grant` or `pm revoke`. Errors: STATE_REFUSED with the package manager's text, as runShell. */
export async function changePermission(
  phone: Phone,
  {
    verb,
    packageName,
    name,
  }: { readonly verb: "grant" | "revoke"; readonly packageName: string; readonly name: string },
  signal: AbortSignal,
): Promise<void> {
  await change(phone, ["pm", verb, "--user", String(phone.user), packageName, name], signal);
}

/**
 * Lets an app ask again for a permission that its user refused (PackageManagerShellCommand.setOrClearPermissionFlags).
 * Errors: as changePermission.
 */
export async function forgetDecision(
  phone: Phone,
  { packageName, name }: { readonly packageName: string; readonly name: string },
  signal: AbortSignal,
): Promise<void> {
  const where = ["--user", String(phone.user), packageName, name];
  await change(phone, ["pm", "clear-permission-flags", ...where, "user-set", "user-fixed"], signal);
}

/** The first API level whose `pm` has `clear-permission-flags`: PackageManagerShellCommand of Android 12L does not. */
export const FORGETS_DECISIONS_SINCE = 33;

/** Permissions without a dialog, which app-ops control; each with its name for `appops`. */
export const APP_OPS: Readonly<Record<string, string>> = {
  "android.permission.SYSTEM_ALERT_WINDOW": "SYSTEM_ALERT_WINDOW",
  "android.permission.WRITE_SETTINGS": "WRITE_SETTINGS",
  "android.permission.PACKAGE_USAGE_STATS": "GET_USAGE_STATS",
  "android.permission.REQUEST_INSTALL_PACKAGES": "REQUEST_INSTALL_PACKAGES",
  "android.permission.MANAGE_EXTERNAL_STORAGE": "MANAGE_EXTERNAL_STORAGE",
  "android.permission.SCHEDULE_EXACT_ALARM": "SCHEDULE_EXACT_ALARM",
};

/** The mode of an app-op of a package; null for the release's default. Errors: as runShell, SHELL_FAILED. */
export async function readAppOp(
  phone: Phone,
  { packageName, op }: { readonly packageName: string; readonly op: string },
  signal: AbortSignal,
): Promise<string | null> {
  const said = await ask(phone, ["appops", "get", "--user", String(phone.user), packageName, op], signal);
  const line = said.split("\n").find((one) => one.startsWith(`${op}: `)) ?? "";
  const mode = /^\w+/.exec(line.slice(op.length + 2))?.[0] ?? null;
  return mode === "default" ? null : mode;
}

/** Runs `appops set`; mode `default` means the release's own mode. Errors: STATE_REFUSED, as runShell. */
export async function setAppOp(
  phone: Phone,
  { packageName, op, mode }: { readonly packageName: string; readonly op: string; readonly mode: AppOpMode },
  signal: AbortSignal,
): Promise<void> {
  await change(phone, ["appops", "set", "--user", String(phone.user), packageName, op, mode], signal);
}

export type AppOpMode = "allow" | "deny" | "default";
