import type { ActivityState, PhoneState, ProcessState, TaskState, WindowState } from "../phone-state.js";
import { identityHash } from "./text.js";

/** ComponentName.flattenToShortString: `pkg/.Cls` if the class is in the package, else `pkg/full.Cls`. */
export function shortComponent(packageName: string, className: string): string {
  return className.startsWith(`${packageName}.`)
    ? `${packageName}/${className.slice(packageName.length)}`
    : `${packageName}/${className}`;
}

export function componentOf(activity: ActivityState): string {
  return shortComponent(activity.packageName, activity.className);
}

/** `Window{285e842 u0 StatusBar}`, `null` for no window: WindowState.toString. */
export function windowToken(window: WindowState | null): string {
  if (!window) return "null";
  return `Window{${window.hash} u${window.userId} ${window.title}${window.isExiting ? " EXITING" : ""}}`;
}

/**
 * `ActivityRecord{c866d3c u0 com.x/.Main t204}`. Android 13 also closes the brace before the task (`…/.Main} t204}`).
 * Android 16 prints the hash in decimal.
 */
export function activityRecord(api: number, activity: ActivityState | null): string {
  if (!activity) return "null";
  const hash = api >= 36 ? String(Number.parseInt(activity.hash, 16)) : activity.hash;
  const brace = api === 33 ? "}" : "";
  return `ActivityRecord{${hash} u${activity.userId} ${componentOf(activity)}${brace} t${activity.taskId}}`;
}

/** `Token{2ecfac5 ActivityRecord{…}}`: the window manager's view of an activity up to Android 10. */
export function activityToken(api: number, activity: ActivityState | null): string {
  if (!activity) return "null";
  return `Token{${identityHash(`token ${activity.hash}`)} ${activityRecord(api, activity)}}`;
}

/**
 * The value of `mFocusedApp=` and of an app window's `mToken=`: AppWindowToken up to Android 10, then ActivityRecord.
 */
export function appToken(api: number, activity: ActivityState | null): string {
  if (!activity) return "null";
  if (api >= 30) return activityRecord(api, activity);
  return `AppWindowToken{${identityHash(`app ${activity.hash}`)} token=${activityToken(api, activity)}}`;
}

/** `Session{b35bce 1527:u0a10028}`; for uids below the first app's, only the number. */
export function sessionToken(pid: number, uid: number): string {
  const app = uid % 100_000;
  const who = app < 10_000 ? String(uid) : `u${Math.floor(uid / 100_000)}a${app}`;
  return `Session{${identityHash(`session ${pid}`)} ${pid}:${who}}`;
}

/** The token of a window that belongs to no activity. */
export function plainToken(api: number, window: WindowState): string {
  const hash = identityHash(`token ${window.hash}`);
  const binder = identityHash(`binder ${window.hash}`);
  if (window.kind === "wallpaper") {
    return api >= 36
      ? `WallpaperWindowToken{${hash} showWhenLocked=true}`
      : `WallpaperWindowToken{${hash} token=android.os.Binder@${binder}}`;
  }
  const type = api >= 33 ? ` type=${window.layoutType}` : "";
  const proxy = window.kind === "inputMethod" ? "android.os.Binder" : "android.os.BinderProxy";
  return `WindowToken{${hash}${type} ${proxy}@${binder}}`;
}

/** The activity of a window, on any display; null for a window without an activity. */
export function activityOf(tasks: readonly TaskState[], window: WindowState): ActivityState | null {
  if (window.activityHash === null) return null;
  return tasks.flatMap((task) => task.activities).find((activity) => activity.hash === window.activityHash) ?? null;
}

/** The main process of a package, for `app=ProcessRecord{…}` lines. */
export function processRecord(state: PhoneState, packageName: string): string | null {
  const process = state.processes.find((one) => one.packageName === packageName);
  return process ? processToken(process) : null;
}

/** `ProcessRecord{5ec2892 2932:com.x/u0a42}`. */
export function processToken(process: ProcessState): string {
  const app = process.uid % 100_000;
  const uid = app < 10_000 ? String(process.uid) : `u${Math.floor(process.uid / 100_000)}a${app - 10_000}`;
  return `ProcessRecord{${identityHash(`process ${process.pid}`)} ${process.pid}:${process.processName}/${uid}}`;
}
