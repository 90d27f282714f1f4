import { FoveaError } from "../base/errors.js";
import { type Phone, userArgs } from "./phone.js";
import { retryRead } from "./retry-read.js";
import { command, dumpsys, pipe, readScript } from "./script.js";
import { SHELL_LIMITS } from "./shell.js";

/** A package as it is installed for the current user. A value that Android does not report is null. */
export interface InstalledApp {
  /** The path of its base.apk on the device. */
  readonly path: string;
  /** The version code in digits: it may be larger than an exact JavaScript number. */
  readonly versionCode: string | null;
  /** The version name as the app has it. */
  readonly versionName: string | null;
  /** It is part of the system. */
  readonly isSystem: boolean;
  /** The pids of its main process; empty if that does not run. */
  readonly pids: readonly number[];
}

/** The lines of `dumpsys package` with version and flags (Settings.dumpPackageLPr of AOSP). */
const FACTS = "^ *(versionCode|versionName|flags|pkgFlags)=";

/**
 * The app that is installed under a name for the current user; null if there is none. Errors: as runShell, SHELL_FAILED
 * if the package manager does not answer.
 */
export async function readInstalledApp(
  phone: Phone,
  packageName: string,
  signal: AbortSignal,
): Promise<InstalledApp | null> {
  const script = readScript(
    command(["pm", "path", ...userArgs(phone), packageName], { stderr: "merge" }),
    pipe(command(dumpsys(5, "package", packageName), { stderr: "drop" }), ["grep", "-E", FACTS]),
    command(["pidof", packageName], { stderr: "drop" }),
  );
  const { stdout } = await retryRead(phone.device, script, SHELL_LIMITS, signal);
  const said = stdout.toString("utf8");
  const path = /^package:(\/.+\.apk)\r?$/m.exec(said)?.[1];
  if (path === undefined) {
    await requireAbsent(phone, packageName, signal);
    return null;
  }
  const facts = factsIn(said);
  if (facts === null) throw unreadableFacts(phone, packageName, "its flags are missing");
  return { path, ...facts, pids: pidsIn(said) };
}

/**
 * A failing package manager prints as little as one that does not know the package; the exit code distinguishes them.
 */
async function requireAbsent(phone: Phone, packageName: string, signal: AbortSignal): Promise<void> {
  const script = readScript(["pm", "path", ...userArgs(phone), packageName]);
  const { stdout, stderr, exitCode } = await retryRead(phone.device, script, SHELL_LIMITS, signal);
  const said = `${stdout.toString("utf8")}${stderr}`.trim();
  if (exitCode === NOT_INSTALLED && said === "") return;
  throw unreadableFacts(phone, packageName, `${said.slice(0, 300)} (exit code ${exitCode})`.trim());
}

/** The exit code of `pm path` for an unknown package, in all releases. */
const NOT_INSTALLED = 1;

function unreadableFacts({ device }: Phone, packageName: string, why: string): FoveaError {
  const message = `the package manager of ${device.serial} does not report on ${packageName}: ${why}`;
  return new FoveaError("SHELL_FAILED", message, { device: device.serial });
}

/**
 * The first value of each fact: later ones are of the preinstalled version that an update replaces. Null without the
 * flags: then the package may be part of the system.
 */
function factsIn(said: string): Pick<InstalledApp, "versionCode" | "versionName" | "isSystem"> | null {
  const flags = /^ *(?:pkgF|f)lags=\[(.*)\]/m.exec(said)?.[1];
  if (flags === undefined) return null;
  return {
    versionCode: /^ *versionCode=(\d+)/m.exec(said)?.[1] ?? null,
    versionName: /^ *versionName=(.*?)\r?$/m.exec(said)?.[1] ?? null,
    isSystem: flags.split(" ").includes("SYSTEM"),
  };
}

/** The pids in the output of `pidof`, which is the last line. */
function pidsIn(said: string): readonly number[] {
  const line = /^(\d+(?: \d+)*)\s*$/m.exec(said.slice(said.lastIndexOf("\n", said.trimEnd().length - 1) + 1))?.[1];
  return line === undefined ? [] : line.split(" ").map(Number);
}
