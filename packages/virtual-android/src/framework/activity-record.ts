import type { Screen } from "../apps/app.js";
import type { PhoneIntent } from "../intent.js";
import type { ActivityState, TaskState } from "../phone-state.js";
import type { FoundActivity } from "./packages.js";
import type { AppProcess } from "./processes.js";
import type { WindowRecord } from "./window-record.js";

/** One activity of a back stack. */
export interface ActivityRecord {
  readonly hash: string;
  readonly found: FoundActivity;
  /** `package/full.Class`. */
  readonly component: string;
  readonly process: AppProcess;
  readonly task: TaskRecord;
  readonly intent: PhoneIntent;
  readonly window: WindowRecord;
  readonly screen: Screen;
  /** The dialogs and popups that it opened, the front one last. */
  readonly overlays: WindowRecord[];
  readonly onResult: ((result: string | null) => void) | undefined;
  isFinished: boolean;
}

export interface TaskRecord {
  readonly taskId: number;
  readonly hash: string;
  readonly kind: TaskState["kind"];
  readonly affinity: string;
  /** The back stack, the top activity last. */
  readonly activities: ActivityRecord[];
}

export function topOf(task: TaskRecord | undefined): ActivityRecord | undefined {
  return task?.activities.at(-1);
}

/** The visible activities, front first: the top one, and those behind translucent activities, even of the next task. */
export function visibleActivities(tasks: readonly TaskRecord[]): readonly ActivityRecord[] {
  const shown: ActivityRecord[] = [];
  for (const record of tasks.flatMap((task) => task.activities.toReversed())) {
    shown.push(record);
    if (!record.found.activity.isTranslucent) break;
  }
  return shown;
}

export function activityState(record: ActivityRecord, state: ActivityState["state"]): ActivityState {
  return {
    hash: record.hash,
    userId: 0,
    packageName: record.found.app.packageName,
    className: record.found.activity.className,
    taskId: record.task.taskId,
    state,
    orientation: record.found.activity.orientation ?? "unspecified",
  };
}
