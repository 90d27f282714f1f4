import type { PhoneState } from "../../../phone-state.js";
import { configurationText } from "../../configuration.js";
import { appSize, nominalRange } from "../../display-info.js";
import { type DisplayView, displayViews } from "../../display-views.js";
import { identityHash, indent, type Lines, when } from "../../text.js";
import { activityRecord, appToken, windowToken } from "../../tokens.js";
import { layoutSequence } from "../window-block.js";
import { imeTarget } from "../window-trailer.js";
import { applicationTokens } from "./application-tokens.js";
import { controllerLines, pinnedLines } from "./controllers.js";
import { displayAreas, taskAreas } from "./display-areas.js";
import { displayFrames } from "./display-frames.js";
import { displayPolicy } from "./display-policy.js";
import { displayRotation } from "./display-rotation.js";
import { homeRootName } from "./home-root.js";
import { insetsController } from "./insets-controller.js";

const DISPLAYS_TITLE = "WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)";

/** `dumpsys window displays`: all displays; the display that was focused last comes at the end. */
export function dumpDisplays(state: PhoneState): Lines {
  const api = state.build.apiLevel;
  const tail =
    api >= 36 ? ["  InsetsPolicy", "    status: WINDOW_STATE_SHOWING", "    nav: WINDOW_STATE_SHOWING", ""] : [];
  return [DISPLAYS_TITLE, ...displayViews(state).flatMap((view) => [...displayContent(state, view), ...tail])];
}

/** DisplayContent.dump, indented by two spaces; from Android 11 on also a part of `dumpsys activity activities`. */
export function displayContent(state: PhoneState, view: DisplayView): Lines {
  const api = state.build.apiLevel;
  const body = api >= 29 ? recentBody(state, view) : earlyBody(state, view);
  const orientation = orientationLines(state, view);
  const header = headerLines(api, view);
  const head = api >= 34 ? [...header, ...when(api === 34, ""), ...orientation] : [...orientation, ...header, ""];
  return [...indent("  ", head), ...body];
}

/** Lines that are printed before their display up to Android 13. */
function orientationLines(state: PhoneState, view: DisplayView): Lines {
  const api = state.build.apiLevel;
  if (api < 30) return [];
  const deepest = view.focusedActivity ? activityRecord(api, view.focusedActivity) : windowToken(view.focusedWindow);
  const area = `WindowedMagnification:0:31@${Number.parseInt(identityHash(`area ${view.display.displayId}`), 16)}`;
  const configuration = configurationText(state, view, { activityType: "undefined", sequence: 7 });
  return [
    `mLastOrientationSource=${api >= 31 ? area : deepest}`,
    `deepestLastOrientationSource=${deepest}`,
    ...when(api >= 31, `overrideConfig=${configuration}`),
    ...when(api >= 35, "mHasSetIgnoreOrientationRequest=false ignoreOrientationRequest=false"),
    ...when(api >= 35, `mSleeping=${!view.display.isOn} mAllSleepTokens=[${sleepTokens(view)}]`),
  ];
}

function sleepTokens(view: DisplayView): string {
  if (view.display.isOn) return "";
  return `{"Display-off", display ${view.display.displayId}, acquire at 1}`;
}

function headerLines(api: number, view: DisplayView): Lines {
  const { display } = view;
  const base =
    display.overrideSize !== null || display.overrideDensity !== null
      ? ` base=${sizeAndDensity(display.overrideSize ?? display.physicalSize, display.overrideDensity ?? display.physicalDensity)}`
      : "";
  const range = nominalRange(api, view);
  const app = appSize(api, view);
  const minimum = api >= 32 ? " mMinSizeOfResizeableTaskDp=220" : "";
  const needed = api >= 26 ? "mLayoutNeeded" : "layoutNeeded";
  const exclude = api >= 26 && api <= 34 ? ` mTouchExcludeRegion=${excludeRegion(view)}` : "";
  return [
    `Display: mDisplayId=${display.displayId}${headerSuffix(api, view)}`,
    `  init=${sizeAndDensity(display.physicalSize, display.physicalDensity)}${base}${minimum} cur=${display.size.width}x${display.size.height} ` +
      `app=${app.width}x${app.height} rng=${range.smallest.width}x${range.smallest.height}-${range.largest.width}x${range.largest.height}`,
    `  deferred=false ${needed}=false${exclude}`,
  ];
}

function headerSuffix(api: number, view: DisplayView): string {
  const count = new Set(view.tasks.map((task) => (task.kind === "home" ? 0 : task.taskId))).size;
  if (api <= 29) return "";
  if (api === 30) return ` stacks=${count}`;
  return api <= 33 ? ` rootTasks=${count}` : " (organized)";
}

function sizeAndDensity(size: { readonly width: number; readonly height: number }, density: number): string {
  return `${size.width}x${size.height} ${density}dpi`;
}

/** The area in which a touch focuses no task: the whole display that has the focus. */
function excludeRegion(view: DisplayView): string {
  const { width, height } = view.display.size;
  return view.tasks.length === 0 ? "SkRegion()" : `SkRegion((0,0,${width},${height}))`;
}

function earlyBody(state: PhoneState, view: DisplayView): Lines {
  const api = state.build.apiLevel;
  const home = homeRootName(api, view);
  return indent("  ", [
    ...when(api >= 28, `mLayoutSeq=${layoutSequence(state)}`, ""),
    "Application tokens in top down Z order:",
    ...indent("  ", applicationTokens(state, view)),
    "",
    "",
    ...when(api >= 28 && home !== null, `homeStack=${home ?? ""}`),
    ...when(api >= 28, ""),
    ...controllerLines(state, view),
    ...(api >= 28 ? ["", ...displayFrames(api, view)] : []),
  ]);
}

