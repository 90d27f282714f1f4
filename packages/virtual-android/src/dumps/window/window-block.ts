import { height, intersect, width } from "../../../../../src/base/geometry.js";
import type { PhoneState, WindowState } from "../../phone-state.js";
import { configurationText, emptyConfiguration } from "../configuration.js";
import type { DisplayView } from "../display-views.js";
import { boundsOf } from "../frames.js";
import { identityHash, indent, type Lines, longRect, shortRect, when } from "../text.js";
import { activityOf, appToken, plainToken, sessionToken, windowToken } from "../tokens.js";
import { attributeLines } from "./window-attributes.js";
import { frameLines } from "./window-frames.js";
import { baseLayer, surfaceLines } from "./window-surface.js";
import type { WindowBlock } from "./window-to-dump.js";

/** WindowState.dump: all lines below a `Window #0 Window{…}:` line, with `prefix` before each line. */
export function windowBlock(block: WindowBlock, prefix: string): Lines {
  const { state, view, window, isFull } = block;
  const api = state.build.apiLevel;
  const rest = [
    ...requestLines(block),
    ...(isFull ? fullStateLines(block) : []),
    hasSurfaceLine(api, window),
    ...(isFull ? frameLines(api, view, window) : []),
    ...surfaceLines(block),
    ...tailLines(block),
  ];
  return [
    ...indent(prefix, identityLines(block)),
    ...attributeLines(api, view, window, prefix),
    ...indent(prefix, rest),
  ];
}

function identityLines({ state, view, window }: WindowBlock): Lines {
  const api = state.build.apiLevel;
  const client = `android.os.BinderProxy@${identityHash(`client ${window.hash}`)}`;
  const rootTask = rootTaskId({ state, view, window, isFull: true });
  const task = rootTask === null ? "" : ` ${api >= 30 ? "rootTaskId" : "stackId"}=${rootTask}`;
  const session = sessionToken(window.ownerPid, window.ownerUid);
  const isShared = SHARED_KINDS.has(window.kind);
  const owner = api >= 30 ? `showForAllUsers=${isShared}` : `mShowToOwnerOnly=${!isShared}`;
  return [
    `mDisplayId=${view.display.displayId}${task} mSession=${session} mClient=${client}`,
    `mOwnerUid=${window.ownerUid} ${owner} package=${window.ownerPackage} appop=NONE`,
  ];
}

const SHARED_KINDS: ReadonlySet<string> = new Set([
  "statusBar",
  "notificationShade",
  "navigationBar",
  "systemOverlay",
  "toast",
]);

/** A window without a task: up to Android 15 the id of the home task, from 16 on no field. */
function rootTaskId({ state, view, window }: WindowBlock): number | null {
  const api = state.build.apiLevel;
  const task = view.tasks.find((one) => one.activities.some((activity) => activity.hash === window.activityHash));
  if (task) return task.kind === "home" ? homeTaskId(api) : task.taskId;
  return api >= 36 ? null : homeTaskId(api);
}

function homeTaskId(api: number): number {
  return api >= 30 ? 1 : 0;
}

function requestLines({ state, view, window }: WindowBlock): Lines {
  const api = state.build.apiLevel;
  const parent = parentOf(view, window);
  const isFloating = window.kind === "inputMethod" || window.kind === "wallpaper";
  const flags = `mIsImWindow=${window.kind === "inputMethod"} mIsWallpaper=${window.kind === "wallpaper"}`;
  const wallpaper = api <= 30 ? ` mWallpaperVisible=${window.kind === "wallpaper" && window.isVisible}` : "";
  return [
    `Requested w=${width(window.frame)} h=${height(window.frame)} mLayoutSeq=${layoutSequence(state)}`,
    ...when(
      parent !== null,
      `${api >= 26 ? "mParentWindow" : "mAttachedWindow"}=${windowToken(parent)} mLayoutAttached=true`,
    ),
    ...when(isFloating, `${flags} mIsFloatingLayer=true${wallpaper}`),
  ];
}

