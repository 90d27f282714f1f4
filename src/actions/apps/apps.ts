import { FoveaError } from "../../base/errors.js";
import { cutName } from "../../base/zod-words.js";
import { askPhone, userArgs } from "../../devices/phone.js";
import { retryRead } from "../../devices/retry-read.js";
import { type Argv, actScript, command, readScript } from "../../devices/script.js";
import { runShell, SHELL_LIMITS, type ShellResult } from "../../devices/shell.js";
import { parseComponent } from "../../observe/parse/component.js";
import { quoteWords } from "../../screen/label.js";
import type { Observation } from "../../screen/observation.js";
import type { Session } from "../../session/session.js";

/** `am start -W` waits for the first frame of the app. */
const START_LIMITS = { ...SHELL_LIMITS, totalMs: 30_000, firstByteMs: 30_000 };

const PACKAGE = /^[A-Za-z]\w*(?:\.\w+)+$/;

/** Errors: INVALID_ARGUMENT for anything that cannot be a package id. */
export function requirePackage(name: string): string {
  if (PACKAGE.test(name) && name.length <= 255) return name;
  const message = `package: ${cutName(name)} is not a package id like com.example.app`;
  throw new FoveaError("INVALID_ARGUMENT", message, packageMeant(name));
}

/** A hint on what a name that is not a package id probably means. */
function packageMeant(name: string): { readonly hint?: string } {
  if (/^https?:\/\//i.test(name)) return { hint: "Call open_url for an address." };
  const component = parseComponent(name);
  if (component && PACKAGE.test(component.package)) return { hint: `Did you mean package: "${component.package}"?` };
  return {
    hint: "Call list_apps for the package ids on the device; open_app and app_info take the name of an app, too.",
  };
}

const MAIN = "android.intent.action.MAIN";
const LAUNCHER = "android.intent.category.LAUNCHER";
/** FLAG_ACTIVITY_NEW_TASK | FLAG_ACTIVITY_RESET_TASK_IF_NEEDED: the flags with which the launcher starts apps. */
const LAUNCH_FLAGS = "0x10200000";

/**
 * The arguments with which `am start` does what the launcher does for a package: a running app comes to the front as
 * the user left it. Errors: APP_NOT_FOUND.
 */
export async function launcherStart(
  session: Session,
  packageName: string,
  signal: AbortSignal,
): Promise<{ readonly component: string; readonly args: readonly string[] }> {
  const component = await launcherActivity(session, packageName, signal);
  return { component, args: ["-a", MAIN, "-c", LAUNCHER, "-f", LAUNCH_FLAGS, "-n", component] };
}

/** If an app has several entries, `resolve-activity` names the system's chooser: then the first entry is taken. */
async function launcherActivity(session: Session, packageName: string, signal: AbortSignal): Promise<string> {
  for (const verb of [["resolve-activity"], ["query-activities"]]) {
    const lead = verb[0] === "query-activities" ? ["-p", packageName] : [packageName];
    const argv: Argv = ["cmd", "package", ...verb, "--brief", "-a", MAIN, "-c", LAUNCHER, ...lead];
    const script = readScript(command(argv, { stderr: "merge" }));
    const { stdout } = await retryRead(session.device, script, SHELL_LIMITS, signal);
    const lines = stdout.toString("utf8").split("\n");
    const own = lines.map((line) => line.trim()).find((line) => parseComponent(line)?.package === packageName);
    if (own !== undefined) return own;
  }
  throw await notThere(session, packageName, signal);
}

async function notThere(session: Session, packageName: string, signal: AbortSignal): Promise<FoveaError> {
  const device = session.device.serial;
  if (!(await isInstalled(session, packageName, signal))) return notInstalled(session, packageName);
  const message = `${packageName} is installed on ${device}, but has nothing that a launcher would open`;
  return new FoveaError("APP_NOT_FOUND", message, {
    device,
    hint: "Name one of its activities, or open another app: list_apps.",
  });
}

export function notInstalled(session: Session, packageName: string): FoveaError {
  const device = session.device.serial;
  // Package ids begin with the words that web addresses end with.
  const isAddress = /^[\w.]{1,200}\.(?:com|org|net|io|dev|app|de|uk)$/i.test(packageName);
  const hint = `Call list_apps for the package ids, or open_url with https://${packageName} for an address.`;
  return new FoveaError("APP_NOT_FOUND", `${packageName} is not installed on ${device}`, {
    device,
    ...(isAddress && { hint }),
  });
}

export async function isInstalled(session: Session, packageName: string, signal: AbortSignal): Promise<boolean> {
  return (await packagesOf(session, [packageName], signal)).includes(packageName);
}

/** Runs `am start -W` with these arguments; gives its output. Errors: APP_NOT_LAUNCHED, with the output. */
export async function startActivity(session: Session, args: readonly string[], signal: AbortSignal): Promise<string> {
  const result = await runShell(session.device, actScript(["am", "start", "-W", ...args]), START_LIMITS, signal);
  const said = wordsOf(result);
  if (result.exitCode === 0 && !/^(?:Error|Exception|java\.|Security exception)/m.test(said)) return said;
  const device = session.device.serial;
  throw new FoveaError("APP_NOT_LAUNCHED", `am start failed on ${device}: ${quoteWords(complaintIn(said))}`, {
    device,
  });
}

/** The complaint of `am`, without the line about what it starts and without a stack trace. */
function complaintIn(said: string): string {
  const lines = said.split("\n").map((line) => line.trim());
  const reported = lines.filter((line) => line !== "" && !/^(?:Starting: |at )/.test(line));
  return reported.join(" ");
}

/** Notes about a start that `am` reports as a success, although the app is not in front or has not drawn. */
export function startNotes(said: string, packageName: string | null, after: Observation | null): readonly string[] {
  const front = after?.activeWindow;
  const isInFront = !front || !packageName || front.package === packageName || front.app?.package === packageName;
  return [
    ...(/^Status: timeout/m.test(said)
      ? ["! it had not drawn its first frame when `am start -W` gave up waiting"]
      : []),
    ...(isInFront ? [] : [`! ${packageName} is not in front: ${front.component ?? quoteWords(front.title)} is`]),
  ];
}

function wordsOf(result: ShellResult): string {
  return `${result.stdout.toString("utf8")}\n${result.stderr}`.trim();
}

export interface AppList {
  readonly packages: readonly string[];
}

/**
 * The package ids of the apps on the device, sorted. Errors: SHELL_FAILED, TRUNCATED, NOT_THIS_FORMAT, the
 * connection's.
 */
export async function listApps(session: Session, system: boolean, signal: AbortSignal): Promise<AppList> {
  const packages = await packagesOf(session, system ? [] : ["-3"], signal);
  return { packages: [...packages].sort() };
}

/** The packages of the current user: without `--user` the package manager lists the packages of user 0. */
async function packagesOf(session: Session, args: readonly string[], signal: AbortSignal): Promise<readonly string[]> {
  const phone = await askPhone(session.device, signal);
  const script = readScript(["cmd", "package", "list", "packages", ...userArgs(phone), ...args]);
  const result = await retryRead(session.device, script, SHELL_LIMITS, signal);
  const text = result.stdout.toString("utf8");
  const packages = [...text.matchAll(/^package:([\w.]+)\s*$/gm)].flatMap((found) => found[1] ?? []);
  const device = session.device.serial;
  if (text !== "" && !text.endsWith("\n")) {
    throw new FoveaError("TRUNCATED", `the list of the packages of ${device} ends in the middle`, { device });
  }
  const isEmpty = text.trim() === "";
  if (packages.length > 0 || (result.exitCode === 0 && isEmpty)) return packages;
  if (result.exitCode === 0) {
    throw new FoveaError("NOT_THIS_FORMAT", `${device} lists its packages in an unknown format`, { device });
  }
  throw new FoveaError("SHELL_FAILED", `the packages of ${device} cannot be listed: ${quoteWords(wordsOf(result))}`, {
    device,
  });
}
