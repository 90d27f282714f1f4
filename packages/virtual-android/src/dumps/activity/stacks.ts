import type { PhoneState, TaskState } from "../../phone-state.js";
import type { DisplayView } from "../display-views.js";
import { type RootTask, rootTasks, taskRecord, taskText } from "../tasks.js";
import { indent, type Lines, when } from "../text.js";
import { activityRecord, componentOf, processRecord } from "../tokens.js";
import { idleMs, intentWords, isHome, uidText } from "./activity-facts.js";
import { activityRecordLines, historyHeader } from "./activity-record.js";

/** Only the activities of this package; null for all activities. */
export type PackageFilter = string | null;

/** The stacks of a display, top first, Android 7 to 11. */
export function stackLines(state: PhoneState, view: DisplayView, only: PackageFilter): Lines {
  const api = state.build.apiLevel;
  const roots = rootTasks(api, view).filter(
    (root) => only === null || root.tasks.some((task) => hasPackage(task, only)),
  );
  const blocks = roots.map((root) => (api >= 30 ? stack11(state, view, root) : earlyStack(state, view, root)));
  const before = api === 28 || api === 29 ? [""] : [];
  return blocks.flatMap((block, index) => [...(index > 0 ? [""] : before), ...block]);
}

export function hasPackage(task: TaskState, packageName: string): boolean {
  return task.activities.some((activity) => activity.packageName === packageName);
}

function earlyStack(state: PhoneState, view: DisplayView, root: RootTask): Lines {
  const api = state.build.apiLevel;
  const mode = api >= 28 ? ` type=${root.kind} mode=fullscreen` : "";
  const bounds = api >= 28 ? "mBounds=Rect(0, 0 - 0, 0)" : "mBounds=null";
  return [
    `  Stack #${root.rootId}:${mode}`,
    ...when(api <= 27, "  mFullscreen=true"),
    ...when(api >= 26, `  isSleeping=${!state.power.isInteractive}`),
    `  ${bounds}`,
    ...root.tasks.flatMap((task) => [
      `    Task id #${task.taskId}`,
      ...when(api <= 27, "    mFullscreen=true"),
      `    ${bounds}`,
      "    mMinWidth=-1",
      "    mMinHeight=-1",
      "    mLastNonFullscreenBounds=null",
      ...taskBlock(state, view, root, task),
    ]),
    "",
    "    Running activities (most recent first):",
    ...runningLines(api, root),
    "",
    ...pointerLines(state, root),
  ];
}

function taskBlock(state: PhoneState, view: DisplayView, root: RootTask, task: TaskState): Lines {
  const api = state.build.apiLevel;
  const head = api >= 30 ? taskText(api, task, root.rootId) : taskRecord(task, root.rootId);
  const history = task.activities.flatMap((activity, index) => {
    const context = { state, view, task, activity };
    const number = task.activities.length - 1 - index;
    return [historyHeader(context, number), ...indent("    ", activityRecordLines(context, root.rootId))];
  });
  const bounds = ["  mBounds=Rect(0, 0 - 0, 0)", "  mMinWidth=-1 mMinHeight=-1"];
  return [
    `    * ${head}`,
    ...(api >= 30 ? indent("    ", bounds) : []),
    ...indent("      ", taskLines(state, view, root, task)),
    ...indent("      ", history),
  ];
}