/** The parent of a popup is the application window of its activity. */
function parentOf(view: DisplayView, window: WindowState): WindowState | null {
  if (window.kind !== "popup" || window.activityHash === null) return null;
  const isParent = (one: WindowState) => one.activityHash === window.activityHash && one.kind === "application";
  return view.windows.find(isParent) ?? null;
}

/** The number of layout passes since boot. The state has no such count, so the number grows with time. */
export function layoutSequence(state: PhoneState): number {
  return 10 + Math.floor(state.uptimeMs / 1000);
}

function fullStateLines(block: WindowBlock): Lines {
  const { state, view, window } = block;
  const api = state.build.apiLevel;
  return [
    ...tokenLines(block),
    `mViewVisibility=0x${viewVisibility(window)} mHaveFrame=true mObscured=${isObscured(view, window)}`,
    ...when(api <= 30, `mSeq=0 mSystemUiVisibility=0x${window.hidesStatusBar ? "1706" : "0"}`),
    ...givenInsetsLines(view, window),
    ...configurationLines(block),
  ];
}

function viewVisibility(window: WindowState): string {
  if (window.isVisible || window.hasSurface) return "0";
  return window.kind === "application" || window.kind === "inputMethod" ? "8" : "4";
}

/** Whether the window is behind a full-screen application window. */
function isObscured(view: DisplayView, window: WindowState): boolean {
  const above = view.windows.slice(0, Math.max(0, view.windows.indexOf(window)));
  return above.some((one) => one.kind === "application" && one.isVisible && coversDisplay(view, one));
}

function coversDisplay(view: DisplayView, window: WindowState): boolean {
  return shortRect(intersect(window.frame, boundsOf(view.display.size))) === shortRect(boundsOf(view.display.size));
}

function tokenLines({ state, view, window }: WindowBlock): Lines {
  const api = state.build.apiLevel;
  const activity = activityOf(view.tasks, window);
  const token = activity ? appToken(api, activity) : plainToken(api, window);
  const base = baseLayer(api, window);
  const sub = window.kind === "popup" ? 2 : 0;
  const layers = `mBaseLayer=${base} mSubLayer=${sub}`;
  const animation = api >= 28 ? "mAnimLayer=0+=0 mLastLayer=0" : `mAnimLayer=${base}+0=${base} mLastLayer=${base}`;
  return [
    ...(api >= 29 ? [`${layers}    mToken=${token}`] : [`${layers} ${animation}`, `mToken=${token}`]),
    ...when(api <= 25, `mRootToken=${token}`),
    ...(activity ? [`${api >= 30 ? "mActivityRecord" : "mAppToken"}=${token}`, appDiedLine(api)] : []),
  ];
}

function appDiedLine(api: number): string {
  const drawn = "drawnStateEvaluated=true    mightAffectAllDrawn=true";
  if (api <= 27) return " isAnimatingWithSavedSurface()=false mAppDied=false";
  if (api === 28) return ` isAnimatingWithSavedSurface()= mAppDied=false    ${drawn}`;
  return api <= 33 ? `mAppDied=false    ${drawn}` : drawn;
}

/** The input method reports its keyboard as content insets and touchable region; overlays are not touchable. */
function givenInsetsLines(view: DisplayView, window: WindowState): Lines {
  const top = window.kind === "inputMethod" && view.ime?.frame ? Math.max(0, view.ime.frame.top - window.frame.top) : 0;
  const given = `[0,${top}][0,0]`;
  const touchable = touchableRegion(view, window);
  return [
    `mGivenContentInsets=${given} mGivenVisibleInsets=${given}`,
    ...(touchable === null ? [] : ["mTouchableInsets=3 mGivenInsetsPending=false", `touchable region=${touchable}`]),
  ];
}

