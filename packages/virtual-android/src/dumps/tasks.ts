import type { TaskState } from "../phone-state.js";
import type { DisplayView } from "./display-views.js";
import { identityHash } from "./text.js";
import { componentOf } from "./tokens.js";

/** A root task and the tasks in it; up to Android 10 the root is an ActivityStack. */
export interface RootTask {
  readonly rootId: number;
  readonly rootHash: string;
  readonly kind: TaskState["kind"];
  /** The tasks, top first. */
  readonly tasks: readonly TaskState[];
  readonly isVisible: boolean;
}

/**
 * The roots of a display, top first. Up to Android 8 home is stack 0, all apps share stack 1, and recents is stack 5.
 * On 9 and 10 every task has its own stack. From 11 on a root is the task itself, except home, which is inside a
 * separate root.
 */
export function rootTasks(api: number, view: DisplayView): readonly RootTask[] {
  const roots: RootTask[] = [];
  for (const task of view.tasks) {
    const rootId = rootIdOf(api, view, task);
    const at = roots.findIndex((root) => root.rootId === rootId);
    const before = roots[at];
    if (before)
      roots[at] = { ...before, tasks: [...before.tasks, task], isVisible: before.isVisible || task.isVisible };
    else
      roots.push({
        rootId,
        rootHash: rootHash(api, task, rootId),
        kind: task.kind,
        tasks: [task],
        isVisible: task.isVisible,
      });
  }
  return roots;
}

function rootIdOf(api: number, view: DisplayView, task: TaskState): number {
  if (task.kind === "home") return homeRootId(api, view);
  if (api <= 27) return task.kind === "recents" ? 5 : 1;
  return task.taskId;
}

/** The id of the root of home: 0 up to Android 10; later the first free task id, usually 1. */
export function homeRootId(api: number, view: DisplayView): number {
  if (api <= 29) return 0;
  const taken = new Set(view.tasks.map((task) => task.taskId));
  let id = 1;
  while (taken.has(id)) id += 1;
  return id;
}

function rootHash(api: number, task: TaskState, rootId: number): string {
  return api >= 30 && task.kind !== "home" ? task.hash : identityHash(`root ${rootId}`);
}

/** `Task{acf637 #10 …}` of Android 11 and later, for a separate root without activities. */
export function rootTaskText(api: number, root: RootTask): string {
  const first = root.tasks[0];
  if (first && root.kind !== "home") return taskText(api, first, root.rootId);
  const identity = api <= 33 ? " ??" : "";
  const size = `sz=${root.tasks.length}`;
  const state = stateWords(api, root);
  if (api === 30)
    return `Task{${root.rootHash} #${root.rootId} ${state}${identity} U=0 StackId=${root.rootId} ${size}}`.replace(
      "%s",
      root.kind,
    );
  return `Task{${root.rootHash} #${root.rootId} type=${root.kind}${identity} U=0 ${state} ${size}}`;
}

/** `Task{…}` of a task with activities. */
export function taskText(api: number, task: TaskState, rootId: number): string {
  const size = `sz=${task.activities.length}`;
  const state = stateWords(api, task);
  const identity = taskIdentity(task);
  if (api === 30) {
    return `Task{${task.hash} #${task.taskId} ${state} ${identity} U=0 StackId=${rootId} ${size}}`.replace(
      "%s",
      task.kind,
    );
  }
  const root = rootId === task.taskId ? "" : ` rootTaskId=${rootId}`;
  return `Task{${task.hash} #${task.taskId} type=${task.kind} ${identity} U=0${root} ${state} ${size}}`;
}

/** The short form in which Android 14 and later refer to a root: `Task{21a4759 #1 type=home}`. */
export function rootTaskReference(api: number, root: RootTask | undefined): string {
  if (!root) return "null";
  if (api <= 33) return rootTaskText(api, root);
  const first = root.tasks[0];
  const identity = first && root.kind !== "home" ? ` ${taskIdentity(first)}` : "";
  return `Task{${root.rootHash} #${root.rootId} type=${root.kind}${identity}}`;
}

/** `A=10090:com.x` with the affinity; home is identified by its intent (`I=`). */
function taskIdentity(task: TaskState): string {
  const first = task.activities[0];
  if (task.kind === "home" && first) return `I=${componentOf(first)}`;
  return `A=${task.affinity}`;
}

function stateWords(api: number, { kind, isVisible }: Pick<RootTask, "kind" | "isVisible">): string {
  const end = `mode=fullscreen translucent=${!isVisible}`;
  return api === 30
    ? `visible=${isVisible} type=${kind} ${end}`
    : `visible=${isVisible} visibleRequested=${isVisible} ${end}`;
}

/** `TaskRecord{6196b7a #5 A=android.task.contacts U=0 StackId=1 sz=1}` of Android 7 to 10. */
export function taskRecord(task: TaskState, stackId: number): string {
  const identity = taskIdentity(task);
  return `TaskRecord{${task.hash} #${task.taskId} ${identity} U=0 StackId=${stackId} sz=${task.activities.length}}`;
}
