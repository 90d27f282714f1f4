import type { PhoneState } from "../../phone-state.js";
import { displayInfo } from "../display-info.js";
import { type DisplayView, displayType, displayViews } from "../display-views.js";
import { javaFloat, type Lines, when } from "../text.js";
import { adapterLines } from "./display-adapters.js";
import { deviceLines } from "./display-devices.js";
import { powerControllerLines } from "./display-power.js";
import { viewportLines } from "./display-viewports.js";

/** `dumpsys display`: viewports, devices, logical displays, then the power controller of the default display. */
export function dumpDisplay(state: PhoneState): Lines {
  const api = state.build.apiLevel;
  const views = viewsById(state);
  return [
    "DISPLAY MANAGER (dumpsys display)",
    "  mOnlyCode=false",
    "  mSafeMode=false",
    "  mPendingTraversal=false",
    ...when(api <= 30, `  mGlobalDisplayState=${state.display.isOn ? "ON" : "OFF"}`),
    ...when(api <= 30, `  mNextNonDefaultDisplayId=${Math.max(...views.map((view) => view.display.displayId)) + 1}`),
    ...viewportLines(api, views),
    "  mDefaultDisplayDefaultColorMode=0",
    ...when(api <= 30, "  mSingleDisplayDemoMode=false"),
    "  mWifiDisplayScanRequestCount=0",
    ...when(
      api >= 26,
      `  mStableDisplaySize=Point(${state.display.physicalSize.width}, ${state.display.physicalSize.height})`,
    ),
    ...when(api >= 29, "  mMinimumBrightnessCurve=[(0.0, 0.0), (2000.0, 50.0), (4000.0, 90.0)]"),
    ...(api >= 31 ? ["", "", ...stateTable(views)] : []),
    "",
    ...adapterLines(api),
    "",
    ...deviceLines(api, views),
    "",
    ...logicalDisplays(api, views),
    "",
    ...callbackLines(state),
    "",
    ...powerControllerLines(state),
  ];
}

function viewsById(state: PhoneState): readonly DisplayView[] {
  return displayViews(state).toSorted((a, b) => a.display.displayId - b.display.displayId);
}

function stateTable(views: readonly DisplayView[]): Lines {
  return [
    `Display States: size=${views.length}`,
    ...views.flatMap(({ display }) => {
      const brightness = display.isOn ? "0.4" : "-1.0";
      return [
        `  Display Id=${display.displayId}`,
        `  Display State=${display.isOn ? "ON" : "OFF"}`,
        `  Display Brightness=${brightness}`,
        `  Display SdrBrightness=${brightness}`,
      ];
    }),
  ];
}

/** LogicalDisplay.dump; from Android 12 on inside the mapper of physical to logical displays. */
function logicalDisplays(api: number, views: readonly DisplayView[]): Lines {
  const displays = views.flatMap((view) => [`  Display ${view.display.displayId}:`, ...logicalDisplay(api, view)]);
  if (api <= 30) return [`Logical Displays: size=${views.length}`, ...displays];
  const layout = views
    .filter((view) => displayType(view.display) === "INTERNAL")
    .map((view) => `{addr: {port=${view.display.displayId}}, dispId: ${view.display.displayId}(ON)}`);
  return [
    "LogicalDisplayMapper:",
    "  mSingleDisplayDemoMode=false",
    `  mCurrentLayout=[${layout.join(", ")}]`,
    "  mDeviceStatesOnWhichToWakeUp={}",
    "  mDeviceStatesOnWhichToSleep={}",
    `  mInteractive=${views.some((view) => view.display.isOn)}`,
    "  ",
    `  Logical Displays: size=${views.length}`,
    ...displays,
    "  ",
    "  DeviceStateToLayoutMap:",
    "    Registered Layouts:",
    `    state(-1): [${layout.join(", ")}]`,
  ];
}

function logicalDisplay(api: number, view: DisplayView): Lines {
  const { display } = view;
  const range = `[0 ${Math.ceil(display.refreshRate)}]`;
  const specs = `{baseModeId=${display.displayId + 1} allowGroupSwitching=false primaryRefreshRateRange=${range} appRequestRefreshRateRange=${range}}`;
  return [
    `    mDisplayId=${display.displayId}`,
    ...when(api >= 31, "    mPhase=1"),
    `    mLayerStack=${display.displayId}`,
    "    mHasContent=true",
    ...(api <= 29 ? ["    mRequestedMode=0"] : [`    mDesiredDisplayModeSpecs=${specs}`]),
    "    mRequestedColorMode=0",
    "    mDisplayOffset=(0, 0)",
    ...when(api >= 29, "    mDisplayScalingDisabled=false"),
    `    mPrimaryDisplayDevice=${display.name}`,
    `    mBaseDisplayInfo=${displayInfo(api, view, "base")}`,
    `    mOverrideDisplayInfo=${displayInfo(api, view, "override")}`,
    ...when(api >= 30, "    mRequestedMinimalPostProcessing=false"),
    ...when(api >= 31, "    mFrameRateOverrides=[]", "    mPendingFrameRateOverrideUids={}"),
  ];
}

function callbackLines(state: PhoneState): Lines {
  const lines = state.processes.map(
    (process, index) => `  ${index}: mPid=${process.pid}, mWifiDisplayScanRequested=false`,
  );
  return [`Callbacks: size=${lines.length}`, ...lines];
}

/** `cmd display get-displays`, Android 14 and later. */
export function getDisplays(state: PhoneState): Lines {
  const api = state.build.apiLevel;
  return [
    "Displays:",
    ...viewsById(state).map((view) => {
      const { display } = view;
      const density = javaFloat(display.density / 160);
      const dpi = javaFloat(display.physicalDensity);
      const metrics = `DisplayMetrics{density=${density}, width=${display.size.width}, height=${display.size.height}, scaledDensity=${density}, xdpi=${dpi}, ydpi=${dpi}}`;
      return `Display id ${display.displayId}: ${displayInfo(api, view, "override")}, ${metrics}, isValid=true`;
    }),
  ];
}
