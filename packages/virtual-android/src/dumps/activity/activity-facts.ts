import type { ActivityState, PhoneState, TaskState } from "../../phone-state.js";
import { configurationText } from "../configuration.js";
import type { DisplayView } from "../display-views.js";
import { formatUid, identityHash, type Lines } from "../text.js";
import { componentOf, processRecord } from "../tokens.js";

/** An activity with its task and display; `sequence` counts the configurations that it got. */
export interface ActivityContext {
  readonly state: PhoneState;
  readonly view: DisplayView;
  readonly task: TaskState;
  readonly activity: ActivityState;
}

/** Whether the activity is visible now. */
export function isVisible({ task, activity }: ActivityContext): boolean {
  return task.isVisible && activity.state !== "STOPPED";
}

export function isHome(task: TaskState): boolean {
  return task.kind === "home";
}

/** `act=… cat=[…] flg=0x… cmp=…`: the intent that started the activity, from the launcher or for home itself. */
export function intentWords(task: TaskState, activity: ActivityState): string {
  const category = isHome(task) ? "HOME" : "LAUNCHER";
  const flags = isHome(task) ? "0x10000100" : "0x10200000";
  return `act=android.intent.action.MAIN cat=[android.intent.category.${category}] flg=${flags} cmp=${componentOf(activity)}`;
}

export function uidOf(state: PhoneState, packageName: string): number {
  return state.packages.find((one) => one.packageName === packageName)?.uid ?? 10_000;
}

/** `u0a42`, or only the number for a system uid. */
export function uidText(state: PhoneState, packageName: string): string {
  return formatUid(uidOf(state, packageName));
}

export function apkPath(state: PhoneState, packageName: string): string {
  return state.packages.find((one) => one.packageName === packageName)?.apkPath ?? `/data/app/${packageName}/base.apk`;
}

/** The resource ids in a package's record, which are the same for a class every time. */
export function resourceWords(activity: ActivityState): string {
  const id = (seed: string, type: string) =>
    `0x7f${type}00${identityHash(seed + activity.className)
      .slice(0, 2)
      .padStart(2, "0")}`;
  return `labelRes=${id("label", "0f")} icon=${id("icon", "08")} theme=${id("theme", "10")}`;
}

/** `app=ProcessRecord{…}` if the process is running. */
export function appLine(context: ActivityContext): Lines {
  const record = processRecord(context.state, context.activity.packageName);
  return record ? [`app=${record}`] : [];
}

/** The configurations of an activity: the global one and its own. */
export function configurationsOf(context: ActivityContext): { readonly global: string; readonly own: string } {
  const { state, view, task, activity } = context;
  return {
    global: configurationText(state, view, { activityType: "undefined", sequence: 7 }),
    own: configurationText(state, view, { activityType: task.kind, sequence: 1, packageName: activity.packageName }),
  };
}

/** The time in ms since the activity's task was last used: longer for each task further down. */
export function idleMs(view: DisplayView, task: TaskState): number {
  return 3000 + 40_000 * Math.max(0, view.tasks.indexOf(task));
}