/** TaskRecord.dump, from Android 11 on Task.dump. */
export function taskLines(state: PhoneState, view: DisplayView, root: RootTask, task: TaskState): Lines {
  const api = state.build.apiLevel;
  const first = task.activities.at(-1);
  if (!first) return [];
  const records = task.activities.toReversed().map((activity) => activityRecord(api, activity));
  const uid = uidText(state, first.packageName);
  const caller = isHome(task) ? "mCallingUid=1000" : "mCallingUid=2000";
  const feature = api >= 30 ? " mCallingFeatureId=null" : "";
  const process = processRecord(state, first.packageName);
  return [
    `userId=0 effectiveUid=${uid} ${caller} mUserSetupComplete=true mCallingPackage=null${feature}`,
    ...when(!isHome(task), `affinity=${task.affinity}`),
    `intent={${intentWords(task, first)}}`,
    `${api >= 29 ? "mActivityComponent" : "realActivity"}=${componentOf(first)}`,
    typeLine(api, task),
    "rootWasReset=false mNeverRelinquishIdentity=true mReuseTask=false mLockTaskAuth=LOCK_TASK_AUTH_PINNABLE",
    `Activities=[${records.join(", ")}]`,
    "askedCompatMode=false inRecents=true isAvailable=true",
    ...when(
      api <= 27,
      `lastThumbnail=null lastThumbnailFile=/data/system_ce/0/recent_images/${task.taskId}_task_thumbnail.png`,
    ),
    ...when(api >= 28 && process !== null, `mRootProcess=${process ?? ""}`),
    api >= 30 ? `taskId=${task.taskId} stackId=${root.rootId}` : `stackId=${root.rootId}`,
    resizeLine(state, view, task),
  ];
}

function typeLine(api: number, task: TaskState): string {
  const full = api <= 29 ? " numFullscreen=1" : "";
  const kinds = api <= 27 ? { standard: 0, home: 1, recents: 2 } : { standard: 1, home: 2, recents: 3 };
  const kind = kinds[task.kind];
  const type = api <= 27 ? `taskType=${kind} mTaskToReturnTo=${isHome(task) ? 0 : 1}` : `activityType=${kind}`;
  return `autoRemoveRecents=false isPersistable=true${full} ${type}`;
}

function resizeLine(state: PhoneState, view: DisplayView, task: TaskState): string {
  const api = state.build.apiLevel;
  const idle = idleMs(view, task);
  const picture = api >= 26 ? " mSupportsPictureInPicture=false" : "";
  const last = state.wallClockMs - idle;
  const active =
    api <= 27 ? `firstActiveTime=${last} lastActiveTime=${last}` : `lastActiveTime=${state.uptimeMs - idle}`;
  return `hasBeenVisible=true mResizeMode=RESIZE_MODE_RESIZEABLE${picture} isResizeable=true ${active} (inactive for ${Math.floor(idle / 1000)}s)`;
}

function runningLines(api: number, root: RootTask): Lines {
  let number = root.tasks.reduce((sum, task) => sum + task.activities.length, 0);
  return root.tasks.flatMap((task) => [
    `      ${taskRecord(task, root.rootId)}`,
    ...task.activities.map((activity) => {
      number -= 1;
      return `        Run #${number}: ${activityRecord(api, activity)}`;
    }),
  ]);
}

/** `mResumedActivity:` and `mLastPausedActivity:` of one stack. */
function pointerLines(state: PhoneState, root: RootTask): Lines {
  const api = state.build.apiLevel;
  const activities = root.tasks.flatMap((task) => task.activities);
  const resumed = activities.find((activity) => activity.state === "RESUMED");
  const paused = activities.find((activity) => activity.state === "PAUSED" || activity.state === "STOPPED");
  return [
    ...when(resumed !== undefined, `    mResumedActivity: ${activityRecord(api, resumed ?? null)}`),
    ...when(paused !== undefined, `    mLastPausedActivity: ${activityRecord(api, paused ?? null)}`),
  ];
}

function stack11(state: PhoneState, view: DisplayView, root: RootTask): Lines {
  return [
    `  Stack #${root.rootId}: type=${root.kind} mode=fullscreen`,
    `  isSleeping=${!state.power.isInteractive}`,
    "  mBounds=Rect(0, 0 - 0, 0)",
    ...pointerLines(state, root),
    ...root.tasks.flatMap((task) => taskBlock(state, view, root, task)),
  ];
}
