import { type Lines, NOW, type VersionedLine } from "../text.js";

/** The constant lines of Android 9's policy dump, in three groups by their positions. */
export const POLICY_9: Readonly<Record<"lid" | "mode" | "buttons", Lines>> = {
  lid: [
    "    mLidState=LID_ABSENT mLidOpenRotation=-1",
    "    mCameraLensCoverState=CAMERA_LENS_COVER_ABSENT mHdmiPlugged=false",
    "    mLastSystemUiFlags=0x8600 mResettingSystemUiFlags=0x0 mForceClearedSystemUiFlags=0x0",
    "    mWakeGestureEnabledSetting=true",
  ],
  mode: [
    "    mUiMode=UI_MODE_TYPE_NORMAL mDockMode=EXTRA_DOCK_STATE_UNDOCKED",
    "    mEnableCarDockHomeCapture=true mCarDockRotation=-1 mDeskDockRotation=-1",
  ],
  buttons: [
    "    mCarDockEnablesAccelerometer=true mDeskDockEnablesAccelerometer=true",
    "    mLidKeyboardAccessibility=0 mLidNavigationAccessibility=0 mLidControlsScreenLock=false",
    "    mLidControlsSleep=false",
    "    mLongPressOnBackBehavior=LONG_PRESS_BACK_NOTHING",
    "    mLongPressOnHomeBehavior=LONG_PRESS_HOME_NOTHING",
    "    mDoubleTapOnHomeBehavior=DOUBLE_TAP_HOME_NOTHING",
    "    mShortPressOnPowerBehavior=SHORT_PRESS_POWER_GO_TO_SLEEP",
    "    mLongPressOnPowerBehavior=LONG_PRESS_POWER_GLOBAL_ACTIONS",
    "    mVeryLongPressOnPowerBehavior=VERY_LONG_PRESS_POWER_NOTHING",
    "    mDoublePressOnPowerBehavior=MULTI_PRESS_POWER_NOTHING",
    "    mTriplePressOnPowerBehavior=MULTI_PRESS_POWER_NOTHING",
    "    mShortPressOnSleepBehavior=SHORT_PRESS_SLEEP_GO_TO_SLEEP",
    "    mShortPressOnWindowBehavior=SHORT_PRESS_WINDOW_PICTURE_IN_PICTURE",
    "    mAllowStartActivityForLongPressOnPowerDuringSetup=false",
    "    mHasSoftInput=true mDismissImeOnBackKeyPressed=false",
    "    mIncallPowerBehavior=sleep mIncallBackBehavior=<nothing> mEndcallBehavior=sleep",
    "    mHomePressed=false",
  ],
};

/** The actions of buttons, Android 10 and later; `mUiMode=` and the field after it have no space between them. */
export const POLICY_10: readonly VersionedLine[] = [
  [29, NOW, "    mCameraLensCoverState=CAMERA_LENS_COVER_ABSENT"],
  [29, NOW, "    mWakeGestureEnabledSetting=true"],
  [29, NOW, "    mUiMode=UI_MODE_TYPE_NORMALmEnableCarDockHomeCapture=false"],
  [29, NOW, "    mLidKeyboardAccessibility=0 mLidNavigationAccessibility=0 getLidBehavior=LID_BEHAVIOR_NONE"],
  [29, NOW, "    mLongPressOnBackBehavior=LONG_PRESS_BACK_NOTHING"],
  [29, NOW, "    mLongPressOnHomeBehavior=LONG_PRESS_HOME_ASSIST"],
  [29, NOW, "    mDoubleTapOnHomeBehavior=DOUBLE_TAP_HOME_NOTHING"],
  [29, NOW, "    mShortPressOnPowerBehavior=SHORT_PRESS_POWER_GO_TO_SLEEP"],
  [29, 30, "    mLongPressOnPowerBehavior=LONG_PRESS_POWER_GLOBAL_ACTIONS"],
  [31, NOW, "    mLongPressOnPowerBehavior=LONG_PRESS_POWER_ASSISTANT"],
  [35, NOW, "    mSettingsKeyBehavior=SETTINGS_KEY_BEHAVIOR_SETTINGS_ACTIVITY"],
  [31, NOW, "    mLongPressOnPowerAssistantTimeoutMs=500"],
  [29, NOW, "    mVeryLongPressOnPowerBehavior=VERY_LONG_PRESS_POWER_NOTHING"],
  [29, NOW, "    mDoublePressOnPowerBehavior=MULTI_PRESS_POWER_NOTHING"],
  [29, NOW, "    mTriplePressOnPowerBehavior=MULTI_PRESS_POWER_NOTHING"],
  [34, NOW, "    mSupportShortPressPowerWhenDefaultDisplayOn=false"],
  [31, NOW, "    mPowerVolUpBehavior=POWER_VOLUME_UP_BEHAVIOR_GLOBAL_ACTIONS"],
  [29, NOW, "    mShortPressOnSleepBehavior=SHORT_PRESS_SLEEP_GO_TO_SLEEP"],
  [29, NOW, "    mShortPressOnWindowBehavior=SHORT_PRESS_WINDOW_PICTURE_IN_PICTURE"],
  [33, NOW, "    mShortPressOnStemPrimaryBehavior=SHORT_PRESS_PRIMARY_NOTHING"],
  [33, NOW, "    mDoublePressOnStemPrimaryBehavior=DOUBLE_PRESS_PRIMARY_NOTHING"],
  [33, NOW, "    mTriplePressOnStemPrimaryBehavior=TRIPLE_PRESS_PRIMARY_NOTHING"],
  [33, NOW, "    mLongPressOnStemPrimaryBehavior=LONG_PRESS_PRIMARY_NOTHING"],
  [29, NOW, "    mAllowStartActivityForLongPressOnPowerDuringSetup=false"],
  [29, 34, "    mHasSoftInput=true mDismissImeOnBackKeyPressed=false"],
  [29, 34, "    mIncallPowerBehavior=sleep mIncallBackBehavior=<nothing> mEndcallBehavior=sleep"],
  [35, NOW, "    mHasSoftInput=true"],
  [35, NOW, "    mDismissImeOnBackKeyPressed=false mIncallPowerBehavior=sleep"],
  [35, NOW, "    mIncallBackBehavior=<nothing> mEndcallBehavior=sleep"],
  [29, NOW, "    mDisplayHomeButtonHandlers="],
  [29, NOW, "      mDisplayId = -1, mHomePressed = false"],
];

/** The rules for keys, which come after the lock-screen timeout. */
export const KEY_RULES: readonly VersionedLine[] = [
  [33, NOW, "    mKidsModeEnabled=false"],
  [30, NOW, "    mKeyMapping.size=0"],
  [31, NOW, "    KeyCombination rules:"],
  [31, NOW, "    SingleKey rules:"],
  [31, NOW, "      KeyCode=KEYCODE_POWER, LongPress=true, VeryLongPress=false, MaxMultiPressCount=1"],
  [35, NOW, "    Deferred key action executor:"],
  [35, NOW, "      empty"],
];
