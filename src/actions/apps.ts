import { FoveaError } from "../base/errors.js";
import { retryRead } from "../devices/retry-read.js";
import { type Argv, actScript, command, readScript } from "../devices/script.js";
import { runShell, SHELL_LIMITS, type ShellResult } from "../devices/shell.js";
import { parseComponent } from "../observe/parse/component.js";
import type { Session } from "../session/session.js";

/** `am start -W` waits for the first frame of the app. */
export const START_LIMITS = { ...SHELL_LIMITS, totalMs: 30_000, firstByteMs: 30_000 };

const PACKAGE = /^[A-Za-z]\w*(?:\.\w+)+$/;

/** Errors: INVALID_ARGUMENT for anything that cannot be a package id. */
export function requirePackage(name: string): string {
  if (PACKAGE.test(name) && name.length <= 255) return name;
  throw new FoveaError("INVALID_ARGUMENT", `"${name}" is no package id like com.example.app`);
}

/** The activity that the launcher would start, as `package/class`. Errors: APP_NOT_FOUND. */
export async function launcherActivity(session: Session, packageName: string, signal: AbortSignal): Promise<string> {
  const category = "android.intent.category.LAUNCHER";
  const argv: Argv = [
    "cmd",
    "package",
    "resolve-activity",
    "--brief",
    "-a",
    "android.intent.action.MAIN",
    "-c",
    category,
    packageName,
  ];
  const result = await retryRead(session.device, readScript(command(argv, { stderr: "merge" })), SHELL_LIMITS, signal);
  const last = result.stdout.toString("utf8").trim().split("\n").at(-1)?.trim() ?? "";
  if (parseComponent(last)?.package === packageName) return last;
  const device = session.device.serial;
  throw new FoveaError("APP_NOT_FOUND", `${packageName} is not installed on ${device}, or has nothing to open`, {
    device,
  });
}

/** Runs `am` with these arguments. Errors: APP_NOT_LAUNCHED with what `am` says. */
export async function activityManager(session: Session, args: readonly string[], signal: AbortSignal): Promise<string> {
  const result = await runShell(session.device, actScript(["am", ...args]), START_LIMITS, signal);
  const said = wordsOf(result);
  if (result.exitCode === 0 && !/^(?:Error|Exception|java\.|Security exception)/m.test(said)) return said;
  const device = session.device.serial;
  throw new FoveaError("APP_NOT_LAUNCHED", `am ${args[0] ?? ""} failed on ${device}: ${said.slice(0, 300)}`, {
    device,
  });
}

function wordsOf(result: ShellResult): string {
  return `${result.stdout.toString("utf8")}\n${result.stderr}`.trim();
}

export interface AppList {
  readonly packages: readonly string[];
}

/** The package ids of the apps on the device, sorted. Errors: SHELL_FAILED and those of the connection. */
export async function listApps(session: Session, system: boolean, signal: AbortSignal): Promise<AppList> {
  const argv: Argv = ["cmd", "package", "list", "packages", ...(system ? [] : ["-3"])];
  const result = await retryRead(session.device, readScript(argv), SHELL_LIMITS, signal);
  const text = result.stdout.toString("utf8");
  const packages = [...text.matchAll(/^package:([\w.]+)\s*$/gm)].flatMap((found) => found[1] ?? []);
  if (packages.length === 0 && result.exitCode !== 0) {
    throw new FoveaError(
      "SHELL_FAILED",
      `the packages of ${session.device.serial} cannot be listed: ${wordsOf(result).slice(0, 200)}`,
    );
  }
  return { packages: packages.sort() };
}
