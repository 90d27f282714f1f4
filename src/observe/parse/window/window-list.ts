import { isEmpty, type Rect } from "../../../base/geometry.js";
import { lookUp } from "../../../base/word-table.js";
import { type ComponentName, parseActivityRecord, parseWindowName, type WindowName } from "../component.js";
import { hasSentinel, LONG_RECT, rectFrom, SHORT_RECT } from "../rects.js";
import { agreed, agreedMatch, booleanOf, capturedAfter, integerOf } from "../text.js";
import { readProvides, type WindowProvides } from "./provided-insets.js";

/** One window of `dumpsys window windows`. An unknown value is null. */
export interface WindowEntry {
  readonly title: string | null;
  readonly hash: string | null;
  readonly userId: number | null;
  readonly displayId: number | null;
  readonly package: string | null;
  /** The activity of the window, also for popups and dialogs. */
  readonly owner: ComponentName | null;
  /** WindowManager.LayoutParams.type by name, for example BASE_APPLICATION. */
  readonly layoutType: string | null;
  readonly frame: Rect | null;
  /**
   * The distance of the content from each edge of the frame, if the app declared it, as a keyboard does for its keys.
   */
  readonly givenContentInsets: Rect | null;
  readonly requestedWidth: number | null;
  readonly requestedHeight: number | null;
  /** The fixed height in mAttrs: 84 in `(fillx84)`. */
  readonly attributeHeight: number | null;
  /** The insets that it provides, for each rotation; since Android 12L. */
  readonly provides: WindowProvides;
  /** Stable insets (bars), printed up to Android 10; a thickness per edge, not a position. */
  readonly stableInsets: Rect | null;
  readonly visible: boolean | null;
  readonly focusable: boolean | null;
  readonly secure: boolean | null;
  readonly hasSurface: boolean | null;
  /** The display's bounds in the window's configuration (Android 10+). */
  readonly displayBounds: Rect | null;
  /** The part of the display for apps in the window's configuration; it excludes the bars. */
  readonly appBounds: Rect | null;
  /** The rectangle that its frames use as the display: for a bar the bar itself (up to Android 10). */
  readonly displayFrame: Rect | null;
}

const HEADER = /^\s*Window #(\d+) (Window\{.*\}):$/s;

/** The windows of a dump, and whether an app may have imitated some of them. */
export interface WindowList {
  readonly windows: readonly WindowEntry[];
  /** The window numbers are not in order: an app invented some of them. `windows` has only those before the fault. */
  readonly isContested: boolean;
}

/**
 * Reads the windows of a dump. The lines have each title in one line (joinTitles). Without a `Window #n` header, a
 * single block of window fields counts as one window.
 */
export function parseWindowList(lines: readonly string[]): WindowList {
  const blocks = splitBlocks(lines);
  const certain = certainBlocks(blocks);
  return { windows: certain.map(readWindow), isContested: certain.length < blocks.length };
}

interface WindowBlock {
  readonly name: WindowName | undefined;
  /** Its number in the list, from the header; null without a header. */
  readonly number: number | null;
  readonly lines: string[];
}

/**
 * Lines that end a window: the lines after the list, a list of windows that are closing ("Windows waiting to destroy
 * their surface:"), or (Android 11) an insets provider that prints a whole window once more.
 */
const END =
  /^ {2}(?:Removing windows|Windows [a-z ]+|Input method dialogs):$|^\s*(?:m(?:Global|Cur)Configuration=|mHasPermanentDpad=|mCurrentFocus=|InsetsSourceProvider$)/;

function splitBlocks(lines: readonly string[]): readonly WindowBlock[] {
  const hasHeaders = lines.some((line) => HEADER.test(line));
  const blocks: WindowBlock[] = [];
  // An excerpt may begin in the middle of a window.
  let current: WindowBlock | undefined = { name: undefined, number: null, lines: [] };
  blocks.push(current);
  for (const line of lines) {
    const [, number, header] = HEADER.exec(line) ?? [];
    if (header !== undefined || (!hasHeaders && isImplicitStart(line))) {
      const name = header === undefined ? undefined : parseWindowName(header);
      current = { name, number: integerOf(number), lines: [] };
      blocks.push(current);
    } else if (END.test(line)) {
      current = undefined;
    }
    current?.lines.push(line);
  }
  return blocks.filter((block) => block.name || block.lines.some((line) => WINDOW_FIELD.test(line)));
}

