import type { PhoneState } from "../../../phone-state.js";
import type { DisplayView } from "../../display-views.js";
import { identityHash, indent, type Lines, when } from "../../text.js";
import { ORIENTATION_NUMBERS } from "./application-tokens.js";

/** DisplayRotation.dump, Android 10 and later; from 11 on with `mRotation=`. */
export function displayRotation(state: PhoneState, view: DisplayView): Lines {
  const api = state.build.apiLevel;
  const { display } = view;
  const orientation = view.focusedActivity?.orientation ?? "unspecified";
  const camera = api >= 31 ? " mCameraRotationMode=0" : "";
  return [
    "DisplayRotation",
    `  mCurrentAppOrientation=SCREEN_ORIENTATION_${orientation.toUpperCase()}`,
    ...when(api >= 31, `  mLastOrientation=${ORIENTATION_NUMBERS[orientation]}`),
    ...when(api >= 30, `  mRotation=${display.rotation} mDeferredRotationPauseCount=0`),
    ...indent("  ", namedRotations(view)),
    "  mSupportAutoRotation=true",
    ...indent("  ", orientationListener(state, view)),
    "",
    "  mCarDockRotation=-1 mDeskDockRotation=-1",
    `  mUserRotationMode=${userRotationMode(view)} mUserRotation=ROTATION_${display.userRotation * 90}${camera} mAllowAllRotations=unknown`,
    "  mDemoHdmiRotation=ROTATION_90 mDemoHdmiRotationLock=false mUndockedHdmiRotation=-1",
    "  mLidOpenRotation=-1",
    "  mFixedToUserRotation=false",
  ];
}

export function userRotationMode(view: DisplayView): string {
  return `USER_ROTATION_${view.display.userRotationLocked ? "LOCKED" : "FREE"}`;
}

/** The rotations that are landscape and portrait: a panel that is wider than high is landscape at rotation 0. */
export function namedRotations(view: DisplayView): Lines {
  const { width, height } = view.display.physicalSize;
  const [landscape, seascape, portrait, upsideDown] = width > height ? [0, 180, 270, 90] : [90, 270, 0, 180];
  return [
    `mLandscapeRotation=ROTATION_${landscape} mSeascapeRotation=ROTATION_${seascape}`,
    `mPortraitRotation=ROTATION_${portrait} mUpsideDownRotation=ROTATION_${upsideDown}`,
  ];
}

/** The rotation that the accelerometer proposes, which may differ from the rotation of the display. */
export function orientationListener(state: PhoneState, view: DisplayView): Lines {
  const api = state.build.apiLevel;
  const isEnabled = view.display.isOn && !view.display.userRotationLocked;
  const current = api <= 27 ? String(view.display.rotation) : `ROTATION_${view.display.rotation * 90}`;
  return [
    "WindowOrientationListener",
    `  mEnabled=${isEnabled}`,
    `  mCurrentRotation=${current}`,
    "  mSensorType=null",
    `  mSensor={Sensor name="Accelerometer ${identityHash(state.build.model)}", vendor="Fovea", version=1, type=1, maxRange=39.2266, resolution=0.0012, power=0.2, minDelay=10000}`,
    "  mRate=2",
    ...indent("  ", judge(state)),
  ];
}

function judge(state: PhoneState): Lines {
  return [
    "AccelSensorJudge",
    "  mProposedRotation=0",
    "  mPredictedRotation=0",
    "  mLastFilteredX=0.0",
    "  mLastFilteredY=9.776321",
    "  mLastFilteredZ=0.812345",
    `  mLastFilteredTimestampNanos=${state.uptimeMs * 1_000_000} (13.254462ms ago)`,
    "  mTiltHistory={last: 5.0}",
    "  mFlat=false",
    "  mSwinging=false",
    "  mAccelerating=false",
    "  mOverhead=false",
    "  mTouched=false",
    "  mTiltToleranceConfig=[[-25, 70], [-25, 65], [-25, 60], [-25, 65]]",
  ];
}
