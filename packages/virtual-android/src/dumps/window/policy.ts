import type { PhoneState } from "../../phone-state.js";
import { type DisplayView, defaultView } from "../display-views.js";
import { boundsOf, contentFrame, dockFrame, nonDecorFrame, stableFrame } from "../frames.js";
import { identityHash, indent, type Lines, linesOf, type VersionedLine, when } from "../text.js";
import { activityToken, windowToken } from "../tokens.js";
import { ORIENTATION_NUMBERS } from "./displays/application-tokens.js";
import { barControllers, topFullscreenWindow } from "./displays/display-policy.js";
import { namedRotations, orientationListener, userRotationMode } from "./displays/display-rotation.js";
import { keyguardDelegate } from "./keyguard-delegate.js";
import { KEY_RULES, POLICY_9, POLICY_10 } from "./policy-buttons.js";

/**
 * `dumpsys window policy`. Up to Android 9 it has focus, power, rotation and the frames of the bars. From 10 on each
 * display prints these, and only buttons and the keyguard are here.
 */
export function dumpPolicy(state: PhoneState): Lines {
  const api = state.build.apiLevel;
  const body = api <= 27 ? numericPolicy(state) : api === 28 ? namedPolicy(state) : recentPolicy(state);
  return ["WINDOW MANAGER POLICY STATE (dumpsys window policy)", ...body];
}

const BOOTED = "    mSafeMode=false mSystemReady=true mSystemBooted=true";

/** Android 7 and 8: constants as numbers. */
function numericPolicy(state: PhoneState): Lines {
  const api = state.build.apiLevel;
  const view = defaultView(state);
  const { display } = view;
  const orientation = ORIENTATION_NUMBERS[view.focusedActivity?.orientation ?? "unspecified"];
  return [
    BOOTED,
    ...linesOf(api, NUMERIC_HEAD),
    `    mUserRotationMode=${display.userRotationLocked ? 1 : 0} mUserRotation=${display.userRotation} mAllowAllRotations=${api <= 25 ? 0 : -1}`,
    `    mCurrentAppOrientation=${orientation}`,
    ...linesOf(api, NUMERIC_BUTTONS),
    `    mAwake=${state.power.isInteractive}`,
    `    mScreenOnEarly=${display.isOn} mScreenOnFully=${display.isOn}`,
    `    mKeyguardDrawComplete=${display.isOn} mWindowManagerDrawComplete=${display.isOn}`,
    `    mOrientationSensorEnabled=${display.isOn && !display.userRotationLocked}`,
    ...indent("    ", rectangles(view)),
    ...indent("    ", focusLines(state, view)),
    ...numericTail(state, view),
    ...indent("    ", listeners(state, view)),
    ...(api >= 26 ? indent("    ", keyguardDelegate(state)) : []),
  ];
}

const NUMERIC_HEAD: readonly VersionedLine[] = [
  [24, 27, "    mLidState=-1 mLidOpenRotation=-1 mCameraLensCoverState=-1 mHdmiPlugged=false"],
  [24, 27, "    mLastSystemUiFlags=0x8600 mResettingSystemUiFlags=0x0 mForceClearedSystemUiFlags=0x0"],
  [24, 27, "    mWakeGestureEnabledSetting=true"],
  [24, 27, "    mSupportAutoRotation=true"],
  [24, 27, "    mUiMode=1 mDockMode=0 mEnableCarDockHomeCapture=true mCarDockRotation=-1 mDeskDockRotation=-1"],
];

/** Android really prints some of these lines with one or five spaces of indentation. */
const NUMERIC_BUTTONS: readonly VersionedLine[] = [
  [24, 27, "    mCarDockEnablesAccelerometer=true mDeskDockEnablesAccelerometer=true"],
  [24, 27, "    mLidKeyboardAccessibility=0 mLidNavigationAccessibility=0 mLidControlsScreenLock=false"],
  [24, 27, " mLidControlsSleep=false"],
  [24, 27, "     mLongPressOnBackBehavior=0"],
  [24, 27, "    mShortPressOnPowerBehavior=1 mLongPressOnPowerBehavior=1"],
  [24, 27, "    mDoublePressOnPowerBehavior=0 mTriplePressOnPowerBehavior=0"],
  [24, 27, "    mHasSoftInput=true"],
];

