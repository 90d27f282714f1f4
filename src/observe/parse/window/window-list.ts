import { isEmpty, type Rect } from "../../../base/geometry.js";
import { lookUp } from "../../../base/word-table.js";
import { type ComponentName, parseActivityRecord, parseWindowName, type WindowName } from "../component.js";
import { hasSentinel, LONG_RECT, rectFrom, SHORT_RECT } from "../rects.js";
import { integerOf } from "../text.js";
import { readProvides, type WindowProvides } from "./provided-insets.js";

/** One window of `dumpsys window windows`, top of the z-order first. Unknown is null. */
export interface WindowEntry {
  readonly title: string | null;
  readonly hash: string | null;
  readonly userId: number | null;
  readonly displayId: number | null;
  readonly package: string | null;
  /** The activity it belongs to, also for popups and dialogs. */
  readonly owner: ComponentName | null;
  /** WindowManager.LayoutParams.type by name, for example BASE_APPLICATION. */
  readonly layoutType: string | null;
  readonly frame: Rect | null;
  /** How far in from each edge of its frame its content begins, where the app said so: a keyboard's keys do. */
  readonly givenContentInsets: Rect | null;
  readonly requestedWidth: number | null;
  readonly requestedHeight: number | null;
  /** The fixed height in mAttrs, `(fillx84)`. */
  readonly attributeHeight: number | null;
  /** The insets that it provides, for each rotation; from Android 12L on. */
  readonly provides: WindowProvides;
  /** Stable insets (bars) as dumped up to Android 10; not a place but a thickness per edge. */
  readonly stableInsets: Rect | null;
  readonly visible: boolean | null;
  readonly focusable: boolean | null;
  readonly secure: boolean | null;
  readonly hasSurface: boolean | null;
  /** The display's bounds by the window's configuration (Android 10+). */
  readonly displayBounds: Rect | null;
  /** The part of the display that apps may use by the window's configuration; the bars' part is outside. */
  readonly appBounds: Rect | null;
  /** The rectangle that its frames count as the display: the bar itself for a bar (up to Android 10). */
  readonly displayFrame: Rect | null;
}

const HEADER = /^\s*Window #\d+ (Window\{.*\}):$/;

/** The windows among the lines. Without a `Window #n` header, a lone block of window fields counts as one window. */
export function parseWindowList(lines: readonly string[]): readonly WindowEntry[] {
  return splitBlocks(lines).map(readWindow);
}

interface WindowBlock {
  readonly name: WindowName | undefined;
  readonly lines: string[];
}

/**
 * The trailer of the list begins, a list of windows that are going ("Windows waiting to destroy their surface:"), or
 * (Android 11) an insets provider that prints a whole window once more.
 */
const END =
  /^ {2}(?:Removing windows|Windows [a-z ]+|Input method dialogs):$|^\s*(?:m(?:Global|Cur)Configuration=|mHasPermanentDpad=|mCurrentFocus=|InsetsSourceProvider$)/;

function splitBlocks(lines: readonly string[]): readonly WindowBlock[] {
  const hasHeaders = lines.some((line) => HEADER.test(line));
  const blocks: WindowBlock[] = [];
  // An excerpt may begin in the middle of a window.
  let current: WindowBlock | undefined = { name: undefined, lines: [] };
  blocks.push(current);
  for (const line of lines) {
    const header = HEADER.exec(line)?.[1];
    if (header !== undefined || (!hasHeaders && IMPLICIT_START.test(line))) {
      current = { name: header === undefined ? undefined : parseWindowName(header), lines: [] };
      blocks.push(current);
    } else if (END.test(line)) {
      current = undefined;
    }
    current?.lines.push(line);
  }
  return blocks.filter((block) => block.name || block.lines.some((line) => WINDOW_FIELD.test(line)));
}

const IMPLICIT_START = /\bmDisplayId=\d+ .*mSession=/;
const WINDOW_FIELD = /^\s*(?:mViewVisibility=|mFrame=|Frames: |mAttrs=|mFullConfiguration=|Cur insets: )/;

