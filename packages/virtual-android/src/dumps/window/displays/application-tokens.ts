import type { ActivityState, PhoneState, TaskState } from "../../../phone-state.js";
import type { DisplayView } from "../../display-views.js";
import { boundsOf } from "../../frames.js";
import { rootTasks } from "../../tasks.js";
import { indent, type Lines, shortRect, when } from "../../text.js";
import { activityRecord, activityToken, appToken, componentOf, windowToken } from "../../tokens.js";

/** The stacks with their tasks and tokens, top first, as Android 7 to 10 print them. */
export function applicationTokens(state: PhoneState, view: DisplayView): Lines {
  const api = state.build.apiLevel;
  const bounds = shortRect(boundsOf(view.display.size));
  return rootTasks(api, view).flatMap((root) => [
    `mStackId=${root.rootId}`,
    api <= 25 ? "mDeferDetach=false" : "mDeferRemoval=false",
    ...when(api <= 27, `${api <= 25 ? "mFullscreen" : "mFillsParent"}=true`),
    `mBounds=${bounds}`,
    ...root.tasks.flatMap((task) => indent("  ", taskLines(api, view, task))),
  ]);
}

function taskLines(api: number, view: DisplayView, task: TaskState): Lines {
  const bounds = shortRect(boundsOf(view.display.size));
  const activities = task.activities.flatMap((activity, index) => {
    const number = task.activities.length - 1 - index;
    const body = tokenLines(api, view, task, activity);
    return [`Activity #${number} ${appToken(api, activity)}`, ...(api >= 28 ? indent("  ", body) : body)];
  });
  return [
    `taskId=${task.taskId}`,
    ...when(api <= 27, `  ${api <= 25 ? "mFullscreen" : "mFillsParent"}=true`),
    `  mBounds=${bounds}`,
    "  mdr=false",
    `  appTokens=${tokenList(api, task)}`,
    `  ${api === 29 ? "mDisplayedBounds" : "mTempInsetBounds"}=[0,0][0,0]`,
    ...indent("    ", activities),
  ];
}

/** AppWindowToken.dump, also used by `dumpsys window tokens`. */
export function tokenLines(api: number, view: DisplayView, task: TaskState, activity: ActivityState): Lines {
  const windows = view.windows.filter((window) => window.activityHash === activity.hash);
  const isShown = activity.state === "RESUMED" || (task.isVisible && activity.state === "PAUSED");
  const orientation = ORIENTATION_NUMBERS[activity.orientation];
  const c = api <= 25 ? "clientHidden" : "mClientHidden";
  const list = `[${windows.map(windowToken).join(", ")}]`;
  const drawn = windows.filter((window) => window.hasSurface).length;
  return [
    `windows=${list}`,
    `windowType=2 hidden=${!isShown} hasVisible=${windows.some((window) => window.isVisible)}`,
    `app=true ${api <= 25 ? "voiceInteraction" : "mVoiceInteraction"}=false`,
    ...when(api <= 25, `allAppWindows=${list}`),
    ...when(api === 29, `component=${componentOf(activity)}`),
    `task={taskId=${task.taskId} appTokens=${tokenList(api, task)} mdr=false}`,
    api <= 25
      ? ` appFullscreen=true requestedOrientation=${orientation}`
      : ` mFillsParent=true mOrientation=${orientation}`,
    `hiddenRequested=${!isShown} ${c}=${!isShown}${api <= 25 ? ` willBeHidden=${!isShown}` : ""} reportedDrawn=${isShown} reportedVisible=${isShown}`,
    ...when(activity.state === "STOPPED", "mAppStopped=true"),
    drawnLine(api, windows.length, drawn),
    "startingData=null removed=false firstWindowDrawn=true mIsExiting=false",
    ...when(api === 27 || api === 26 || api === 28, controllerLine(api, activity)),
  ];
}

function drawnLine(api: number, interesting: number, drawn: number): string {
  const [a, b] =
    api <= 25 ? ["numInterestingWindows", "numDrawnWindows"] : ["mNumInterestingWindows", "mNumDrawnWindows"];
  const all = api <= 27 ? "allDrawn=true (animator=true)" : "allDrawn=true lastAllDrawn=true)";
  return `${a}=${interesting} ${b}=${drawn} inPendingTransaction=false ${all}`;
}

function controllerLine(api: number, activity: ActivityState): string {
  const token = activityToken(api, activity);
  return `controller=AppWindowContainerController{ token=${token} mContainer=${appToken(api, activity)} mListener=${activityRecord(api, activity)}}`;
}

/** The activities of the task, oldest first, as the task keeps them. */
function tokenList(api: number, task: TaskState): string {
  return `[${task.activities
    .toReversed()
    .map((activity) => appToken(api, activity))
    .join(", ")}]`;
}

/** ActivityInfo.SCREEN_ORIENTATION_…. */
export const ORIENTATION_NUMBERS = { unspecified: -1, portrait: 1, landscape: 0 } as const;
