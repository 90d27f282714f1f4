import type { PhoneState, TaskState } from "../../phone-state.js";
import type { DisplayView } from "../display-views.js";
import { type RootTask, rootTasks, rootTaskText, taskText } from "../tasks.js";
import { indent, type Lines, when } from "../text.js";
import { activityRecord } from "../tokens.js";
import { activityRecordLines, historyHeader } from "./activity-record.js";
import { hasPackage, type PackageFilter } from "./stacks.js";

/** The root tasks of a display, top first, on Android 12 and later; each ends with an empty line. */
export function rootTaskLines(state: PhoneState, view: DisplayView, only: PackageFilter): Lines {
  const api = state.build.apiLevel;
  const roots = rootTasks(api, view).filter(
    (root) => only === null || root.tasks.some((task) => hasPackage(task, only)),
  );
  return roots.flatMap((root) => [...indent("  ", rootLines(state, view, root)), ""]);
}

/** Home is inside a separate root; every other task is its own root. */
function rootLines(state: PhoneState, view: DisplayView, root: RootTask): Lines {
  const api = state.build.apiLevel;
  if (root.kind !== "home") return root.tasks.flatMap((task) => taskLines(state, view, root, task));
  const children = root.tasks.flatMap((task) => taskLines(state, view, root, task));
  return [`* ${rootTaskText(api, root)}`, ...indent("  ", children)];
}

function taskLines(state: PhoneState, view: DisplayView, root: RootTask, task: TaskState): Lines {
  const api = state.build.apiLevel;
  const resumed = task.activities.find((activity) => activity.state === "RESUMED") ?? null;
  const paused = task.activities.find((activity) => activity.state !== "RESUMED") ?? null;
  const history = task.activities.flatMap((activity, index) => {
    const context = { state, view, task, activity };
    const number = task.activities.length - 1 - index;
    return [historyHeader(context, number), ...indent("  ", activityRecordLines(context, root.rootId))];
  });
  return [
    `* ${taskText(api, task, root.rootId)}`,
    ...when(paused !== null, `  mLastPausedActivity: ${activityRecord(api, paused)}`),
    `  isSleeping=${!state.power.isInteractive}`,
    ...when(resumed !== null, `  topResumedActivity=${activityRecord(api, resumed)}`),
    ...indent("  ", history),
  ];
}
