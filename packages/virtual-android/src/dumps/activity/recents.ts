import type { PhoneState } from "../../phone-state.js";
import { defaultView } from "../display-views.js";
import { rootTasks, taskRecord, taskText } from "../tasks.js";
import { indent, type Lines, when } from "../text.js";
import { taskLines } from "./stacks.js";

/**
 * `dumpsys activity [-a] recents`, most recent first (ActivityManagerService.dumpRecentsLocked of Android 7,
 * RecentTasks.dump from 8 on); each task in full only with `-a`.
 */
export function dumpRecents(state: PhoneState, isFull: boolean): Lines {
  const api = state.build.apiLevel;
  const view = defaultView(state);
  const roots = rootTasks(api, view);
  const tasks = view.tasks.flatMap((task) => {
    const root = roots.find((one) => one.tasks.includes(task));
    return root ? [{ task, root }] : [];
  });
  const lines = tasks.flatMap(({ task, root }, place) => [
    `  * Recent #${place}: ${api >= 30 ? taskText(api, task, root.rootId) : taskRecord(task, root.rootId)}`,
    ...when(isFull, ...indent("    ", taskLines(state, view, root, task))),
  ]);
  return [
    "ACTIVITY MANAGER RECENT TASKS (dumpsys activity recents)",
    ...when(api >= 26, "mRecentsUid=1000", "mRecentsComponent=ComponentInfo{com.android.launcher3/.RecentsActivity}"),
    ...when(tasks.length === 0, "  (nothing)"),
    ...when(tasks.length > 0, "  Recent tasks:"),
    ...lines,
  ];
}
