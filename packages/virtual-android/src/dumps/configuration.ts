import type { Rect } from "../../../../src/base/geometry.js";
import { DEFAULT_LOCALE } from "../framework/app-locales.js";
import type { PhoneState } from "../phone-state.js";
import type { DisplayView } from "./display-views.js";
import { boundsOf, nonDecorFrame, stableFrame } from "./frames.js";
import { EMPTY_RECT, javaFloat, longRect } from "./text.js";

export type ActivityType = "undefined" | "standard" | "home" | "recents";

export interface ConfigurationOptions {
  readonly activityType: ActivityType;
  /** The number of the change that made the configuration, `s.N`. */
  readonly sequence: number;
  /** The package of its app, which may have its own languages; absent for the configuration of a display. */
  readonly packageName?: string;
}

/**
 * Configuration.toString of a display, an activity or a window: `{1.0 ?mcc?mnc [en_US] ldltr sw411dp …}`. Android 9
 * added `winConfig`, and 10, 12 and 13 extended it; Android 15 removed `mDisplayWindowingMode`.
 */
export function configurationText(state: PhoneState, view: DisplayView, options: ConfigurationOptions): string {
  const api = state.build.apiLevel;
  const parts = [
    javaFloat(Number(state.settings.system.get("font_scale") ?? "1")),
    languages(api, state, options.packageName),
    screen(state, view),
    "finger -keyb/v/h -nav/h",
    ...windowConfiguration(api, view, options.activityType),
    `s.${options.sequence}`,
    ...(api >= 31 ? ["fontWeightAdjustment=0"] : []),
  ];
  return `{${parts.join(" ")}}`;
}

/** Configuration.toString of an empty configuration, as printed for unreported and override configurations. */
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

function languages(api: number, state: PhoneState, packageName: string | undefined): string {
  const locales = localesOf(state, packageName);
  return `${network(api, state)} [${locales.map(javaLocale).join(",")}] ${layoutDirection(locales)}`;
}

/** LocaleOverlayHelper.combineLocales: the languages of the app, then those of the system. */
export function localesOf(state: PhoneState, packageName?: string): readonly string[] {
  const { properties, appLocales } = state;
  const system = properties.get("persist.sys.locale") ?? properties.get("ro.product.locale") ?? DEFAULT_LOCALE;
  return [...new Set([...((packageName !== undefined && appLocales?.get(packageName)) || []), system])];
}

/** TextUtils.getLayoutDirectionFromLocale of the first language. */
export function layoutDirection([first = DEFAULT_LOCALE]: readonly string[]): "ldltr" | "ldrtl" {
  return RIGHT_TO_LEFT.has(new Intl.Locale(first).maximize().script ?? "") ? "ldrtl" : "ldltr";
}

/** ULocale.isRightToLeft: the scripts that are written from right to left. */
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(["Adlm", "Arab", "Hebr", "Mand", "Nkoo", "Rohg", "Syrc", "Thaa"]);

/** Locale.toString: `de_DE`, with a script `zh_TW_#Hant`. */
function javaLocale(tag: string): string {
  const { language, region = "", script } = new Intl.Locale(tag);
  if (script === undefined) return region === "" ? language : `${language}_${region}`;
  return `${language}_${region}_#${script}`;
}

/** The screen in the terms of a configuration; sizes in dp. */
export interface ScreenConfiguration {
  readonly smallest: number;
  readonly width: number;
  readonly height: number;
  readonly layout: "small" | "normal" | "large" | "xlarge";
  readonly isLong: boolean;
  readonly isLandscape: boolean;
  readonly isNight: boolean;
}

/**
 * From Android 15 on, the sizes include the system bars; before, they exclude the navigation bar, and the height also
 * excludes the status bar.
 */
export function screenConfiguration(state: PhoneState, view: DisplayView): ScreenConfiguration {
  const api = state.build.apiLevel;
  const { density, size } = view.display;
  const area = api >= 35 ? boundsOf(size) : stableFrame(api, view);
  const nonDecor = api >= 35 ? area : nonDecorFrame(api, view);
  const dp = (pixels: number) => Math.floor((pixels * 160) / density);
  const width = dp(nonDecor.right - nonDecor.left);
  const height = dp(area.bottom - area.top);
  return {
    smallest: dp(Math.min(size.width, size.height)),
    width,
    height,
    ...layoutOf(width, height),
    isLandscape: size.width > size.height,
    isNight: state.settings.secure.get("ui_night_mode") === "2",
  };
}

/** `sw411dp w411dp h659dp 420dpi nrml long port` */
function screen(state: PhoneState, view: DisplayView): string {
  const { smallest, width, height, layout, isLong, isLandscape, isNight } = screenConfiguration(state, view);
  const size = `sw${smallest}dp w${width}dp h${height}dp ${view.display.density}dpi ${LAYOUT_WORDS[layout]}`;
  return [size, ...(isLong ? ["long"] : []), isLandscape ? "land" : "port", ...(isNight ? ["night"] : [])].join(" ");
}

const LAYOUT_WORDS = { small: "smll", normal: "nrml", large: "lrg", xlarge: "xlrg" } as const;

/** Configuration.reduceScreenLayout */
function layoutOf(widthDp: number, heightDp: number): Pick<ScreenConfiguration, "layout" | "isLong"> {
  const [short, long] = widthDp < heightDp ? [widthDp, heightDp] : [heightDp, widthDp];
  const isLong = (long * 3) / 5 >= short - 1;
  if (long < 470) return { layout: "small", isLong };
  if (long >= 960 && short >= 720) return { layout: "xlarge", isLong };
  return { layout: long >= 640 && short >= 480 ? "large" : "normal", isLong };
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