function readWindow(block: WindowBlock): WindowEntry {
  const text = `\n${block.lines.join("\n")}\n`;
  const get = (pattern: RegExp) => pattern.exec(text)?.[1];
  const attributes = /mAttrs=(?:WM\.LayoutParams)?\{\(-?\d+,-?\d+\)\(\w+?x(\d+)\)/.exec(text);
  const animator = /WindowStateAnimator\{[0-9a-f]+ ([^\n]*)\}:/.exec(text)?.[1];
  return {
    title: block.name?.title ?? animator ?? null,
    hash: block.name?.hash ?? null,
    userId: block.name?.userId ?? null,
    displayId: integerOf(get(/\bmDisplayId=(\d+)/)),
    package: get(/\bmOwnerUid=\d+[^\n]* package=([\w.]+)/) ?? block.name?.ownerPackage ?? null,
    owner:
      parseActivityRecord(get(/\b(?:mActivityRecord|mAppToken|mToken)=([^\n]*ActivityRecord\{[^\n]*)/) ?? "") ?? null,
    layoutType: layoutType(get(/\bmAttrs=[^\n]{0,4000} ty=(\w+)/)),
    frame: frameOf(text),
    givenContentInsets: rectIn(text, new RegExp(`\\bmGivenContentInsets=${SHORT_RECT}`)),
    requestedWidth: integerOf(get(/\bRequested w=(-?\d+)/)),
    requestedHeight: integerOf(get(/\bRequested w=-?\d+ h=(-?\d+)/)),
    attributeHeight: integerOf(attributes?.[1]),
    provides: readProvides(block.lines),
    stableInsets: rectIn(text, new RegExp(`Cur insets:.*? stable=${SHORT_RECT}`)),
    visible: isVisible(text),
    ...flagsOf(text),
    hasSurface: hasSurface(text),
    displayBounds: displayBounds(text),
    appBounds: usable([rectIn(windowConfiguration(text), new RegExp(`mAppBounds=${LONG_RECT}`))]),
    displayFrame: displayFrame(text),
  };
}

/** Up to Android 8.0 the type is a number; these are the ones that matter here (WindowManager.LayoutParams). */
const TYPE_NAMES: Readonly<Record<string, string>> = {
  "1": "BASE_APPLICATION",
  "2": "APPLICATION",
  "3": "APPLICATION_STARTING",
  "4": "DRAWN_APPLICATION",
  "2000": "STATUS_BAR",
  "2011": "INPUT_METHOD",
  "2013": "WALLPAPER",
  "2019": "NAVIGATION_BAR",
};

function layoutType(word: string | undefined): string | null {
  return word === undefined ? null : (lookUp(TYPE_NAMES, word) ?? word);
}

/** FLAG_NOT_FOCUSABLE (0x8) and FLAG_SECURE (0x2000), as names or (up to Android 8.0, Samsung later too) as a number. */
function flagsOf(text: string): { readonly focusable: boolean | null; readonly secure: boolean | null } {
  const bits = /\bmAttrs=[^\n]{0,4000} fl=#([0-9a-f]+)/.exec(text)?.[1] ?? /\n\s+fl=#?([0-9a-f]+)\b/.exec(text)?.[1];
  if (bits !== undefined) {
    const value = Number.parseInt(bits, 16);
    return { focusable: (value & 0x8) === 0, secure: (value & 0x2000) !== 0 };
  }
  const names = /\n\s+fl=([A-Z_]{2}[A-Z_ ]*)/.exec(text)?.[1];
  if (names === undefined) return { focusable: null, secure: null };
  return { focusable: !/\bNOT_FOCUSABLE\b/.test(names), secure: /\bSECURE\b/.test(names) };
}

function frameOf(text: string): Rect | null {
  return (
    rectIn(text, new RegExp(`\\n\\s*Frames: [^\\n]* frame=${SHORT_RECT}`)) ??
    rectIn(text, new RegExp(`\\n\\s*mFrame=${SHORT_RECT}`))
  );
}

function rectIn(text: string, pattern: RegExp): Rect | null {
  return rectFrom(pattern.exec(text) ?? [], 1) ?? null;
}

/** Shown to the user: the view is VISIBLE (0x0) and the window manager agrees wherever it says so. */
function isVisible(text: string): boolean | null {
  const view = /\bmViewVisibility=(0x[0-9a-f]+)/.exec(text)?.[1];
  if (view !== undefined && view !== "0x0") return false;
  const said = [/\n\s*isVisible=(true|false)/, /\bisReadyForDisplay\(\)=(true|false)/]
    .map((pattern) => pattern.exec(text)?.[1])
    .filter((word) => word !== undefined);
  if (said.length === 0) return null;
  return said.every((word) => word === "true");
}

function hasSurface(text: string): boolean | null {
  const word = /\bmHasSurface=(true|false)/.exec(text)?.[1];
  return word === undefined ? null : word === "true";
}

function windowConfiguration(text: string): string {
  return /\bmFullConfiguration=\{[^\n]*winConfig=\{([^\n]*)/.exec(text)?.[1] ?? "";
}

function displayBounds(text: string): Rect | null {
  const configuration = windowConfiguration(text);
  // Up to Android 9, which prints no rotation here, the bounds may be those of another turn.
  const isFullScreen = /mWindowingMode=fullscreen .*mRotation=/.test(configuration);
  return usable([
    rectIn(configuration, new RegExp(`mMaxBounds=${LONG_RECT}`)),
    isFullScreen ? rectIn(configuration, new RegExp(`mBounds=${LONG_RECT}`)) : null,
  ]);
}

function displayFrame(text: string): Rect | null {
  return usable([
    rectIn(text, new RegExp(`\\bdisplay=${SHORT_RECT}`)),
    rectIn(text, new RegExp(`\\boverscan=${SHORT_RECT}`)),
  ]);
}

function usable(rects: readonly (Rect | null)[]): Rect | null {
  return rects.find((rect) => rect !== null && !isEmpty(rect) && !hasSentinel(rect)) ?? null;
}

/** The topmost visible window of an app that can take the focus: what is in front, as far as the z-order tells. */
export function topAppWindow(windows: readonly WindowEntry[], displayId: number): WindowEntry | undefined {
  const inFront = windows.filter((window) => (window.displayId ?? 0) === displayId && window.visible !== false);
  return inFront.find(
    (window) => APP_LAYOUT_TYPES.has(window.layoutType ?? "") && window.focusable !== false && window.visible === true,
  );
}

const APP_LAYOUT_TYPES = new Set(["BASE_APPLICATION", "APPLICATION", "DRAWN_APPLICATION", "APPLICATION_STARTING"]);