function isImplicitStart(line: string): boolean {
  return capturedAfter(line, "mSession=", /(.)/) !== undefined && /\bmDisplayId=\d+ /.test(line);
}

const WINDOW_FIELD = /^\s*(?:mViewVisibility=|mFrame=|Frames: |mAttrs=|mFullConfiguration=|Cur insets: )/;

/**
 * The blocks from the top down to the first whose number is repeated later, or is out of order. The window manager
 * prints a window's title more than once, so a header that a title imitates appears twice, and comes before the real
 * header with the same number.
 */
function certainBlocks(blocks: readonly WindowBlock[]): readonly WindowBlock[] {
  const numbers = blocks.flatMap(({ number }) => number ?? []);
  const [first = 0, second = 1] = numbers;
  const step = second < first ? -1 : 1;
  let nextBest = Number.POSITIVE_INFINITY;
  let certain = blocks.length;
  for (let at = blocks.length - 1; at >= 0; at -= 1) {
    const number = blocks[at]?.number ?? null;
    if (number === null) continue;
    if (number * step >= nextBest) certain = at;
    nextBest = Math.min(nextBest, number * step);
  }
  return blocks.slice(0, certain);
}

/**
 * Reads one window. A field that appears twice with different values is unknown: an app may have written one of them.
 */
