import type { PhoneState } from "../../phone-state.js";
import { type DisplayView, displayViews, topFocusedDisplayId } from "../display-views.js";
import { type RootTask, rootTaskReference, rootTasks } from "../tasks.js";
import { identityHash, type Lines, when } from "../text.js";
import { activityRecord } from "../tokens.js";
import { displayContent } from "../window/displays/display-contents.js";

/**
 * The lines after the list of activities: the resumed activity, the stacks, the keyguard, and from 11 on the displays.
 */
export function supervisorLines(state: PhoneState): Lines {
  const api = state.build.apiLevel;
  if (api <= 28) return earlySupervisor(state);
  return api === 29 ? supervisor10(state) : recentSupervisor(state);
}

function topView(state: PhoneState): DisplayView | undefined {
  return displayViews(state).find((view) => view.display.displayId === topFocusedDisplayId(state));
}

/** `ActivityStack{dad8307 stackId=1, 2 tasks}`. */
function stackText(api: number, root: RootTask): string {
  const count = `${root.tasks.length} tasks`;
  const hash = identityHash(`stack ${root.rootId}`);
  if (api <= 27) return `ActivityStack{${hash} stackId=${root.rootId}, ${count}}`;
  const words = `type=${root.kind} mode=fullscreen visible=${root.isVisible} translucent=${!root.isVisible}`;
  return `ActivityStack{${hash} stackId=${root.rootId} ${words}, ${count}}`;
}

function earlySupervisor(state: PhoneState): Lines {
  const api = state.build.apiLevel;
  const view = topView(state);
  const roots = view ? rootTasks(api, view) : [];
  const top = roots[0];
  const focused = top ? stackText(api, top) : "null";
  const resumed = `${api <= 25 ? "mFocusedActivity" : "ResumedActivity"}: ${activityRecord(api, topActivity(state))}`;
  return [
    "",
    `  ${resumed}`,
    `  mFocusedStack=${focused} mLastFocusedStack=${focused}`,
    ...when(api <= 25, `  mSleepTimeout=${!state.power.isInteractive}`),
    `  mCurTaskIdForUser={0=${highestTaskId(state)}}`,
    "  mUserStackInFront={}",
    ...(api <= 27
      ? stackMap(api, roots)
      : [...displayStacks(state), "  isHomeRecentsComponent=false  KeyguardController:"]),
    ...(api >= 28 ? keyguardFields(state) : []),
    ...(api >= 28 ? lockTask("  LockTaskController") : []),
  ].concat(api === 26 || api === 27 ? ["  KeyguardController:", ...keyguardFields(state)] : []);
}

function topActivity(state: PhoneState) {
  return topView(state)?.tasks[0]?.activities[0] ?? null;
}

function highestTaskId(state: PhoneState): number {
  return Math.max(0, ...displayViews(state).flatMap((view) => view.tasks.map((task) => task.taskId)));
}

function stackMap(api: number, roots: readonly RootTask[]): Lines {
  const sorted = roots.toSorted((a, b) => a.rootId - b.rootId);
  const map =
    api <= 25
      ? `mActivityContainers={${sorted.map((root) => `${root.rootId}=ActivtyContainer{${root.rootId}}A`).join(", ")}}`
      : `mStacks={${sorted.map((root) => `${root.rootId}=${stackText(api, root)}`).join(", ")}}`;
  return [
    `  ${map}`,
    `  mLockTaskModeState=NONE${api <= 25 ? " " : "  "}mLockTaskPackages (userId:packages)=`,
    "    0:[]",
    " mLockTaskModeTasks[]",
  ];
}

function displayStacks(state: PhoneState): Lines {
  const api = state.build.apiLevel;
  return displayViews(state).flatMap((view) => {
    const roots = rootTasks(api, view);
    const home = roots.find((root) => root.kind === "home");
    return [
      `  displayId=${view.display.displayId} stacks=${roots.length}`,
      ...when(home !== undefined, `   mHomeStack=${home ? stackText(api, home) : ""}`),
    ];
  });
}

/** The keyguard in the activity manager; Android 9 added the always-on display, 10 added fields for each display. */
function keyguardFields(state: PhoneState): Lines {
  const api = state.build.apiLevel;
  const { isShowing, isOccluded } = state.keyguard;
  return [
    `    mKeyguardShowing=${isShowing}`,
    ...when(api >= 28, "    mAodShowing=false"),
    "    mKeyguardGoingAway=false",
    ...(api <= 28 ? [`    mOccluded=${isOccluded}`, "    mDismissingKeyguardActivity=null"] : displayKeyguards(state)),
    "    mDismissalRequested=false",
    ...when(api <= 30, "    mVisibilityTransactionDepth=0"),
  ];
}

