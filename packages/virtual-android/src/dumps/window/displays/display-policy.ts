import { isEmpty } from "../../../../../../src/base/geometry.js";
import type { PhoneState, WindowKind, WindowState } from "../../../phone-state.js";
import type { DisplayView } from "../../display-views.js";
import { boundsOf, edgeOf, insetsBetween, nonDecorFrame, sourceOf, stableFrame } from "../../frames.js";
import { EMPTY_RECT, identityHash, indent, type Lines, longRect, shortRect, when } from "../../text.js";
import { activityRecord, activityToken, windowToken } from "../../tokens.js";

/** DisplayPolicy.dump, Android 10 and later: power, bars, keyguard, focus and the bars' appearance of one display. */
export function displayPolicy(state: PhoneState, view: DisplayView): Lines {
  const api = state.build.apiLevel;
  const docks = "mCarDockEnablesAccelerometer=true mDeskDockEnablesAccelerometer=true";
  // Android 10 omits the line end after the heading.
  const head = api === 29 ? [`DisplayPolicy    ${docks}`] : ["DisplayPolicy", `  ${docks}`];
  return [
    ...head,
    ...indent("  ", powerLines(state, view)),
    ...indent("  ", barLines(state, view)),
    ...indent("  ", focusLines(api, view)),
    ...indent("  ", appearanceLines(api, view)),
    ...indent("  ", tailLines(state, view)),
  ];
}

function powerLines(state: PhoneState, view: DisplayView): Lines {
  const api = state.build.apiLevel;
  const isOn = view.display.isOn;
  const isLocked = state.keyguard.isShowing;
  const sleepToken = api <= 29 ? " mDreamingSleepToken=null" : "";
  return [
    `mDockMode=EXTRA_DOCK_STATE_UNDOCKED mLidState=${api >= 35 ? "LID_OPEN" : "LID_ABSENT"}`,
    `mAwake=${state.power.isInteractive} mScreenOnEarly=${isOn} mScreenOnFully=${isOn}`,
    `mKeyguardDrawComplete=${isOn} mWindowManagerDrawComplete=${isOn}`,
    "mHdmiPlugged=false",
    ...when(api === 29, "mLastSystemUiFlags=0x8008 mResettingSystemUiFlags=0x0 mForceClearedSystemUiFlags=0x0"),
    ...when(api >= 31, `mLastBehavior=${hidesBars(view) ? "SHOW_TRANSIENT_BARS_BY_SWIPE" : "DEFAULT"}`),
    `mShowingDream=${state.power.wakefulness === "Dreaming"} mDreamingLockscreen=${isLocked && !isOn}${sleepToken}`,
  ];
}

function hidesBars(view: DisplayView): boolean {
  const focused = view.focusedWindow;
  return focused !== null && (focused.hidesStatusBar || focused.hidesNavigationBar);
}

function windowOf(view: DisplayView, kind: WindowKind): WindowState | null {
  return view.windows.find((window) => window.kind === kind) ?? null;
}

function barLines(state: PhoneState, view: DisplayView): Lines {
  const api = state.build.apiLevel;
  const status = windowOf(view, "statusBar");
  const shade = windowOf(view, "notificationShade");
  const navigation = windowOf(view, "navigationBar");
  const keyguard = state.keyguard.isShowing && !state.keyguard.isOccluded;
  const statusTail = api === 29 ? ` isStatusBarKeyguard=${keyguard}` : "";
  return [
    ...when(status !== null, `mStatusBar=${windowToken(status)}${statusTail}`),
    ...when(api >= 30 && shade !== null, `mExpandedPanel=${windowToken(shade)}`),
    ...when(api >= 30, `isKeyguardShowing=${state.keyguard.isShowing}`),
    ...(navigation ? navigationLines(api, view, navigation) : []),
    ...(api >= 34 ? gestureHosts(view, status, navigation) : []),
  ];
}

function navigationLines(api: number, view: DisplayView, navigation: WindowState): Lines {
  const edge = edgeOf(navigation.frame, view.display.size);
  // ViewRootImpl NAV_BAR_LEFT = 1, NAV_BAR_RIGHT = 2, NAV_BAR_BOTTOM = 4.
  const position = edge === "left" ? 1 : edge === "right" ? 2 : 4;
  return [
    `mNavigationBar=${windowToken(navigation)}`,
    "mNavBarOpacityMode=0",
    `mNavigationBarCanMove=${api <= 34}`,
    ...(api >= 35 ? ["mHasBottomNavigationBar=true"] : [`mNavigationBarPosition=${position}`]),
  ];
}

/** The windows that get swipes from the edges; for the side edges only with gesture navigation. */
function gestureHosts(view: DisplayView, status: WindowState | null, navigation: WindowState | null): Lines {
  const hasSides = !isEmpty(sourceOf(view, "systemGesturesLeft")?.frame ?? EMPTY_RECT);
  return [
    ...when(hasSides && navigation !== null, `mLeftGestureHost=${windowToken(navigation)}`),
    ...when(status !== null, `mTopGestureHost=${windowToken(status)}`),
    ...when(hasSides && navigation !== null, `mRightGestureHost=${windowToken(navigation)}`),
    ...when(navigation !== null, `mBottomGestureHost=${windowToken(navigation)}`),
  ];
}

/** The topmost application window that covers the display. */
export function topFullscreenWindow(view: DisplayView): WindowState | null {
  const full = shortRect(boundsOf(view.display.size));
  return (
    view.windows.find((one) => one.kind === "application" && one.isVisible && shortRect(one.frame) === full) ?? null
  );
}

