import { intersect, isEmpty, type Rect, rectOf, type Size, width } from "../../../base/geometry.js";
import { lookUp } from "../../../base/word-table.js";
import type { Insets, InsetsKind, SystemInsets } from "../../../screen/facts.js";
import { findRect, hasSentinel, LONG_RECT, rectFrom, SHORT_RECT, sizeAtOrigin } from "../rects.js";
import { agreed } from "../text.js";

type Side = "left" | "top" | "right" | "bottom";

export interface InsetsSource {
  readonly kind: InsetsKind;
  readonly frame: Rect;
  readonly visible: boolean;
  readonly side: Side | null;
}

/** The insets state of one display (Android 10+). */
export interface InsetsState {
  readonly sources: readonly InsetsSource[];
  /** The end of the list was read: a kind that is not in the list has no source. */
  readonly isComplete: boolean;
  /** The lines are an excerpt, or were logged by an app: the rest of the state is missing. */
  readonly isExcerpt: boolean;
  /**
   * Apps get their insets from this state: since Android 11. On Android 10 they still get them from the layout
   * rectangles.
   */
  readonly isForApps: boolean;
  readonly displaySize: Size | undefined;
  readonly cutout: Rect | undefined;
}

// Anchored: copies of the sources come after `mSource=` and `mControl=`, and may differ.
const SOURCE = new RegExp(
  `^\\s*InsetsSource (?:id=[0-9a-f]+ )?type=(\\w+) frame=${SHORT_RECT}(?: visibleFrame=\\[\\S+)? visible=(true|false)\\b(?:.* sideHint=(\\w+))?`,
);
// InsetsSource.toString, as apps log it: `InsetsSource: {mType=X, mFrame=…, mVisible=…` or `{id mType=X mFrame=…`.
const LOGGED_SOURCE = new RegExp(
  `^(?:[0-9a-f]+ )?mType=(\\w+),? mFrame=${SHORT_RECT},?(?: mVisibleFrame=\\[[^ ]+)? mVisible=(true|false)`,
);
// The names of Android 10; since 11 they are ITYPE_STATUS_BAR and so on, since 14 statusBars.
const TEN = /^\s*InsetsSource type=TYPE_/;
const CUTOUT = new RegExp(`\\bmDisplayCutout=(?:WmDisplayCutout\\{)?DisplayCutout\\{insets=${LONG_RECT}`);

/** Reads the InsetsState among the lines; undefined if there is none, or more than one. */
export function parseInsetsState(lines: readonly string[]): InsetsState | undefined {
  const headers = lines.flatMap((line, at) => (/^\s*InsetsState$/.test(line) ? [at] : []));
  // A display has one state: if an app imitates a second one, neither is certain.
  if (headers.length > 1) return undefined;
  const [start = -1] = headers;
  const hasHeader = start >= 0;
  const body = hasHeader ? lines.slice(start + 1) : lines;
  const { sources, isComplete } = readSources(body, hasHeader);
  const logged = sources.length === 0 ? body.flatMap(readLoggedSources) : [];
  const cutout = rectFrom(agreed(lines, CUTOUT) ?? [], 1);
  const displaySize = sizeOf(body);
  if (sources.length + logged.length === 0 && !cutout && !displaySize && !isComplete) return undefined;
  const isForApps = !body.some((line) => TEN.test(line));
  return { sources: [...sources, ...logged], isComplete, isExcerpt: !hasHeader, isForApps, displaySize, cutout };
}

/** Whether the state alone gives the insets that apps get: Android 11 and later. */
export function isAuthority(state: InsetsState | undefined): boolean {
  return state?.isForApps === true && state.sources.length > 0;
}

function readSources(lines: readonly string[], hasHeader: boolean) {
  const sources: InsetsSource[] = [];
  let isComplete = false;
  for (const line of lines) {
    const found = SOURCE.exec(line);
    if (found)
      sources.push(...sourceFrom(found)); // one at most
    else if (hasHeader && endsSources(line, sources.length > 0)) {
      // A line without indentation is not from the same dump.
      isComplete = /^\s+\S/.test(line);
      break;
    }
  }
  return { sources, isComplete };
}

/** "Control map:" comes after the sources (InsetsStateController.dump); a television has no sources. */
function endsSources(line: string, areSourcesSeen: boolean): boolean {
  return areSourcesSeen ? !/^\s*InsetsSource /.test(line) : /^\s*Control map:$/.test(line);
}

function readLoggedSources(line: string): readonly InsetsSource[] {
  const [, ...parts] = line.split("InsetsSource: {");
  return parts.flatMap((part) => {
    const found = LOGGED_SOURCE.exec(part);
    const [rest = ""] = found ? part.slice(found[0].length).split(/[{}]/, 1) : [];
    return found ? sourceFrom([...found, / mSideHint=(\w+)/.exec(rest)?.[1]]) : [];
  });
}

function sourceFrom(found: readonly (string | undefined)[]): readonly InsetsSource[] {
  const kind = insetsKindOf(found[1] ?? "");
  const frame = rectFrom(found, 2);
  if (!kind || !frame) return [];
  return [{ kind, frame, visible: found[6] === "true", side: sideHint(found[7]) }];
}