function touchableRegion(view: DisplayView, window: WindowState): string | null {
  if (window.kind === "systemOverlay") return "SkRegion()";
  if (window.kind !== "inputMethod") return null;
  const frame = view.ime?.isVisible ? view.ime.frame : null;
  return frame ? `SkRegion((${frame.left},${frame.top},${frame.right},${frame.bottom}))` : "SkRegion()";
}

function configurationLines({ state, view, window }: WindowBlock): Lines {
  const api = state.build.apiLevel;
  const activity = activityOf(view.tasks, window);
  const task = view.tasks.find((one) => one.activities.some((each) => each.hash === window.activityHash));
  const activityType = api < 29 || !task ? "undefined" : task.kind;
  const full = configurationText(state, view, {
    ...{ activityType, sequence: activity ? 1 : 7 },
    ...(activity && { packageName: activity.packageName }),
  });
  const reported = window.hasSurface ? full : emptyConfiguration(api);
  const bounds = longRect(boundsOf(view.display.size));
  const info = `ActivityWindowInfo{isEmbedded=false, taskBounds=${bounds}, taskFragmentBounds=${bounds}}`;
  if (api <= 25) return [`mMergedConfiguration=${full}`];
  return [
    `mFullConfiguration=${full}`,
    `mLastReportedConfiguration=${reported}`,
    ...when(api >= 35 && activity !== null, `mLastReportedActivityWindowInfo=${info}`),
  ];
}

function hasSurfaceLine(api: number, window: WindowState): string {
  const shown = api <= 27 ? ` mShownPosition=[${window.frame.left},${window.frame.top}]` : "";
  const saved = api <= 27 ? " hasSavedSurface()=false" : "";
  const ready = window.hasSurface && window.isVisible;
  return `mHasSurface=${window.hasSurface}${shown} isReadyForDisplay()=${ready}${saved} mWindowRemovalAllowed=false`;
}

function tailLines({ state, view, window, isFull }: WindowBlock): Lines {
  const api = state.build.apiLevel;
  const isBar = window.kind === "navigationBar" || window.kind === "statusBar";
  const after = [
    ...(isFull ? wallpaperLines(api, view, window) : []),
    ...when(api >= 28, `isOnScreen=${window.hasSurface && window.isVisible}`, `isVisible=${window.isVisible}`),
    ...when(api >= 33, "keepClearAreas: restricted=[], unrestricted=[]", "mPrepareSyncSeqId=0"),
    ...when(api >= 36, "mBufferSeqId=0"),
  ];
  const freeze = when(api <= 31 && isBar && window.hasSurface, "mLastFreezeDuration=+159ms");
  return [...freeze, ...seamlessLines(api, window, after)];
}

/** Android 13 omits the line end after `pending=null`: four spaces and the next line follow. */
function seamlessLines(api: number, window: WindowState, after: Lines): Lines {
  if (api < 29 || api >= 36) return after;
  const line = `mForceSeamlesslyRotate=${window.kind === "systemOverlay"} seamlesslyRotate: pending=null`;
  if (api === 33) return [`${line}    ${after[0] ?? ""}`, ...after.slice(1)];
  return [api <= 32 ? `${line} finishedFrameNumber=0` : line, ...after];
}

function wallpaperLines(api: number, view: DisplayView, window: WindowState): Lines {
  const task = view.tasks.find((one) => one.activities.some((activity) => activity.hash === window.activityHash));
  const isHome = window.kind === "application" && task?.kind === "home";
  if (window.kind !== "wallpaper" && !isHome) return [];
  return [
    "mWallpaperX=0.0 mWallpaperY=0.5",
    ...when(api >= 28, "mWallpaperXStep=0.33333334 mWallpaperYStep=1.0"),
    ...when(api >= 31, "mWallpaperZoomOut=0.0"),
  ];
}

/** The block of a window under its numbered heading, as `dumpsys window windows` prints it. */
export function numberedWindow(block: WindowBlock, label: string): Lines {
  return [`  ${label} ${windowToken(block.window)}:`, ...windowBlock(block, "    ")];
}
