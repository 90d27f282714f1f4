import type { PhoneState } from "../../phone-state.js";
import { type DisplayView, displayViews } from "../display-views.js";
import type { Lines } from "../text.js";
import { activityRecord } from "../tokens.js";
import { rootTaskLines } from "./root-task-lines.js";
import { hasPackage, type PackageFilter, stackLines } from "./stacks.js";
import { supervisorLines } from "./supervisor.js";

const ACTIVITIES_TITLE = "ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)";

/**
 * `dumpsys activity activities`: the activities of each display from top to bottom, then the supervisor. With a
 * package, only the list, or `(nothing)` if the package has no activity.
 */
export function dumpActivities(state: PhoneState, only: PackageFilter): Lines {
  const views = displayViews(state).toReversed();
  if (only !== null && !views.some((view) => view.tasks.some((task) => hasPackage(task, only)))) {
    return [ACTIVITIES_TITLE, "  (nothing)"];
  }
  const displays = views.flatMap((view) => displayLines(state, view, only));
  return [ACTIVITIES_TITLE, ...displays, ...(only === null ? supervisorLines(state) : resumedOf(state, only))];
}

function displayLines(state: PhoneState, view: DisplayView, only: PackageFilter): Lines {
  const api = state.build.apiLevel;
  const title = `Display #${view.display.displayId} (activities from top to bottom):`;
  if (api <= 29) return [title, ...stackLines(state, view, only)];
  const tasks = api === 30 ? [...stackLines(state, view, only), ""] : rootTaskLines(state, view, only);
  const top = view.tasks[0]?.activities[0] ?? null;
  const isShown = top !== null && (only === null || top.packageName === only);
  const resumed = [
    "  Resumed activities in task display areas (from top to bottom):",
    `    Resumed: ${activityRecord(api, top)}`,
    "",
  ];
  return [title, ...tasks, ...(isShown ? resumed : [])];
}

function resumedOf(state: PhoneState, packageName: string): Lines {
  const top = state.tasks[0]?.activities[0] ?? null;
  if (top?.packageName !== packageName) return [];
  return ["", `  ResumedActivity: ${activityRecord(state.build.apiLevel, top)}`];
}
