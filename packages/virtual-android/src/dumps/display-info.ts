import type { Size } from "../../../../src/base/geometry.js";
import { type DisplayView, displayType } from "./display-views.js";
import { sourceOf } from "./frames.js";
import { javaFloat } from "./text.js";

/** The two infos of a display: the properties of the panel (`base`), and those after the window manager's changes. */
export type InfoKind = "base" | "override";

/**
 * DisplayInfo.toString, in five layouts: up to Android 9 one list in drawing order; on 10 with the display id inside
 * the quoted name; on 11 with the id after the name; on 12 to 14 with a group and a stray quote; from 15 on twice as
 * long, without the quote.
 */
export function displayInfo(api: number, view: DisplayView, kind: InfoKind): string {
  if (api <= 29) return earlyInfo(api, view, kind);
  return api <= 34 ? middleInfo(api, view, kind) : recentInfo(view, kind);
}

function earlyInfo(api: number, view: DisplayView, kind: InfoKind): string {
  const { display } = view;
  const id = api === 29 ? `, displayId ${display.displayId}` : "";
  const colour =
    api <= 25
      ? "colorTransformId 0, defaultColorTransformId 0, supportedColorTransforms [{id=0, colorTransform=0}]"
      : "colorMode 0, supportedColorModes [0]";
  return `DisplayInfo{${[
    `"${display.name}${id}"`,
    `uniqueId "${display.uniqueId}"`,
    ...sizeWords(api, view, kind),
    `${modeWords(api, view)}, ${colour}, hdrCapabilities android.view.Display$HdrCapabilities@40f16308`,
    rotationAndDensity(view, kind),
    `layerStack ${display.displayId}, appVsyncOff 1000000, presDeadline ${deadline(view)}`,
    `type ${earlyType(view)}`,
    ...(api === 29 ? ["address {port=0}"] : []),
    `state ${display.isOn ? "ON" : "OFF"}`,
    earlyFlags(view),
    ...(api >= 26 ? ["removeMode 0"] : []),
  ].join(", ")}}`;
}

/** The `type` of a display up to Android 10. */
export function earlyType(view: DisplayView): string {
  const type = displayType(view.display);
  if (type === "INTERNAL") return "BUILT_IN";
  return type === "EXTERNAL" ? "HDMI" : type;
}

function earlyFlags(view: DisplayView): string {
  if (displayType(view.display) === "OVERLAY") return "FLAG_PRESENTATION";
  return "FLAG_SECURE, FLAG_SUPPORTS_PROTECTED_BUFFERS";
}

function middleInfo(api: number, view: DisplayView, kind: InfoKind): string {
  const { display } = view;
  const group = api >= 31 ? '", displayGroupId 0' : "";
  const hdr =
    "HdrCapabilities{mSupportedHdrTypes=[], mMaxLuminance=500.0, mMaxAverageLuminance=500.0, mMinLuminance=0.0}";
  const [app, ...otherSizes] = sizeWords(api, view, kind);
  return `DisplayInfo{${[
    `"${display.name}", displayId ${display.displayId}${group}`,
    recentFlags(view),
    ...otherSizes,
    `appVsyncOff 1000000, presDeadline ${deadline(view)}`,
    modeWords(api, view),
    `hdrCapabilities ${hdr}`,
    ...(api >= 31 ? ["userDisabledHdrTypes []"] : []),
    `minimalPostProcessingSupported false, rotation ${rotationOf(view, kind)}, state ${display.isOn ? "ON" : "OFF"}`,
    `type ${displayType(display)}, uniqueId "${display.uniqueId}"`,
    app ?? "",
    densityWords(view),
    `layerStack ${display.displayId}, colorMode 0, supportedColorModes [0]`,
    `address {port=${physicalPort(view)}}, deviceProductInfo null, removeMode 0`,
    ...(api >= 31 ? [brightnessWords(api)] : []),
  ].join(", ")}}`;
}

function brightnessWords(api: number): string {
  const base = "refreshRateOverride 0.0, brightnessMinimum 0.0, brightnessMaximum 1.0, brightnessDefault 0.4";
  return api >= 33 ? `${base}, installOrientation ROTATION_0` : base;
}