function focusLines(api: number, view: DisplayView): Lines {
  const top = topFullscreenWindow(view);
  return [
    ...when(view.focusedWindow !== null, `mFocusedWindow=${windowToken(view.focusedWindow)}`),
    ...when(api === 29 && view.focusedActivity !== null, `mFocusedApp=${activityToken(api, view.focusedActivity)}`),
    ...when(top !== null, `mTopFullscreenOpaqueWindowState=${windowToken(top)}`),
    ...when(top !== null && api <= 30, `mTopFullscreenOpaqueOrDimmingWindowState=${windowToken(top)}`),
    ...when(api >= 35 && view.focusedWindow !== null, `mSystemUiControllingWindow=${windowToken(view.focusedWindow)}`),
  ];
}

function appearanceLines(api: number, view: DisplayView): Lines {
  const top = topFullscreenWindow(view);
  if (api < 31) return [];
  const region = `  AppearanceRegion{ bounds=${shortRect(boundsOf(view.display.size))}}`;
  const bars = api >= 34 ? colorLines(api, view, top) : [];
  return [
    ...bars,
    "mLastStatusBarAppearanceRegions=",
    ...when(top !== null && api >= 34, region),
    ...when(api >= 34, "mLastLetterboxDetails="),
    ...when(api >= 34 && top !== null, "mStatusBarBackgroundWindows=", `  ${windowToken(top)}`),
  ];
}

function colorLines(api: number, view: DisplayView, top: WindowState | null): Lines {
  if (!top || !view.focusedActivity) return [];
  const background = api >= 35 ? "mNavBarBackgroundWindowCandidate" : "mNavBarBackgroundWindow";
  return [
    `mSystemBarColorApps={${activityRecord(api, view.focusedActivity)}}`,
    `mNavBarColorWindowCandidate=${windowToken(top)}`,
    `${background}=${windowToken(top)}`,
  ];
}

function tailLines(state: PhoneState, view: DisplayView): Lines {
  const api = state.build.apiLevel;
  const top = `mTopIsFullscreen=${topFullscreenWindow(view)?.hidesStatusBar ?? false}`;
  if (api === 29) return [...earlyTail(view, top), ...looper(state)];
  const force = api === 30 ? "mForceStatusBar=false" : "mForceShowNavigationBarEnabled=false";
  const remote = api >= 35 ? "mAllowsSystemBarRemoteInsetsController" : "mRemoteInsetsControllerControlsSystemBars";
  return [
    ...when(api >= 35, "mImeInsetsConsumed=false"),
    ...when(api <= 34, top),
    `${force} mAllowLockscreenWhenOn=false`,
    `${remote}=false`,
    ...(api >= 34 ? decorInsets(api, view) : []),
    ...(api >= 31 ? systemGestures(view) : []),
    ...(api <= 34 ? looper(state) : []),
  ];
}

function looper(state: PhoneState): Lines {
  return [
    "Looper state:",
    `  Looper (android.ui, tid ${18 + (state.build.apiLevel % 10)}) {${identityHash("android.ui")}}`,
    "    (Total messages: 0, polling=true, quitting=false)",
  ];
}

/** Android 10 prints two lines without a line end between them, and starts the next line with a single space. */
function earlyTail(view: DisplayView, top: string): Lines {
  return [
    `${top}    mForceStatusBar=false mForceStatusBarFromKeyguard=false`,
    "mAllowLockscreenWhenOn=false",
    ...barControllers(view),
  ];
}

/** The BarController blocks: in the policy dump up to Android 9, and here on 10. */
export function barControllers(view: DisplayView): Lines {
  const bars = [
    ["StatusBar", "statusBars"],
    ["NavigationBar", "navigationBars"],
  ] as const;
  return bars.flatMap(([name, kind]) => {
    const source = sourceOf(view, kind);
    if (!source) return [];
    return [
      `BarController.${name}`,
      `  mState=WINDOW_STATE_${source.visible ? "SHOWING" : "HIDDEN"}`,
      "  mTransientBar=TRANSIENT_BAR_NONE",
      `  mContentFrame=${longRect(source.frame)}`,
    ];
  });
}

/** The insets of the current rotation; for other rotations 0 until the display has been in them. */
function decorInsets(api: number, view: DisplayView): Lines {
  const whole = boundsOf(view.display.size);
  const prefix = api >= 35 ? "override" : "";
  const names = ["NonDecorInsets", "ConfigInsets", "NonDecorFrame", "ConfigFrame"].map((name) =>
    prefix === "" ? name.charAt(0).toLowerCase() + name.slice(1) : prefix + name,
  );
  const areas = [nonDecorFrame(api, view), stableFrame(api, view)];
  const known = [...areas.map((area) => insetsBetween(whole, area)), ...areas];
  const line = (rects: readonly (typeof whole)[]) =>
    names.map((name, index) => `${name}=${shortRect(rects[index] ?? EMPTY_RECT)}`).join(", ");
  const rotations = [0, 1, 2, 3].map((rotation) => {
    const rects = rotation === view.display.rotation ? known : [];
    return `  ROTATION_${rotation * 90}={${line(rects)}}`;
  });
  return ["mDecorInsetsInfo:", ...rotations];
}

function systemGestures(view: DisplayView): Lines {
  const top = sourceOf(view, "mandatorySystemGesturesTop")?.frame.bottom ?? 0;
  const swipe = Math.round((24 * view.display.density) / 160);
  return [
    "SystemGestures:",
    `  mDisplayCutoutTouchableRegionSize=${view.display.cutout ? 32 : 0}`,
    `  mSwipeStartThreshold=Rect(${swipe}, ${Math.max(swipe, top)} - ${swipe}, ${swipe})`,
    `  mSwipeDistanceThreshold=${swipe}`,
  ];
}
