import { FoveaError } from "../base/errors.js";
import type { Phone } from "./phone.js";
import { retryRead } from "./retry-read.js";
import { dumpsys, readScript } from "./script.js";
import { SHELL_LIMITS } from "./shell.js";

/** With `-a` each task has the activity that it began with; its affinity may differ from its package. */
const SCRIPT = readScript(dumpsys(5, "activity", "-a", "recents"));

/**
 * Packages of the apps that the current user used last, the most recent first, without the launcher. Errors:
 * NOT_THIS_FORMAT, as runShell.
 */
export async function readRecentApps({ device, user }: Phone, signal: AbortSignal): Promise<readonly string[]> {
  const { stdout } = await retryRead(device, SCRIPT, SHELL_LIMITS, signal);
  const packages = parseRecentApps(stdout.toString("utf8"), user);
  if (packages) return packages;
  const message = `${device.serial} lists its recent tasks in an unknown format`;
  throw new FoveaError("NOT_THIS_FORMAT", message, { device: device.serial });
}

/** ActivityManagerService.dumpRecentsLocked (API 24), RecentTasks.dump (since 26); null for any other text. */
export function parseRecentApps(said: string, user: number): readonly string[] | null {
  if (!said.startsWith("ACTIVITY MANAGER RECENT TASKS ")) return null;
  const packages = blocksOf(said).flatMap(([head = "", ...lines]) => {
    const intent = lines.find((line) => line.trimStart().startsWith("intent={"));
    const name = intent && /\bcmp=([\w.]+)\/[\w.$]+/.exec(intent)?.[1];
    const isHome = intent?.includes("cat=[android.intent.category.HOME]") === true || / type=home\b/.test(head);
    const isOthers = !head.includes(` U=${user} `);
    return name === undefined || isHome || isOthers || / type=recents\b/.test(head) ? [] : [name];
  });
  return [...new Set(packages)];
}

/** The lines of each task. */
function blocksOf(said: string): readonly (readonly string[])[] {
  const lines = said.split(/\r?\n/);
  const heads = lines.flatMap((line, place) => (line.startsWith("  * Recent #") ? [place] : []));
  return heads.map((from, index) => lines.slice(from, heads[index + 1]));
}