function recentInfo(view: DisplayView, kind: InfoKind): string {
  const { display } = view;
  const isPanel = displayType(display) === "INTERNAL";
  const rate = javaFloat(display.refreshRate);
  const state = display.isOn ? "ON" : "OFF";
  const hdr =
    "HdrCapabilities{mSupportedHdrTypes=[], mMaxLuminance=500.0, mMaxAverageLuminance=500.0, mMinLuminance=0.0}";
  const [app, ...otherSizes] = sizeWords(36, view, kind);
  const modes = modeList(36, view);
  return `DisplayInfo{${[
    `"${display.name}", displayId ${display.displayId}, displayGroupId 0`,
    recentFlags(view),
    ...otherSizes,
    `appVsyncOff ${isPanel ? 1_000_000 : 0}, presDeadline ${deadline(view)}, mode ${modeId(view)}, renderFrameRate ${rate}`,
    `hasArrSupport false, frameRateCategoryRate ${isPanel ? "FrameRateCategoryRate {normal=60.0, high=90.0}" : "null"}`,
    `supportedRefreshRates [${isPanel ? rate : ""}], defaultMode ${modeId(view)}, userPreferredModeId -1`,
    `supportedModes ${modes}, appsSupportedModes ${modes}, hdrCapabilities ${isPanel ? hdr : "null"}, isForceSdr false`,
    "userDisabledHdrTypes [], minimalPostProcessingSupported false",
    `rotation ${rotationOf(view, kind)}, state ${state}, committedState ${isPanel ? state : "UNKNOWN"}`,
    `type ${displayType(display)}, uniqueId "${display.uniqueId}"`,
    app ?? "",
    densityWords(view),
    `layerStack ${display.displayId}, colorMode 0, supportedColorModes [0]`,
    ...(isPanel ? [`address {port=${physicalPort(view)}, model=0x401cec6a7a2b7b}`] : []),
    `deviceProductInfo null, removeMode 0, refreshRateOverride ${rate}`,
    `brightnessMinimum 0.0, brightnessMaximum ${isPanel ? "1.0" : "0.0"}, brightnessDefault ${isPanel ? "0.4" : "0.0"}`,
    `brightnessDim ${isPanel ? "0.05" : "0.0"}, installOrientation ROTATION_0, layoutLimitedRefreshRate null`,
    "hdrSdrRatio not_available, thermalRefreshRateThrottling {}, thermalBrightnessThrottlingDataId default",
    `canHostTasks ${isPanel}`,
  ].join(", ")}}`;
}

function recentFlags(view: DisplayView): string {
  return displayType(view.display) === "OVERLAY"
    ? "FLAG_PRESENTATION, FLAG_TRUSTED"
    : "FLAG_SECURE, FLAG_SUPPORTS_PROTECTED_BUFFERS, FLAG_TRUSTED";
}

/** `app`, `real`, `largest app` and `smallest app`, in this order. */
function sizeWords(api: number, view: DisplayView, kind: InfoKind): readonly string[] {
  const { display } = view;
  const real = kind === "override" ? display.size : (display.overrideSize ?? display.physicalSize);
  const app = kind === "override" ? appSize(api, view) : real;
  const range = kind === "override" ? nominalRange(api, view) : { smallest: real, largest: real };
  return [
    `app ${app.width} x ${app.height}`,
    `real ${real.width} x ${real.height}`,
    `largest app ${range.largest.width} x ${range.largest.height}`,
    `smallest app ${range.smallest.width} x ${range.smallest.height}`,
  ];
}

/** The value of `app=`: from Android 15 on the whole display, because bars no longer reduce it. */
export function appSize(api: number, view: DisplayView): Size {
  return api >= 35 ? view.display.size : view.display.appSize;
}

/** The smallest and the largest area of an app over all rotations (`rng=`). */
export function nominalRange(api: number, view: DisplayView): { readonly smallest: Size; readonly largest: Size } {
  const { size } = view.display;
  const short = Math.min(size.width, size.height);
  const long = Math.max(size.width, size.height);
  if (api >= 35) return { smallest: { width: short, height: short }, largest: { width: long, height: long } };
  const status = thickness(view, "statusBars");
  const navigation = thickness(view, "navigationBars");
  return {
    smallest: { width: short, height: short - status },
    largest: { width: long - navigation, height: long - navigation - status },
  };
}

function thickness(view: DisplayView, kind: "statusBars" | "navigationBars"): number {
  const frame = sourceOf(view, kind)?.frame;
  return frame ? Math.max(0, Math.min(frame.right - frame.left, frame.bottom - frame.top)) : 0;
}

function rotationOf(view: DisplayView, kind: InfoKind): number {
  return kind === "override" ? view.display.rotation : 0;
}

function rotationAndDensity(view: DisplayView, kind: InfoKind): string {
  return `rotation ${rotationOf(view, kind)}, ${densityWords(view)}`;
}

function densityWords(view: DisplayView): string {
  const dpi = javaFloat(view.display.physicalDensity);
  return `density ${view.display.density} (${dpi} x ${dpi}) dpi`;
}

/** The id of the mode; ids are counted over all displays. */
export function modeId(view: DisplayView): number {
  return view.display.displayId + 1;
}

function modeWords(api: number, view: DisplayView): string {
  return `mode ${modeId(view)}, defaultMode ${modeId(view)}, modes ${modeList(api, view)}`;
}

/** `[{id=1, width=1080, height=1920, fps=60.000004}]`: the panel's one mode. */
export function modeList(api: number, view: DisplayView): string {
  const { physicalSize, refreshRate } = view.display;
  const rate = javaFloat(refreshRate);
  const alternatives = api >= 31 ? ", alternativeRefreshRates=[]" : "";
  const recent = api >= 35 ? `, vsync=${rate}, synthetic=false${alternatives}, supportedHdrTypes=[]` : alternatives;
  return `[{id=${modeId(view)}, width=${physicalSize.width}, height=${physicalSize.height}, fps=${rate}${recent}}]`;
}

/** The time from the deadline of a frame to its presentation, in ns. */
export function deadline(view: DisplayView): number {
  return Math.floor(1e9 / view.display.refreshRate);
}

/** The port: the low byte of the physical id (PhysicalDisplayId of SurfaceFlinger). */
export function physicalPort(view: DisplayView): number {
  return /^\d+$/.test(view.display.physicalId) ? Number(BigInt(view.display.physicalId) & 0xffn) : 0;
}
