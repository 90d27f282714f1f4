import type { ActivityState, PhoneState, TaskState } from "../../phone-state.js";
import { configurationText } from "../configuration.js";
import { type DisplayView, displayViews } from "../display-views.js";
import type { DumpPart } from "../dump-service.js";
import { boundsOf } from "../frames.js";
import { identityHash, indent, type Lines, longRect, when } from "../text.js";
import { componentOf } from "../tokens.js";
import { insetsLines } from "../window/displays/insets-sources.js";

/** How long the activity manager waits for an app that does not answer (TransferPipe), in ms. */
const APP_TIMEOUT_MS = 5000;

/**
 * `dumpsys activity top` and `dumpsys activity NAME`: the activity manager asks each app for its own state, so an app
 * that does not respond costs five seconds. The front task comes last.
 */
export function dumpTop(state: PhoneState, matches: (activity: ActivityState) => boolean): readonly DumpPart[] {
  return displayViews(state).flatMap((view) => {
    const shown = view.tasks.filter((task) => task.activities[0] !== undefined && matches(task.activities[0]));
    return shown.toReversed().flatMap((task) => taskParts(state, view, task));
  });
}

function taskParts(state: PhoneState, view: DisplayView, task: TaskState): readonly DumpPart[] {
  const api = state.build.apiLevel;
  const activity = task.activities[0];
  if (!activity) return [];
  const process = state.processes.find((one) => one.packageName === activity.packageName);
  const display = api >= 35 ? ` displayId=${view.display.displayId}(type=INTERNAL)` : "";
  const uid = api >= 35 && process ? ` userId=${activity.userId} uid=${process.uid}` : "";
  const head = [
    `TASK ${task.kind === "home" ? "null" : task.affinity} id=${task.taskId}${api >= 26 ? " userId=0" : ""}${display}`,
    `  ACTIVITY ${componentOf(activity)} ${activity.hash} pid=${process ? process.pid : "(not running)"}${uid}${display}`,
  ];
  if (!process) return [...head, ""];
  if (process.isNotResponding) {
    return [
      ...head,
      { waitMs: APP_TIMEOUT_MS },
      "    Failure while dumping the activity: java.io.IOException: Timeout",
      "",
    ];
  }
  return [...head, ...indent("    ", localState(state, view, task, activity)), ""];
}

function localState(state: PhoneState, view: DisplayView, task: TaskState, activity: ActivityState): Lines {
  const api = state.build.apiLevel;
  const resumed = activity.state === "RESUMED";
  const name = activity.className.slice(activity.className.lastIndexOf(".") + 1);
  const { packageName } = activity;
  const configuration = configurationText(state, view, { activityType: task.kind, sequence: 1, packageName });
  const decor = `DecorView@${identityHash(`decor ${activity.hash}`)}[${name}]`;
  return [
    `Local Activity ${identityHash(`local ${activity.hash}`)} State:`,
    `  mResumed=${resumed} mStopped=${activity.state === "STOPPED"} mFinished=false`,
    ...when(api >= 26, "  mIsInMultiWindowMode=false mIsInPictureInPictureMode=false"),
    "  mChangingConfigurations=false",
    `  mCurrentConfig=${configuration}`,
    "ViewRoot:",
    "  mAdded=true",
    "  mRemoved=false",
    ...(api >= 30 ? insetsBlock(state, view) : []),
    "View Hierarchy:",
    `  ${decor}`,
  ];
}

function insetsBlock(state: PhoneState, view: DisplayView): Lines {
  return [
    "InsetsController:",
    "  InsetsState",
    `    mDisplayFrame=${longRect(boundsOf(view.display.size))}`,
    ...insetsLines(state, view).map((line) => `      ${line.text}`),
  ];
}
