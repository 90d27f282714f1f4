import { deadline, earlyType, modeId, modeList, physicalPort } from "../display-info.js";
import { type DisplayView, displayType } from "../display-views.js";
import { boundsOf } from "../frames.js";
import { identityHash, javaFloat, type Lines, longRect, when } from "../text.js";

/** `Display Devices:`: each panel as its adapter reports it, at rotation 0. */
export function deviceLines(api: number, views: readonly DisplayView[]): Lines {
  return [`Display Devices: size=${views.length}`, ...views.flatMap((view) => device(api, view))];
}

function device(api: number, view: DisplayView): Lines {
  const { display } = view;
  const bounds = longRect(boundsOf(display.physicalSize));
  const state = display.isOn ? "ON" : "OFF";
  return [
    `  DisplayDeviceInfo{${deviceInfo(api, view)}}`,
    `    mAdapter=${displayType(display) === "OVERLAY" ? "OverlayDisplayAdapter" : "LocalDisplayAdapter"}`,
    `    mUniqueId=${display.uniqueId}`,
    ...when(api === 28, `    mPhysicalId=${display.displayId}`),
    `    mDisplayToken=android.os.BinderProxy@${identityHash(`display ${display.displayId}`)}`,
    `    mCurrentLayerStack=${display.displayId}`,
    ...when(api >= 31, "    mCurrentFlags=1"),
    `    mCurrentOrientation=${display.rotation}`,
    `    mCurrentLayerStackRect=${longRect(boundsOf(display.size))}`,
    `    mCurrentDisplayRect=${bounds}`,
    "    mCurrentSurface=null",
    ...(api <= 28
      ? [`    mBuiltInDisplayId=${display.displayId}`, "    mActivePhysIndex=0"]
      : [`    mPhysicalDisplayId=${display.physicalId || "0"}`]),
    `    mActiveModeId=${modeId(view)}`,
    "    mActiveColorMode=0",
    ...when(api >= 31, `    mDefaultModeId=${modeId(view)}`, "    mUserPreferredModeId=-1"),
    `    mState=${state}`,
    ...(api >= 31 ? [`    mBrightnessState=${display.isOn ? "0.4" : "-1.0"}`] : ["    mBrightness=102"]),
    ...(api <= 28 ? physicalInfos(view) : []),
    "    mSupportedModes=",
    `      DisplayModeRecord{mMode=${modeList(api, view).slice(1, -1)}}`,
    "    mSupportedColorModes=[0]",
  ];
}

function physicalInfos(view: DisplayView): Lines {
  const { physicalSize, physicalDensity, refreshRate } = view.display;
  const dpi = javaFloat(physicalDensity);
  const backlight = `    mBacklight=com.android.server.lights.LightsService$LightImpl@${identityHash("backlight")}`;
  return [
    backlight,
    "    mDisplayInfos=",
    `      PhysicalDisplayInfo{${physicalSize.width} x ${physicalSize.height}, ${javaFloat(refreshRate)} fps, density ${javaFloat(physicalDensity / 160)}, ${dpi} x ${dpi} dpi, secure true, appVsyncOffset 1000000, bufferDeadline ${deadline(view)}}`,
  ];
}

function deviceInfo(api: number, view: DisplayView): string {
  const { display } = view;
  const dpi = javaFloat(display.physicalDensity);
  const type = api >= 30 ? displayType(display) : earlyType(view);
  const hdr =
    api >= 30
      ? "hdrCapabilities HdrCapabilities{mSupportedHdrTypes=[], mMaxLuminance=500.0, mMaxAverageLuminance=500.0, mMinLuminance=0.0}"
      : "HdrCapabilities android.view.Display$HdrCapabilities@40f16308";
  return [
    `"${display.name}": uniqueId="${display.uniqueId}"`,
    `${display.physicalSize.width} x ${display.physicalSize.height}`,
    `modeId ${modeId(view)}, defaultModeId ${modeId(view)}, supportedModes ${modeList(api, view)}`,
    `colorMode 0, supportedColorModes [0], ${hdr}`,
    ...when(api >= 30, "allmSupported false, gameContentTypeSupported false"),
    `density ${display.physicalDensity}, ${dpi} x ${dpi} dpi, appVsyncOff 1000000, presDeadline ${deadline(view)}`,
    `touch ${displayType(display) === "INTERNAL" ? "INTERNAL" : "EXTERNAL"}, rotation 0, type ${type}`,
    ...when(api >= 29, `address {port=${physicalPort(view)}}`),
    ...when(api >= 30, "deviceProductInfo null"),
    `state ${display.isOn ? "ON" : "OFF"}`,
    ...when(display.displayId === 0, api >= 31 ? "FLAG_ALLOWED_TO_BE_DEFAULT_DISPLAY" : "FLAG_DEFAULT_DISPLAY"),
    "FLAG_ROTATES_WITH_CONTENT, FLAG_SECURE, FLAG_SUPPORTS_PROTECTED_BUFFERS",
  ].join(", ");
}