function sizeOf(lines: readonly string[]): Size | undefined {
  const line = lines.find((text) => /\bmDisplayFrame=Rect\(/.test(text));
  return line === undefined ? undefined : sizeAtOrigin(findRect(line.slice(line.indexOf("mDisplayFrame="))));
}

const KINDS: readonly (readonly [RegExp, InsetsKind])[] = [
  [/^(?:statusBars|I?TYPE_STATUS_BAR|TYPE_TOP_BAR|ITYPE_CLIMATE_BAR)$/, "statusBars"],
  [/^(?:navigationBars|I?TYPE_(?:EXTRA_)?NAVIGATION_BAR|TYPE_SIDE_BAR_\d)$/, "navigationBars"],
  // Android 10 has no name for the keyboard's type, which has number 10 there.
  [/^(?:ime|I?TYPE_IME|TYPE_UNKNOWN_10)$/, "ime"],
  [/^(?:systemGestures|I?TYPE_(?:LEFT|RIGHT)_GESTURES)$/, "systemGestures"],
  [/^(?:mandatorySystemGestures|I?TYPE_(?:TOP|BOTTOM)_(?:MANDATORY_)?GESTURES)$/, "mandatorySystemGestures"],
  [/^(?:tappableElement|I?TYPE_\w+_TAPPABLE_ELEMENT)$/, "tappableElement"],
  [/^(?:displayCutout|I?TYPE_\w+_DISPLAY_CUTOUT)$/, "displayCutout"],
  [/^(?:captionBar|I?TYPE_CAPTION_BAR)$/, "captionBar"],
];

/** The kind with this name on any release; undefined for an unknown name. */
export function insetsKindOf(type: string): InsetsKind | undefined {
  return KINDS.find(([pattern]) => pattern.test(type))?.[1];
}

const SIDES: Readonly<Record<string, Side>> = { LEFT: "left", TOP: "top", RIGHT: "right", BOTTOM: "bottom" };

function sideHint(word: string | undefined): Side | null {
  return (word === undefined ? undefined : lookUp(SIDES, word)) ?? null;
}

export const NO_INSETS: Insets = { visible: false, left: 0, top: 0, right: 0, bottom: 0, frame: null };

/**
 * The insets of one kind on a display of this size, from all of its sources: the largest thickness per edge; visible if
 * any source is visible. Empty frames and unset (sentinel) edges are ignored. Null if the state does not show the kind.
 */
export function insetsOfKind(state: InsetsState, kind: InsetsKind, display: Size | null): Insets | null {
  const sources = state.sources.filter((source) => source.kind === kind);
  if (kind === "displayCutout" && state.cutout) return cutoutInsets(state.cutout, sources, display);
  if (sources.length === 0) return state.isComplete ? NO_INSETS : null;
  if (!state.isComplete && !state.isExcerpt && SEVERAL_SOURCES.has(kind)) return null;
  const placed = sources.flatMap((source) => place(source, display));
  if (placed.length === 0) return NO_INSETS;
  const thickness = (side: Side) =>
    placed.reduce((most, one) => (one.side === side ? Math.max(most, one.thickness) : most), 0);
  return {
    visible: placed.some((one) => one.visible),
    left: thickness("left"),
    top: thickness("top"),
    right: thickness("right"),
    bottom: thickness("bottom"),
    frame: placed.length === 1 ? (placed[0]?.frame ?? null) : null,
  };
}

/** Kinds with one source per edge: a single source shows nothing about the other edges. */
const SEVERAL_SOURCES: ReadonlySet<InsetsKind> = new Set([
  "displayCutout",
  "systemGestures",
  "mandatorySystemGestures",
  "tappableElement",
]);

function cutoutInsets(cutout: Rect, sources: readonly InsetsSource[], display: Size | null): Insets {
  const { left, top, right, bottom } = cutout;
  const frames = sources.flatMap((source) => place(source, display)).map((one) => one.frame);
  const visible = left + top + right + bottom > 0;
  return { visible, left, top, right, bottom, frame: visible && frames.length === 1 ? (frames[0] ?? null) : null };
}

function place(source: InsetsSource, display: Size | null) {
  if (!display && hasSentinel(source.frame)) return [];
  const frame = display ? intersect(source.frame, rectOf(0, 0, display.width, display.height)) : source.frame;
  if (isEmpty(frame)) return [];
  // A keyboard that covers the whole screen, as in landscape, still comes from the bottom edge.
  const side = source.side ?? (source.kind === "ime" ? "bottom" : touchedSide(frame));
  const isHorizontal = side === "top" || side === "bottom";
  const thickness = isHorizontal ? frame.bottom - frame.top : width(frame);
  return [{ side, thickness, frame, visible: source.visible }];
}

/** The edge of the display along which the bar's long side lies. */
function touchedSide(frame: Rect): Side {
  const isHorizontal = width(frame) >= frame.bottom - frame.top;
  if (isHorizontal) return frame.top <= 0 ? "top" : "bottom";
  return frame.left <= 0 ? "left" : "right";
}

/** The thickness of the visible bars at each edge; null if it is unknown whether a bar is shown. */
export function edgesOf(insets: Pick<SystemInsets, "statusBars" | "navigationBars">): SystemInsets["edges"] {
  const { statusBars, navigationBars } = insets;
  if (!statusBars || !navigationBars) return null;
  if (statusBars.visible === null || navigationBars.visible === null) return null;
  const parts = [statusBars, navigationBars].filter((part) => part.visible === true);
  const most = (side: Side) => Math.max(0, ...parts.map((part) => part[side]));
  return { left: most("left"), top: most("top"), right: most("right"), bottom: most("bottom") };
}
