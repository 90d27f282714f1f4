import type { LogState } from "../phone-state.js";
import type { Framework } from "./framework.js";

/** A line of the log without its time. */
export type LogWords = Omit<LogState, "wallClockMs">;

/** The number of lines that logd keeps on a phone with little activity. */
const MOST_LOGGED = 2_000;

/** Writes a line to the main buffer. */
export function writeLog({ log, kernel }: Framework, line: LogWords): void {
  log.push({ ...line, wallClockMs: kernel.scheduler.wallMs });
  if (log.length > MOST_LOGGED) log.shift();
}

/** Sets the languages of an app; a visible app is shown again in them. */
export function changeLocales(
  framework: Framework,
  {
    packageName,
    user,
    tags,
  }: { readonly packageName: string; readonly user: number; readonly tags: readonly string[] },
): void {
  const { locales } = framework.kernel.managers;
  if (locales.of(packageName, user).join(",") === tags.join(",")) return;
  locales.put(packageName, user, tags);
  framework.windows.redraw();
  framework.changed("content", packageName);
}

/** Grants a permission (`package name`), or revokes it, which ends the package's processes. */
export function decidePermission(framework: Framework, key: string, isGranted: boolean): void {
  const { permissions } = framework;
  if (permissions.has(key) === isGranted) return;
  if (isGranted) permissions.add(key);
  else {
    permissions.delete(key);
    framework.stopPackage(key.split(" ")[0] ?? "");
  }
}
