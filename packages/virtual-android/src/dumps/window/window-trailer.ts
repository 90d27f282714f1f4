import type { PhoneState, TaskState, WindowState } from "../../phone-state.js";
import { configurationText } from "../configuration.js";
import { type DisplayView, defaultView, displayViews, topFocusedDisplayId } from "../display-views.js";
import { boundsOf } from "../frames.js";
import { identityHash, type Lines, shortRect, when } from "../text.js";
import { appToken, shortComponent, windowToken } from "../tokens.js";
import { layoutSequence } from "./window-block.js";

/**
 * The global fields after the last window of `dumpsys window windows`. Up to Android 9 they include the focus. From 10
 * on no part of this dump has the focus; it has the input method's targets for each display instead.
 */
export function windowTrailer(state: PhoneState, isFull: boolean): Lines {
  const api = state.build.apiLevel;
  const view = defaultView(state);
  const configuration = configurationText(state, view, { activityType: "undefined", sequence: 7 });
  return [
    "",
    `  mGlobalConfiguration=${configuration}`,
    "  mHasPermanentDpad=false",
    ...(api <= 28 ? focusLines(state) : targetLines(state)),
    ...(api <= 33 ? frozenLines(state, view) : recentFrozenLines(api)),
    ...snapshotLines(state, view),
    ...(isFull ? fullLines(state, view) : []),
  ];
}

function focusLines(state: PhoneState): Lines {
  const api = state.build.apiLevel;
  const target = imeTarget(defaultView(state));
  return [
    `  mCurrentFocus=${windowToken(state.focusedWindow)}`,
    `  mFocusedApp=${appToken(api, state.focusedActivity)}`,
    ...when(target !== null, `  mInputMethodTarget=${windowToken(target)}`),
    `  mInTouchMode=true${api <= 27 ? ` mLayoutSeq=${layoutSequence(state)}` : ""}`,
  ];
}

/** The window into which the input method would type; null if there is none. */
export function imeTarget(view: DisplayView): WindowState | null {
  const hash = view.ime?.targetWindowHash ?? null;
  return view.windows.find((window) => window.hash === hash) ?? null;
}

function targetLines(state: PhoneState): Lines {
  const api = state.build.apiLevel;
  const targets = displayViews(state).flatMap((view) => {
    const target = imeTarget(view);
    const at = `in display# ${view.display.displayId} ${windowToken(target)}`;
    if (!target || api >= 36) return [];
    if (api <= 30) return [`  mInputMethodTarget ${at}`];
    return [`  imeLayeringTarget ${at}`, `  imeInputTarget ${at}`, `  imeControlTarget ${at}`];
  });
  return [`  mTopFocusedDisplayId=${topFocusedDisplayId(state)}`, ...targets, ...taskSizeLines(api)];
}

/** Android 13 and 15 omit the line end after the minimum task size. */
function taskSizeLines(api: number): Lines {
  if (api <= 32) return ["  mInTouchMode=true", ...when(api >= 31, "  mBlurEnabled=true")];
  const size = "  Minimum task size of display#0 220";
  if (api === 33) return [`${size}  mInTouchMode=true`, "  mBlurEnabled=true"];
  return api >= 36 ? [size, "  mBlurEnabled=true"] : [`${size}  mBlurEnabled=true`];
}

function frozenLines(state: PhoneState, view: DisplayView): Lines {
  const api = state.build.apiLevel;
  const cause = view.windows.find((window) => window.kind === "navigationBar") ?? view.windows[0] ?? null;
  return [
    `  mLastDisplayFreezeDuration=${api >= 29 ? "0" : "+93ms"} due to ${windowToken(cause)}`,
    ...when(api <= 31, "  mLastWakeLockHoldingWindow=null mLastWakeLockObscuringWindow=null"),
    ...when(api <= 28, "  InputConsumers:", `    name=pip_input_consumer${api === 28 ? consumerOwner(state) : ""}`),
    ...when(api === 29 || api === 30, "  mFullSnapshotScale=0.8"),
    ...when(api >= 31, "  mHighResTaskSnapshotScale=0.8"),
    ...when(api === 33, "  mTaskSnapshotEnabled=true"),
  ];
}

function consumerOwner(state: PhoneState): string {
  const pid = state.processes.find((process) => process.packageName === "com.android.systemui")?.pid ?? 0;
  return ` pid=${pid} user=UserHandle{0}`;
}

function recentFrozenLines(api: number): Lines {
  return [...when(api <= 35, "  mLastDisplayFreezeDuration=0 due to new-config"), "  mDisableSecureWindows=false"];
}

/** The snapshots of tasks in the background, each with its own rotation. */
function snapshotLines(state: PhoneState, view: DisplayView): Lines {
  const api = state.build.apiLevel;
  const task = view.tasks.find((one) => !one.isVisible && one.kind === "standard");
  if (api < 34) return ["  SnapshotCache", ...(task ? snapshotEntry(api, view, task, "    ") : [])];
  const pad = api >= 36 ? "  " : " ";
  return [
    `${pad}mHighResSnapshotScale=0.8`,
    `${pad}mSnapshotEnabled=true`,
    `${pad}SnapshotCache Task`,
    ...(task ? snapshotEntry(api, view, task, `${pad}  `) : []),
    ...when(api >= 36, "  SnapshotCache Defer High-res"),
    `${pad}mHighResSnapshotScale=0.6`,
    `${pad}mSnapshotEnabled=true`,
    `${pad}SnapshotCache Activity`,
    `${pad}  UserSavedFile userId=0`,
  ];
}

