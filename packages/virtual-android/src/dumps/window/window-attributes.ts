import type { WindowState } from "../../phone-state.js";
import type { DisplayView } from "../display-views.js";
import { indent, type Lines, when } from "../text.js";
import { providedInsets } from "./provided-insets.js";
import { traitsOf, type WindowTraits } from "./window-traits.js";

/**
 * The `mAttrs=` lines of a window, with `prefix` before each. Up to Android 8 one line with numbers (`sim=#110 ty=1
 * fl=#81810100`), from 9 on several lines with names. Android 11 adds fitting, 12 `bhv=`, 13 the insets of bars.
 */
export function attributeLines(api: number, view: DisplayView, window: WindowState, prefix: string): Lines {
  const traits = traitsOf(api, window);
  if (api < 28) return [`${prefix}mAttrs=WM.LayoutParams{${numericWords(api, window, traits)}}`];
  return closed([
    `${prefix}mAttrs={${headWords(api, window, traits, true)}`,
    ...bodyLines(api, view, window, traits, { prefix: `${prefix}  `, isOuter: true }),
    ...paramsForRotation(api, view, window, traits, `${prefix}  `),
  ]);
}

function numericWords(api: number, window: WindowState, traits: WindowTraits): string {
  const hex = (value: number) => (value >>> 0).toString(16);
  return [
    `(${position(window)})(${traits.size})`,
    ...when(traits.gravity !== 0, `gr=#${hex(traits.gravity)}`),
    ...when(traits.softInput !== 0, `sim=#${hex(traits.softInput)}`),
    `ty=${window.layoutType}`,
    `fl=#${hex(traits.flags)}`,
    ...when(window.kind === "application", "pfl=0x20000"),
    ...when(traits.format !== 0, `fmt=${traits.format}`),
    ...when(traits.animation !== "", `wanim=${traits.animation}`),
    ...when(traits.systemUi !== 0, `vsysui=0x${hex(traits.systemUi)}`),
    ...when(window.kind === "application", "needsMenuKey=2"),
    ...when(api >= 26, "colorMode=0"),
  ].join(" ");
}

/**
 * The first line, after the opening brace. The copies in `paramsForRotation` have fewer fields, except the task bar's.
 */
function headWords(api: number, window: WindowState, traits: WindowTraits, isOuter: boolean): string {
  const isTaskbar = api >= 35 && window.kind === "navigationBar";
  const ignoresOrder = isTaskbar || (api >= 31 && window.kind === "inputMethod");
  return [
    `(${position(window)})(${traits.size})`,
    ...when(traits.gravityNames !== "", `gr=${traits.gravityNames}`),
    ...when((isOuter || isTaskbar) && traits.softInputNames !== "", `sim={${traits.softInputNames}}`),
    ...when(traits.isAlwaysInCutout, "layoutInDisplayCutoutMode=always"),
    `ty=${typeName(api, window.layoutType)}`,
    ...when(traits.formatName !== "", `fmt=${traits.formatName}`),
    ...when(isOuter && traits.animation !== "", `wanim=${traits.animation}`),
    ...when(ignoresOrder, "receive insets ignoring z-order"),
  ].join(" ");
}

function bodyLines(
  api: number,
  view: DisplayView,
  window: WindowState,
  traits: WindowTraits,
  { prefix, isOuter }: { readonly prefix: string; readonly isOuter: boolean },
): Lines {
  const lines = [
    `fl=${flagNames(FLAG_NAMES, traits.flags)}`,
    ...when(traits.privateFlagNames !== "", `pfl=${traits.privateFlagNames}`),
    ...when(traits.systemUi !== 0, `vsysui=${flagNames(SYSTEM_UI_NAMES, traits.systemUi)}`),
    ...when(api >= 30 && (traits.systemUi & 0x2010) !== 0, "apr=LIGHT_STATUS_BARS LIGHT_NAVIGATION_BARS"),
    ...when(api >= 31 || (api === 30 && hidesBars(window)), `bhv=${behaviour(window)}`),
    ...when(api >= 30 && traits.fitTypes !== null, `fitTypes=${traits.fitTypes ?? ""}`),
    ...when(api >= 30 && traits.fitSides !== null, `fitSides=${traits.fitSides ?? ""}`),
    ...(api >= 34 ? providedInsets(api, view, window, isOuter) : []),
    ...when(api >= 35, "frameRateBoostOnTouch=true", "dvrrWindowFrameRateHint=true"),
  ];
  // Android 13 indents the provided insets by one space, however deep the attributes are nested.
  return [...indent(prefix, lines), ...(api === 33 ? indent(" ", providedInsets(api, view, window, isOuter)) : [])];
}

/** From Android 13 on, the attributes of a bar have a copy for each rotation. */
function paramsForRotation(
  api: number,
  view: DisplayView,
  window: WindowState,
  traits: WindowTraits,
  prefix: string,
): Lines {
  if (api < 33 || (window.kind !== "navigationBar" && window.kind !== "statusBar")) return [];
  const inner = { ...traits, privateFlagNames: traits.privateFlagNames.replace(/ ?USE_BLAST/, "") };
  const copy = (start: string, nested: string) =>
    closed([
      `${start}{${headWords(api, window, inner, false)}`,
      ...bodyLines(api, view, window, inner, { prefix: nested, isOuter: false }),
    ]);
  if (api === 33) return chained(`${prefix}paramsForRotation=`, copy("", "  "));
  const rotations = [0, 90, 180, 270].flatMap((degrees) => copy(`${prefix}  ROTATION_${degrees}=`, `${prefix}    `));
  return [`${prefix}paramsForRotation:`, ...rotations];
}

