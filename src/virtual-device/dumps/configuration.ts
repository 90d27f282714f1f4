import type { Rect } from "../../base/geometry.js";
import type { PhoneState } from "../phone-state.js";
import type { DisplayView } from "./display-views.js";
import { boundsOf, nonDecorFrame, stableFrame } from "./frames.js";
import { EMPTY_RECT, javaFloat, longRect } from "./text.js";

export type ActivityType = "undefined" | "standard" | "home" | "recents";

export interface ConfigurationOptions {
  readonly activityType: ActivityType;
  /** Number of the change that made it, `s.N`. */
  readonly sequence: number;
}

/**
 * Configuration.toString of a display, an activity or a window: `{1.0 ?mcc?mnc [en_US] ldltr sw411dp …}`.
 * `winConfig` came with Android 9 and grew with 10, 12 and 13; `mDisplayWindowingMode` went with 15.
 */
export function configurationText(state: PhoneState, view: DisplayView, options: ConfigurationOptions): string {
  const api = state.build.apiLevel;
  const parts = [
    javaFloat(Number(state.settings.system.get("font_scale") ?? "1")),
    `${network(api, state)} [${locale(state)}] ldltr`,
    screen(api, state, view),
    "finger -keyb/v/h -nav/h",
    ...windowConfiguration(api, view, options.activityType),
    `s.${options.sequence}`,
    ...(api >= 31 ? ["fontWeightAdjustment=0"] : []),
  ];
  return `{${parts.join(" ")}}`;
}

/** Configuration.toString of one in which nothing is set, as unreported and override configurations print it. */
export function emptyConfiguration(api: number, activityType: ActivityType = "undefined"): string {
  const round = api >= 36 ? " ?round" : "";
  const fields = `?mcc${api >= 34 ? "0" : "?"}mnc ?localeList ?layoutDir ?swdp ?wdp ?hdp ?density ?lsize ?long${round}`;
  const colour = api >= 26 ? "?ldr ?wideColorGamut " : "";
  const keys = `${colour}?orien ?uimode ?night ?touch ?keyb/?/? ?nav/?`;
  const window = api >= 28 ? ` ${winConfig(api, emptyWindowFields(activityType))}` : "";
  return `{0.0 ${fields} ${keys}${window}${api >= 31 ? " ?fontWeightAdjustment" : ""}}`;
}

function network(api: number, state: PhoneState): string {
  const operator = state.properties.get("gsm.operator.numeric") ?? "";
  if (/^\d{5,6}$/.test(operator)) return `${operator.slice(0, 3)}mcc${Number(operator.slice(3))}mnc`;
  return `?mcc${api >= 34 ? "0" : "?"}mnc`;
}

function locale(state: PhoneState): string {
  const tag = state.properties.get("persist.sys.locale") ?? state.properties.get("ro.product.locale") ?? "en-US";
  return tag.replace("-", "_");
}

/** `sw411dp w411dp h659dp 420dpi nrml long port`: from Android 15 on, apps count the bars as theirs. */
function screen(api: number, state: PhoneState, view: DisplayView): string {
  const { display } = view;
  const area = api >= 35 ? boundsOf(display.size) : stableFrame(api, view);
  const nonDecor = api >= 35 ? area : nonDecorFrame(api, view);
  const dp = (pixels: number) => Math.floor((pixels * 160) / display.density);
  const widthDp = dp(nonDecor.right - nonDecor.left);
  const heightDp = dp(area.bottom - area.top);
  const smallest = dp(Math.min(display.size.width, display.size.height));
  const size = `sw${smallest}dp w${widthDp}dp h${heightDp}dp ${display.density}dpi`;
  const isNight = state.settings.secure.get("ui_night_mode") === "2";
  return [size, ...layoutWords(widthDp, heightDp), orientationWord(display.size), ...(isNight ? ["night"] : [])].join(
    " ",
  );
}

/** Size class and `long`, by Configuration.reduceScreenLayout. */
function layoutWords(widthDp: number, heightDp: number): readonly string[] {
  const long = Math.max(widthDp, heightDp);
  const short = Math.min(widthDp, heightDp);
  let size = "nrml";
  if (long < 470) size = "smll";
  else if (long >= 960 && short >= 720) size = "xlrg";
  else if (long >= 640 && short >= 480) size = "lrg";
  return (long * 3) / 5 >= short - 1 ? [size, "long"] : [size];
}

function orientationWord(size: { readonly width: number; readonly height: number }): string {
  return size.width > size.height ? "land" : "port";
}

function windowConfiguration(api: number, view: DisplayView, activityType: ActivityType): readonly string[] {
  const appBounds = api >= 35 ? boundsOf(view.display.size) : nonDecorFrame(api, view);
  if (api < 26) return [];
  if (api < 28) return [`appBounds=${longRect(appBounds)}`];
  const bounds = boundsOf(view.display.size);
  const rotation = `ROTATION_${view.display.rotation * 90}`;
  return [winConfig(api, { bounds, appBounds: longRect(appBounds), rotation, mode: "fullscreen", activityType })];
}

interface WindowFields {
  readonly bounds: Rect;
  readonly appBounds: string;
  readonly rotation: string;
  readonly mode: string;
  readonly activityType: ActivityType;
}

function emptyWindowFields(activityType: ActivityType): WindowFields {
  return { bounds: EMPTY_RECT, appBounds: "null", rotation: "undefined", mode: "undefined", activityType };
}

function winConfig(api: number, fields: WindowFields): string {
  const words = [
    `mBounds=${longRect(fields.bounds)}`,
    `mAppBounds=${fields.appBounds}`,
    ...(api >= 31 ? [`mMaxBounds=${longRect(fields.bounds)}`] : []),
    ...(api >= 33 ? [`mDisplayRotation=${fields.rotation}`] : []),
    `mWindowingMode=${fields.mode}`,
    ...(api >= 29 && api <= 34 ? [`mDisplayWindowingMode=${fields.mode}`] : []),
    `mActivityType=${fields.activityType}`,
    ...(api >= 29 ? [`mAlwaysOnTop=undefined mRotation=${fields.rotation}`] : []),
  ];
  return `winConfig={ ${words.join(" ")}}`;
}