function snapshotEntry(api: number, view: DisplayView, task: TaskState, prefix: string): Lines {
  const activity = task.activities[0] ?? null;
  const { width, height } = view.display.size;
  const portrait = width <= height ? 1 : 2;
  const buffer = api >= 31 ? "android.hardware.HardwareBuffer" : "android.graphics.GraphicBuffer";
  const at = identityHash(`snapshot ${task.taskId}`);
  const image = `mSnapshot=${buffer}@${at}${api >= 28 ? ` (${width}x${height})` : ""}`;
  const tail = "mContentInsets=[0,0][0,0] mReducedResolution=false mScale=1.0";
  const full = activity ? shortComponent(activity.packageName, activity.className) : "null";
  const recent =
    `mId=${1_700_000_000_000 + task.taskId} mCaptureTime=1700000000000 mTopActivityComponent=${full} ${image} ` +
    `mColorSpace=sRGB IEC61966-2.1 (id=0, model=RGB) mOrientation=${portrait} mRotation=0 ` +
    `mTaskSize=Point(${width}, ${height}) mContentInsets=[0,0][0,0] mLetterboxInsets=[0,0][0,0] mIsLowResolution=false ` +
    "mIsRealSnapshot=true mWindowingMode=1 mAppearance=0 mIsTranslucent=false mHasImeSurface=false";
  const early = `${image} mOrientation=${portrait} ${tail}${api === 28 ? " mIsRealSnapshot=true mWindowingMode=1 mSystemUiVisibility=0 mIsTranslucent=false" : ""}`;
  return [
    `${prefix}Entry ${api >= 34 ? "token" : "taskId"}=${task.taskId}`,
    `${prefix}  topApp=${appToken(api, activity)}`,
    `${prefix}  snapshot=TaskSnapshot{${api >= 29 ? ` ${recent}` : early}`,
  ];
}

function fullLines(state: PhoneState, view: DisplayView): Lines {
  const api = state.build.apiLevel;
  const ime = view.windows.find((window) => window.kind === "inputMethod") ?? null;
  return [
    ...when(
      api <= 28,
      `  mSystemDecorLayer=${api <= 27 ? 181_000 : 0} mScreenRect=${shortRect(boundsOf(view.display.size))}`,
    ),
    ...when(api <= 28, "  mLastStatusBarVisibility=0x8600"),
    ...when(ime !== null, `  mInputMethodWindow=${windowToken(ime)}`),
    "  mTraversalScheduled=false",
    ...(api <= 31 ? holdLines(api, view) : []),
    "  mSystemBooted=true mDisplayEnabled=true",
    ...when(api <= 28, `  mLayoutNeeded on displays=${displayViews(state).length - 1}`),
    `  mTransactionSequence=${100 + Math.floor(state.uptimeMs / 500)}`,
    ...(api <= 28 ? earlyRotationLines(state) : rotationLines(api, view)),
    ...when(
      api === 29,
      "  PolicyControl.sImmersiveStatusFilter=null",
      "  PolicyControl.sImmersiveNavigationFilter=null",
    ),
    ...when(api === 29, "  PolicyControl.sImmersivePreconfirmationsFilter=null"),
  ];
}

function holdLines(api: number, view: DisplayView): Lines {
  const app = view.windows.find((window) => window.kind === "application" && window.isVisible) ?? null;
  return [
    "  mHoldScreenWindow=null",
    `  mObscuringWindow=${windowToken(app)}`,
    ...when(api <= 28, "  mWallpaperTarget=null", "  mLastWallpaperX=0.0 mLastWallpaperY=0.5"),
  ];
}

const ANIMATIONS = "  Animation settings: disabled=false window=1.0 transition=1.0 animator=1.0";

function earlyRotationLines(state: PhoneState): Lines {
  const api = state.build.apiLevel;
  const [front, back] = state.tasks;
  return [
    "  mDisplayFrozen=false windows=0 client=false apps=0 waitingForConfig=false",
    `  mRotation=${state.display.rotation} mAltOrientation=false`,
    "  mLastWindowForcedOrientation=-1 mLastOrientation=-1",
    "  mDeferredRotationPauseCount=0",
    ANIMATIONS,
    "  mSkipAppTransitionAnimation=false",
    "  mLayoutToAnim:",
    "    mNextAppTransition=TRANSIT_UNSET",
    "    mAppTransitionState=APP_STATE_IDLE",
    "    mLastUsedAppTransition=TRANSIT_TASK_OPEN",
    `    mLastOpeningApp=${appToken(api, front?.activities[0] ?? null)}`,
    `    mLastClosingApp=${appToken(api, back?.activities[0] ?? null)}`,
  ];
}

/** Android 10 to 13 break the line in the middle: the second line, ` waitingForConfig=`, starts with one space. */
function rotationLines(api: number, view: DisplayView): Lines {
  const rotation = view.display.rotation;
  const frozen = "  mDisplayFrozen=false windows=0 client=false apps=0";
  const forced = api <= 30 ? "  mLastWindowForcedOrientation=-1 mLastOrientation=-1" : "  mLastOrientation=-1";
  if (api <= 33) return [`${frozen}  mRotation=${rotation}${forced}`, " waitingForConfig=false", ANIMATIONS];
  return [
    ...when(api <= 35, frozen),
    `  mRotation=${rotation}`,
    "  mLastOrientation=-1",
    "  mWaitingForConfig=false",
    "  mWindowsInsetsChanged=0",
    "  mDisplayRotationWatchers: [ 10178->0 10179->0]",
    ANIMATIONS,
  ];
}