/** The four copies of Android 13, each of which starts on the last line of the copy before. */
function chained(label: string, copy: Lines): Lines {
  const [head = "", ...rest] = copy;
  const joint = [...rest.slice(0, -1), `${rest.at(-1) ?? ""} ${head}`];
  return [label + head, ...joint, ...joint, ...joint, ...rest];
}

function closed(lines: Lines): Lines {
  return [...lines.slice(0, -1), `${lines.at(-1) ?? ""}}`];
}

function position(window: WindowState): string {
  return window.kind === "popup" ? `${window.frame.left},${window.frame.top}` : "0,0";
}

function hidesBars(window: WindowState): boolean {
  return window.hidesStatusBar || window.hidesNavigationBar;
}

function behaviour(window: WindowState): string {
  return hidesBars(window) || window.kind === "notificationShade" ? "SHOW_TRANSIENT_BARS_BY_SWIPE" : "DEFAULT";
}

/** The names of WindowManager.LayoutParams.FLAG_… by bit, in ascending order. */
const FLAG_NAMES: readonly (readonly [number, string])[] = [
  [0x1, "ALLOW_LOCK_WHILE_SCREEN_ON"],
  [0x2, "DIM_BEHIND"],
  [0x8, "NOT_FOCUSABLE"],
  [0x10, "NOT_TOUCHABLE"],
  [0x20, "NOT_TOUCH_MODAL"],
  [0x40, "TOUCHABLE_WHEN_WAKING"],
  [0x80, "KEEP_SCREEN_ON"],
  [0x100, "LAYOUT_IN_SCREEN"],
  [0x200, "LAYOUT_NO_LIMITS"],
  [0x400, "FULLSCREEN"],
  [0x2000, "SECURE"],
  [0x4000, "SCALED"],
  [0x10000, "LAYOUT_INSET_DECOR"],
  [0x20000, "ALT_FOCUSABLE_IM"],
  [0x40000, "WATCH_OUTSIDE_TOUCH"],
  [0x80000, "SHOW_WHEN_LOCKED"],
  [0x100000, "SHOW_WALLPAPER"],
  [0x800000, "SPLIT_TOUCH"],
  [0x1000000, "HARDWARE_ACCELERATED"],
  [0x20000000, "FLAG_SLIPPERY"],
  [0x80000000, "DRAWS_SYSTEM_BAR_BACKGROUNDS"],
];

/** The names of View.SYSTEM_UI_FLAG_… in the order of the framework. */
const SYSTEM_UI_NAMES: readonly (readonly [number, string])[] = [
  [0x2, "HIDE_NAVIGATION"],
  [0x4, "FULLSCREEN"],
  [0x100, "LAYOUT_STABLE"],
  [0x200, "LAYOUT_HIDE_NAVIGATION"],
  [0x400, "LAYOUT_FULLSCREEN"],
  [0x1000, "IMMERSIVE_STICKY"],
  [0x2000, "LIGHT_STATUS_BAR"],
  [0x10, "LIGHT_NAVIGATION_BAR"],
];

function flagNames(names: readonly (readonly [number, string])[], bits: number): string {
  return names
    .filter(([bit]) => (bits & bit) !== 0)
    .map(([, name]) => name)
    .join(" ");
}

const TYPE_NAMES: ReadonlyMap<number, string> = new Map([
  [1, "BASE_APPLICATION"],
  [2, "APPLICATION"],
  [3, "APPLICATION_STARTING"],
  [4, "DRAWN_APPLICATION"],
  [1000, "APPLICATION_PANEL"],
  [1002, "APPLICATION_SUB_PANEL"],
  [1003, "APPLICATION_ATTACHED_DIALOG"],
  [1005, "APPLICATION_ABOVE_SUB_PANEL"],
  [2000, "STATUS_BAR"],
  [2003, "SYSTEM_ALERT"],
  [2005, "TOAST"],
  [2006, "SYSTEM_OVERLAY"],
  [2008, "SYSTEM_DIALOG"],
  [2009, "KEYGUARD_DIALOG"],
  [2010, "SYSTEM_ERROR"],
  [2011, "INPUT_METHOD"],
  [2012, "INPUT_METHOD_DIALOG"],
  [2013, "WALLPAPER"],
  [2015, "SECURE_SYSTEM_OVERLAY"],
  [2017, "STATUS_BAR_SUB_PANEL"],
  [2019, "NAVIGATION_BAR"],
  [2020, "VOLUME_OVERLAY"],
  [2024, "NAVIGATION_BAR_PANEL"],
  [2032, "ACCESSIBILITY_OVERLAY"],
  [2034, "DOCK_DIVIDER"],
  [2038, "APPLICATION_OVERLAY"],
]);

/** The name of a window type. Before Android 14 the shade's type had no name and was printed as 2040. */
export function typeName(api: number, type: number): string {
  if (type === 2040) return api >= 34 ? "NOTIFICATION_SHADE" : "2040";
  return TYPE_NAMES.get(type) ?? String(type);
}