function rectangles(view: DisplayView): Lines {
  const bounds = boundsOf(view.display.size);
  const restricted = nonDecorFrame(24, view);
  const size = (rect: typeof bounds) =>
    `(${rect.left},${rect.top}) ${rect.right - rect.left}x${rect.bottom - rect.top}`;
  const edges = (rect: typeof bounds) => `(${rect.left},${rect.top})-(${rect.right},${rect.bottom})`;
  const content = edges(contentFrame(view));
  return [
    `mOverscanScreen=${size(bounds)}`,
    `mRestrictedOverscanScreen=${size(restricted)}`,
    `mUnrestrictedScreen=${size(bounds)}`,
    `mRestrictedScreen=${size(restricted)}`,
    `mStableFullscreen=${edges(restricted)}`,
    `mStable=${edges(stableFrame(24, view))}`,
    `mSystem=${edges(bounds)}`,
    `mCur=${content}`,
    `mContent=${content}`,
    `mVoiceContent=${content}`,
    `mDock=${edges(dockFrame(view))}`,
  ];
}

/** Dream, bars and focus, Android 7 to 9. */
function focusLines(state: PhoneState, view: DisplayView): Lines {
  const api = state.build.apiLevel;
  const { keyguard } = state;
  const status = view.windows.find((window) => window.kind === "statusBar") ?? null;
  const navigation = view.windows.find((window) => window.kind === "navigationBar") ?? null;
  const top = topFullscreenWindow(view);
  const lockscreen = api <= 25 ? `mShowingLockscreen=${keyguard.isShowing} ` : "";
  const dream = `mShowingDream=${state.power.wakefulness === "Dreaming"} mDreamingLockscreen=${keyguard.isShowing && !view.display.isOn}`;
  const isStatusBarKeyguard = keyguard.isShowing && !keyguard.isOccluded && view.display.isOn;
  return [
    `mDockLayer=268435456 mStatusBarLayer=${api <= 27 ? 181_000 : 0}`,
    `${lockscreen}${dream} mDreamingSleepToken=null`,
    ...when(api <= 27, "mDismissImeOnBackKeyPressed=false"),
    ...when(status !== null, `mStatusBar=${windowToken(status)} isStatusBarKeyguard=${isStatusBarKeyguard}`),
    ...when(navigation !== null, `mNavigationBar=${windowToken(navigation)}`),
    ...when(view.focusedWindow !== null, `mFocusedWindow=${windowToken(view.focusedWindow)}`),
    ...when(view.focusedActivity !== null, `mFocusedApp=${activityToken(api, view.focusedActivity)}`),
    ...when(top !== null, `mTopFullscreenOpaqueWindowState=${windowToken(top)}`),
    ...when(top !== null, `mTopFullscreenOpaqueOrDimmingWindowState=${windowToken(top)}`),
  ];
}

function numericTail(state: PhoneState, view: DisplayView): Lines {
  const api = state.build.apiLevel;
  const top = `    mTopIsFullscreen=${topFullscreenWindow(view)?.hidesStatusBar ?? false}`;
  const occluded = state.keyguard.isOccluded;
  const [landscape, portrait] = view.display.physicalSize.width > view.display.physicalSize.height ? [0, 3] : [1, 0];
  return [
    ...(api <= 25
      ? [`${top} mHideLockScreen=${occluded}`]
      : [`${top} mKeyguardOccluded=${occluded}`, " mKeyguardOccludedChanged=false", " mPendingKeyguardOccluded=false"]),
    "    mForceStatusBar=false mForceStatusBarFromKeyguard=false",
    api <= 25 ? "    mDismissKeyguard=0 mWinDismissingKeyguard=null mHomePressed=false" : "    mHomePressed=false",
    "    mAllowLockscreenWhenOn=false mLockScreenTimeout=60000 mLockScreenTimerActive=false",
    "    mEndcallBehavior=2 mIncallPowerBehavior=1 mIncallBackBehavior=0 mLongPressOnHomeBehavior=0",
    `    mLandscapeRotation=${landscape} mSeascapeRotation=${landscape + 2}`,
    `    mPortraitRotation=${portrait} mUpsideDownRotation=${(portrait + 2) % 4}`,
    "    mDemoHdmiRotation=1 mDemoHdmiRotationLock=false",
    "    mUndockedHdmiRotation=-1",
    ...when(api >= 26, "    mKeyMapping.size=0"),
  ];
}