function readWindow({ name, lines }: WindowBlock): WindowEntry {
  const get = (pattern: RegExp) => agreedMatch(lines, pattern);
  const behind = (mark: string, pattern: RegExp) => agreedValue(lines, (line) => capturedAfter(line, mark, pattern));
  const rect = (pattern: RegExp) => rectFrom(agreed(lines, pattern) ?? [], 1) ?? null;
  return {
    title: name?.title ?? behind("WindowStateAnimator{", ANIMATOR) ?? null,
    hash: name?.hash ?? null,
    userId: name?.userId ?? null,
    displayId: integerOf(get(/\bmDisplayId=(\d+)/)),
    package: behind("mOwnerUid=", / package=([\w.]+)/) ?? name?.ownerPackage ?? null,
    owner: ownerOf(lines),
    layoutType: layoutType(behind("mAttrs=", / ty=(\w+)/)),
    frame: rect(FRAMES) ?? rect(OLD_FRAME),
    givenContentInsets: rect(GIVEN_INSETS),
    requestedWidth: integerOf(get(/\bRequested w=(-?\d+)/)),
    requestedHeight: integerOf(get(/\bRequested w=-?\d+ h=(-?\d+)/)),
    attributeHeight: integerOf(get(/\bmAttrs=(?:WM\.LayoutParams)?\{\(-?\d+,-?\d+\)\(\w+?x(\d+)\)/)),
    provides: readProvides(lines),
    stableInsets: rect(STABLE_INSETS),
    visible: isVisible(lines),
    ...flagsOf(lines),
    hasSurface: booleanOf(get(/\bmHasSurface=(true|false)/)),
    displayBounds: displayBounds(lines),
    appBounds: usable([rectIn(configurationOf(lines), APP_BOUNDS)]),
    displayFrame: usable([rect(DISPLAY_FRAME), rect(OVERSCAN_FRAME)]),
  };
}

const ANIMATOR = /^WindowStateAnimator\{[0-9a-f]+ (.*)\}:$/s;
const FRAMES = new RegExp(`^\\s*Frames: .* frame=${SHORT_RECT}`);
const OLD_FRAME = new RegExp(`^\\s*mFrame=${SHORT_RECT}`);
const GIVEN_INSETS = new RegExp(`\\bmGivenContentInsets=${SHORT_RECT}`);
const STABLE_INSETS = new RegExp(`^\\s*Cur insets:.* stable=${SHORT_RECT}`);
const DISPLAY_FRAME = new RegExp(`\\bdisplay=${SHORT_RECT}`);
const OVERSCAN_FRAME = new RegExp(`^\\s*display=\\S+ overscan=${SHORT_RECT}`);

/** The value that all lines with a value have; undefined if they differ. */
function agreedValue(lines: readonly string[], read: (line: string) => string | undefined): string | undefined {
  const values = new Set(lines.flatMap((line) => read(line) ?? []));
  return values.size === 1 ? [...values][0] : undefined;
}

const OWNER = /\b(?:mActivityRecord|mAppToken|mToken)=/;

/** The activity of the window. Android 7 to 9 name it in several fields. */
function ownerOf(lines: readonly string[]): ComponentName | null {
  const owners = lines.flatMap((line) => (OWNER.test(line) ? (parseActivityRecord(line) ?? []) : []));
  const [owner] = owners;
  return owner && owners.every(({ component }) => component === owner.component) ? owner : null;
}

/** Up to Android 8.0 the type is a number; these are the types that Fovea needs (WindowManager.LayoutParams). */
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

/**
 * FLAG_NOT_FOCUSABLE (0x8) and FLAG_SECURE (0x2000), as names or (up to Android 8.0, and later on Samsung) as a number.
 */
function flagsOf(lines: readonly string[]): { readonly focusable: boolean | null; readonly secure: boolean | null } {
  const bits =
    agreedValue(lines, (line) => capturedAfter(line, "mAttrs=", / fl=#([0-9a-f]+)/)) ??
    agreedMatch(lines, /^\s+fl=#?([0-9a-f]+)\b/);
  if (bits !== undefined) {
    const value = Number.parseInt(bits, 16);
    return { focusable: (value & 0x8) === 0, secure: (value & 0x2000) !== 0 };
  }
  const names = agreedMatch(lines, /^\s+fl=([A-Z_]{2}[A-Z_ ]*)/);
  if (names === undefined) return { focusable: null, secure: null };
  return { focusable: !/\bNOT_FOCUSABLE\b/.test(names), secure: /\bSECURE\b/.test(names) };
}

const VISIBILITIES = [/^\s*isVisible=(true|false)/, /\bisReadyForDisplay\(\)=(true|false)/] as const;

/** Whether the user sees the window: its view is VISIBLE (0x0), and every report of the window manager agrees. */
function isVisible(lines: readonly string[]): boolean | null {
  const view = agreedMatch(lines, /\bmViewVisibility=(0x[0-9a-f]+)/);
  if (view !== undefined && view !== "0x0") return false;
  const reported = VISIBILITIES.filter((pattern) => lines.some((line) => pattern.test(line)));
  if (reported.length === 0) return null;
  const words = reported.map((pattern) => agreedMatch(lines, pattern));
  return words.includes(undefined) ? null : words.every((word) => word === "true");
}

const MAX_BOUNDS = new RegExp(`mMaxBounds=${LONG_RECT}`);
const BOUNDS = new RegExp(`mBounds=${LONG_RECT}`);
const APP_BOUNDS = new RegExp(`mAppBounds=${LONG_RECT}`);

function displayBounds(lines: readonly string[]): Rect | null {
  const configuration = configurationOf(lines);
  // Up to Android 9, which prints no rotation here, the bounds may be of another rotation.
  const fullScreen = configuration.indexOf("mWindowingMode=fullscreen ");
  const isFullScreen = fullScreen >= 0 && configuration.includes("mRotation=", fullScreen);
  return usable([rectIn(configuration, MAX_BOUNDS), isFullScreen ? rectIn(configuration, BOUNDS) : null]);
}

/** The configuration of the window; empty if there is none. */
function configurationOf(lines: readonly string[]): string {
  return agreedValue(lines, windowConfiguration) ?? "";
}

function windowConfiguration(line: string): string | undefined {
  const at = line.indexOf("mFullConfiguration={");
  const inner = line.lastIndexOf("winConfig={");
  return at < 0 || inner < at ? undefined : line.slice(inner + "winConfig={".length);
}

function rectIn(text: string, pattern: RegExp): Rect | null {
  return rectFrom(pattern.exec(text) ?? [], 1) ?? null;
}

function usable(rects: readonly (Rect | null)[]): Rect | null {
  return rects.find((rect) => rect !== null && !isEmpty(rect) && !hasSentinel(rect)) ?? null;
}

/** The topmost visible window of an app that can take the focus: the window in front, as far as the z-order shows. */
export function topAppWindow(windows: readonly WindowEntry[], displayId: number): WindowEntry | undefined {
  const inFront = windows.filter((window) => (window.displayId ?? 0) === displayId && window.visible !== false);
  return inFront.find(
    (window) => APP_LAYOUT_TYPES.has(window.layoutType ?? "") && window.focusable !== false && window.visible === true,
  );
}

const APP_LAYOUT_TYPES = new Set(["BASE_APPLICATION", "APPLICATION", "DRAWN_APPLICATION", "APPLICATION_STARTING"]);
