import type { LogState } from "../phone-state.js";
import type { Framework } from "./framework.js";

/** What is logged, without when. */
export type LogWords = Omit<LogState, "wallClockMs">;

/** Lines that logd keeps of a phone on which little happens. */
const MOST_LOGGED = 2_000;

/** Writes a line to the main buffer. */
export function writeLog({ log, kernel }: Framework, line: LogWords): void {
  log.push({ ...line, wallClockMs: kernel.scheduler.wallMs });
  if (log.length > MOST_LOGGED) log.shift();
}

/** Gives an app languages of its own; it is shown again in them where it is on the screen. */
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

/** Gives a permission (`package name`) or takes it away, which ends the processes of the package. */
export function decidePermission(framework: Framework, key: string, isGranted: boolean): void {
  const { permissions } = framework;
  if (permissions.has(key) === isGranted) return;
  if (isGranted) permissions.add(key);
  else {
    permissions.delete(key);
    framework.stopPackage(key.split(" ")[0] ?? "");
  }
}