function listeners(state: PhoneState, view: DisplayView): Lines {
  const api = state.build.apiLevel;
  const bars = barControllers(view).filter((line) => api >= 28 || !line.includes("mContentFrame"));
  return [
    ...bars,
    "PolicyControl.sImmersiveStatusFilter=null",
    "PolicyControl.sImmersiveNavigationFilter=null",
    "PolicyControl.sImmersivePreconfirmationsFilter=null",
    "WakeGestureListener",
    "  mTriggerRequested=false",
    "  mSensor=null",
    ...orientationListener(state, view),
  ];
}

/** Android 9: constants by name, without a space after `mAwake=true`. */
function namedPolicy(state: PhoneState): Lines {
  const view = defaultView(state);
  const { display } = view;
  const orientation = view.focusedActivity?.orientation ?? "unspecified";
  return [
    BOOTED,
    ...POLICY_9.lid,
    `    mSupportAutoRotation=true mOrientationSensorEnabled=${display.isOn && !display.userRotationLocked}`,
    ...POLICY_9.mode,
    `    mUserRotationMode=${userRotationMode(view)} mUserRotation=ROTATION_${display.userRotation * 90} mAllowAllRotations=false`,
    `    mCurrentAppOrientation=SCREEN_ORIENTATION_${orientation.toUpperCase()}`,
    ...POLICY_9.buttons,
    `    mAwake=${state.power.isInteractive}mScreenOnEarly=${display.isOn} mScreenOnFully=${display.isOn}`,
    `    mKeyguardDrawComplete=${display.isOn} mWindowManagerDrawComplete=${display.isOn}`,
    ...indent("    ", focusLines(state, view)),
    `    mTopIsFullscreen=${topFullscreenWindow(view)?.hidesStatusBar ?? false} mKeyguardOccluded=${state.keyguard.isOccluded}`,
    "    mKeyguardOccludedChanged=false mPendingKeyguardOccluded=false",
    "    mForceStatusBar=false mForceStatusBarFromKeyguard=false",
    "    mAllowLockscreenWhenOn=false mLockScreenTimeout=2147483647 mLockScreenTimerActive=false",
    ...indent("    ", namedRotations(view)),
    "    mDemoHdmiRotation=ROTATION_90 mDemoHdmiRotationLock=false",
    "    mUndockedHdmiRotation=-1",
    "    mKeyMapping.size=0",
    ...indent("    ", listeners(state, view)),
    ...indent("    ", keyguardDelegate(state)),
    ...indent("    ", looper(state)),
  ];
}

function recentPolicy(state: PhoneState): Lines {
  const api = state.build.apiLevel;
  const { isOccluded } = state.keyguard;
  return [
    BOOTED,
    ...linesOf(api, POLICY_10),
    `    mKeyguardOccluded=${isOccluded} mKeyguardOccludedChanged=false mPendingKeyguardOccluded=false`,
    "    mAllowLockscreenWhenOnDisplays=false mLockScreenTimeout=2147483647 mLockScreenTimerActive=false",
    ...linesOf(api, KEY_RULES),
    "    WakeGestureListener",
    "      mTriggerRequested=false",
    "      mSensor=null",
    ...indent("    ", keyguardDelegate(state)),
    ...indent("    ", looper(state)),
  ];
}

function looper(state: PhoneState): Lines {
  return [
    "Looper state:",
    `  Looper (android.ui, tid ${18 + (state.build.apiLevel % 10)}) {${identityHash("android.ui")}}`,
    ...when(state.build.apiLevel >= 36, ...QUEUE_36),
    "    (Total messages: 0, polling=true, quitting=false)",
  ];
}

const QUEUE_36: Lines = [
  "    (MessageQueue is using Concurrent implementation)",
  "    State: android.os.MessageQueue$StateNode@d2d11a4",
  "    PriorityQueue Messages: ",
  "    AsyncPriorityQueue Messages: ",
];