function recentBody(state: PhoneState, view: DisplayView): Lines {
  const api = state.build.apiLevel;
  // Android 10 prints this line without indentation.
  const gestures = when(api === 29, "", "mSystemGestureExclusion=<no lstnrs>");
  return [
    ...indent("  ", upperLines(state, view)),
    ...gestures,
    ...indent("  ", ["", ...taskLines(state, view), ...controllerLines(state, view), ...lowerLines(state, view)]),
    ...insetsController(state, view),
    ...when(api >= 31 && api <= 35, ""),
  ];
}

function upperLines(state: PhoneState, view: DisplayView): Lines {
  const api = state.build.apiLevel;
  return [
    `mLayoutSeq=${layoutSequence(state)}`,
    ...when(api === 29, "mDeferredRotationPauseCount=0"),
    ...(api >= 35 ? imeLines(view) : []),
    `mCurrentFocus=${windowToken(view.focusedWindow)}`,
    `mFocusedApp=${appToken(api, view.focusedActivity)}`,
    ...when(api <= 30, "mLastStatusBarVisibility=0x8008"),
    ...when(api >= 35, "mFixedRotationLaunchingApp=null"),
    "",
    ...holdLines(api, view),
    ...wallpaperLines(api, view),
  ];
}

function lowerLines(state: PhoneState, view: DisplayView): Lines {
  return [
    ...pinnedLines(state, view),
    "",
    ...displayFrames(state.build.apiLevel, view),
    "",
    ...displayPolicy(state, view),
    "",
    ...displayRotation(state, view),
    "",
    ...inputConsumers(state),
    "",
  ];
}

function imeLines(view: DisplayView): Lines {
  const ime = view.windows.find((window) => window.kind === "inputMethod") ?? null;
  const target = imeTarget(view);
  const token = ime
    ? `ImeWindowToken{${identityHash(ime.hash)} u0 android.os.Binder@${identityHash(`b${ime.hash}`)}}`
    : "null";
  return [
    ...when(ime !== null, `mImeWindow=${windowToken(ime)}`),
    ...when(
      target !== null,
      `mImeLayeringTarget=${windowToken(target)}`,
      `mImeInputTarget=${windowToken(target)}`,
      `mImeControlTarget=${windowToken(target)}`,
    ),
    "ImeContainer",
    "  mNeedsLayer=false",
    `  mImeWindowToken=${token}`,
    ...when(view.focusedActivity !== null, `mImeParent=${activityRecord(36, view.focusedActivity)}`),
    `mRemoteInsetsControlTarget=RemoteInsetsControlTarget{${identityHash("remote")} displayId=${view.display.displayId} requestedVisibleTypes=503 animatingTypes=0}`,
  ];
}

function holdLines(api: number, view: DisplayView): Lines {
  if (api < 34) return [];
  const top = view.windows.find((window) => window.kind === "application" && window.isVisible) ?? null;
  return [
    "mHoldScreenWindow=null",
    `mObscuringWindow=${windowToken(top)}`,
    "mLastWakeLockHoldingWindow=null",
    "mLastWakeLockObscuringWindow=null",
    "",
    ...when(api >= 35, "mIsHardwareRendererOutputDisabled=false", "mAreClientRenderingLimitationsEnabled=false", ""),
  ];
}

function wallpaperLines(api: number, view: DisplayView): Lines {
  const target = view.windows.find(
    (window) => window.kind === "application" && window.isVisible && isHome(view, window.activityHash),
  );
  const gestures = `SkRegion((0,0,${view.display.size.width},${view.display.size.height}))`;
  const token = `token WallpaperWindowToken{${identityHash("wallpaper token")} showWhenLocked=true}:`;
  return [
    `displayId=${view.display.displayId}`,
    `mWallpaperTarget=${windowToken(target ?? null)}`,
    ...(api >= 35
      ? ["mLastWallpaperZoomOut=0.0", token, ...indent("  ", WALLPAPER_OFFSETS)]
      : ["mLastWallpaperX=0.0 mLastWallpaperY=0.5"]),
    ...when(api >= 35, "", `mSystemGestureExclusion=${gestures}`),
  ];
}

const WALLPAPER_OFFSETS: Lines = [
  "mWallpaperX=0.0",
  "mWallpaperY=0.5",
  "mWallpaperXStep=0.33333334",
  "mWallpaperYStep=1.0",
  "mWallpaperDisplayOffsetX=NA",
  "mWallpaperDisplayOffsetY=NA",
];

function isHome(view: DisplayView, activityHash: string | null): boolean {
  return view.tasks.some((task) => task.kind === "home" && task.activities.some((one) => one.hash === activityHash));
}

function taskLines(state: PhoneState, view: DisplayView): Lines {
  const api = state.build.apiLevel;
  const home = homeRootName(api, view);
  if (api === 29) {
    const tokens = indent("  ", applicationTokens(state, view));
    return ["Application tokens in top down Z order:", ...tokens, "", "", `homeStack=${home ?? "null"}`, ""];
  }
  return [
    ...(api >= 31 ? ["Display areas in top down Z order:", ...indent("  ", displayAreas(api)), ""] : []),
    "Task display areas in top down Z order:",
    ...indent("  ", taskAreas(api, view)),
    "",
    ...when(api <= 34, "no ScreenRotationAnimation ", ""),
    ...when(home !== null, `${api === 30 ? "homeStack" : "rootHomeTask"}=${home ?? ""}`),
    ...when(api >= 30, ""),
  ];
}

function inputConsumers(state: PhoneState): Lines {
  const pid = state.processes.find((process) => process.packageName === "com.android.systemui")?.pid ?? 0;
  return ["InputConsumers:", `  name=recents_animation_input_consumer pid=${pid} user=UserHandle{0}`];
}