function displayKeyguards(state: PhoneState): Lines {
  const api = state.build.apiLevel;
  const { isShowing, isOccluded } = state.keyguard;
  return displayViews(state).map(({ display }) => {
    const occluded = `  Occluded=${isOccluded} DismissingKeyguardActivity=null`;
    if (api <= 30) return `  ${occluded} at display=${display.displayId}`;
    const shown = `KeyguardShowing=${isShowing} AodShowing=false KeyguardGoingAway=false DismissalRequested=false`;
    return `   ${shown}${occluded} TurnScreenOnActivity=null at display=${display.displayId}`;
  });
}

function lockTask(title: string): Lines {
  return [
    title,
    "    mLockTaskModeState=NONE",
    "    mLockTaskModeTasks=",
    "    mLockTaskPackages (userId:packages)=",
    "      u0:[]",
  ];
}

function supervisor10(state: PhoneState): Lines {
  const view = topView(state);
  const top = view ? rootTasks(29, view)[0] : undefined;
  const focused = top ? stackText(29, top) : "null";
  return [
    "",
    `  ResumedActivity: ${activityRecord(29, topActivity(state))}`,
    "",
    "ActivityStackSupervisor state:",
    `  topDisplayFocusedStack=${focused}`,
    ...displayStacks(state),
    `   mPreferredTopFocusableStack=${focused}`,
    `   mLastFocusedStack=${focused}`,
    `  mCurTaskIdForUser={0=${highestTaskId(state)}}`,
    "  mUserStackInFront={}",
    "  isHomeRecentsComponent=false  KeyguardController:",
    ...keyguardFields(state),
    ...lockTask("  LockTaskController"),
  ];
}

function recentSupervisor(state: PhoneState): Lines {
  const api = state.build.apiLevel;
  const view = topView(state);
  const top = view ? rootTaskReference(api, rootTasks(api, view)[0]) : "null";
  const noun =
    api === 30
      ? ["ActivityStackSupervisor", "topDisplayFocusedStack"]
      : ["ActivityTaskSupervisor", "topDisplayFocusedRootTask"];
  return [
    `  ResumedActivity: ${activityRecord(api, topActivity(state))}`,
    "",
    `${noun[0]} state:`,
    `  ${noun[1]}=${top}`,
    ...displayViews(state).flatMap((one) => displayContent(state, one)),
    ...when(api === 30 || api >= 36, ""),
    "  KeyguardController:",
    ...keyguardFields(state),
    "",
    ...lockTask("  LockTaskController:"),
    "",
    `  mCurTaskIdForUser={0=${highestTaskId(state)}}`,
    `  ${api === 30 ? "mUserStackInFront" : "mUserRootTaskInFront"}={}`,
    ...when(api >= 31, "  mVisibilityTransactionDepth=0"),
    "  isHomeRecentsComponent=false",
    ...when(api >= 31, "  mNoHistoryActivities=[]"),
    "",
    ...organizerLines(state, view),
  ];
}

function organizerLines(state: PhoneState, view: DisplayView | undefined): Lines {
  const api = state.build.apiLevel;
  const roots = view ? rootTasks(api, view) : [];
  const systemUi = state.packages.find((one) => one.packageName === "com.android.systemui")?.uid ?? 10_000;
  if (api === 30) return ["  TaskOrganizerController:", "    Per windowing mode:", ""];
  const visible = state.processes.filter((process) =>
    view?.tasks.some(
      (task) => task.isVisible && task.activities.some((one) => one.packageName === process.packageName),
    ),
  );
  const records = visible.map(
    (process) =>
      ` ProcessRecord{${identityHash(`process ${process.pid}`)} ${process.pid}:${process.processName}/${process.uid}}`,
  );
  return [
    "  TaskOrganizerController:",
    `      android.window.ITaskOrganizer$Stub$Proxy@${identityHash("organizer")} uid=${systemUi}:`,
    ...roots.map((root) => `        (fullscreen) ${rootTaskReference(api, root)}`),
    "",
    `  VisibleActivityProcess:[${records.join(",")}]`,
    `  NumNonAppVisibleWindowUidMap:[ ${systemUi}:3]`,
  ];
}
