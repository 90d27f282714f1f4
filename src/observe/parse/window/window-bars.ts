import { height, intersect, isEmpty, type Rect, rectOf, type Size, width } from "../../../base/geometry.js";
import type { Insets, Rotation } from "../../../screen/facts.js";
import { NO_INSETS } from "./insets.js";
import { type BarKind, type ProvidedInsets, providedAt, type Sides } from "./provided-insets.js";
import type { WindowEntry } from "./window-list.js";

export interface BarScreen {
  readonly windows: readonly WindowEntry[];
  /** The lines are an excerpt: a window counts as visible if they do not give its visibility. */
  readonly isExcerpt: boolean;
  readonly display: Size | null;
  readonly rotation: Rotation | null;
  /** The API level of the device; null if unknown. */
  readonly apiLevel: number | null;
}

/** From this API level on the apps' bounds include the area of the bars. */
const DECOUPLED_API = 35;

/**
 * A bar of the default display from the windows alone: from the insets that they provide (12L+), which may be smaller
 * than their frames; else from the bar window's frame or attributes; else (up to Android 10) from the stable insets of
 * a full-size window. Null if none of them reports the bar.
 */
export function barFromWindows(kind: BarKind, screen: BarScreen): Insets | null {
  const windows = screen.windows.filter((window) => (window.displayId ?? 0) === 0);
  const provided = windows.flatMap((window) =>
    providedAt(window.provides, screen.rotation)
      .filter((insets) => insets.kind === kind)
      .flatMap((insets) => place({ window, insets, kind }, screen) ?? []),
  );
  if (provided.length > 0) return together(provided);
  // A hidden window may still have the frames of another rotation.
  const shown = windows.filter(({ visible }) => screen.isExcerpt || visible === true);
  const bar = shown.find(({ layoutType }) => layoutType === LAYOUT_TYPES[kind]);
  const frame = bar ? barFrame(bar, kind, screen.display) : null;
  // The attributes may give the thickness while the position is unknown.
  if (bar && frame) {
    const isDecoupled = screen.apiLevel !== null && screen.apiLevel >= DECOUPLED_API;
    const insets = barInsets(kind === "navigationBars" && !isDecoupled ? withinApps(frame, bar) : frame, bar.visible);
    return { ...insets, frame: bar.frame ? insets.frame : null };
  }
  return stableBar(shown, kind);
}

const LAYOUT_TYPES = { statusBars: "STATUS_BAR", navigationBars: "NAVIGATION_BAR" } as const;

interface Provider {
  readonly window: WindowEntry;
  readonly insets: ProvidedInsets;
  readonly kind: BarKind;
}

/** The insets of one window (InsetsSourceProvider.calculateInsetsFrame); null if its frame is needed and unknown. */
function place({ window, insets: { size, inner }, kind }: Provider, { isExcerpt, display }: BarScreen): Insets | null {
  const { visible } = window;
  const isPlaced = isExcerpt ? visible !== false : visible === true;
  const shown = isPlaced ? window.frame : null;
  if (size) {
    const side = (["left", "top", "right", "bottom"] as const).find((one) => size[one] > 0);
    if (!side) return NO_INSETS;
    const frame = shown && onScreen(alongSide(shown, side, size[side]), display);
    return { ...NO_INSETS, [side]: size[side], visible, frame: frame && !isEmpty(frame) ? frame : null };
  }
  const whole = isPlaced ? barFrame(window, kind, display) : null;
  if (!whole) return null;
  const frame = inner ? onScreen(less(whole, inner), display) : whole;
  return { ...barInsets(frame, visible), frame: shown ? frame : null };
}

function alongSide({ left, top, right, bottom }: Rect, side: keyof Sides, size: number): Rect {
  if (side === "left") return rectOf(left, top, left + size, bottom);
  if (side === "top") return rectOf(left, top, right, top + size);
  return side === "right" ? rectOf(right - size, top, right, bottom) : rectOf(left, bottom - size, right, bottom);
}

function less(frame: Rect, { left, top, right, bottom }: Sides): Rect {
  return rectOf(frame.left + left, frame.top + top, frame.right - right, frame.bottom - bottom);
}

function onScreen(frame: Rect, display: Size | null): Rect {
  return display ? intersect(frame, rectOf(0, 0, display.width, display.height)) : frame;
}

/** Merges the insets of several windows: only visible ones count, and each edge has the largest thickness. */
function together(all: readonly Insets[]): Insets {
  const shown = all.filter(({ visible }) => visible === true);
  const counted = shown.length > 0 ? shown : all;
  const most = (side: keyof Sides) => counted.reduce((thickest, insets) => Math.max(thickest, insets[side]), 0);
  const frames = counted.flatMap(({ frame }) => frame ?? []);
  return {
    visible: shown.length > 0 ? true : counted.every(({ visible }) => visible === false) ? false : null,
    left: most("left"),
    top: most("top"),
    right: most("right"),
    bottom: most("bottom"),
    frame: counted.length === 1 ? (frames[0] ?? null) : null,
  };
}

/**
 * The part of the navigation bar's window that it takes from apps: with gesture navigation its window is higher. Up to
 * Android 12, which does not print that part, the app bounds in the window's configuration exclude the bar (and a
 * cutout, which may be larger). So the area outside the app bounds counts.
 */
function withinApps(frame: Rect, { displayBounds, appBounds }: WindowEntry): Rect {
  if (!displayBounds || !appBounds) return frame;
  const isHorizontal = width(frame) >= height(frame);
  const isLast = isHorizontal ? frame.top > 0 : frame.left > 0;
  if (isHorizontal && !isLast) return frame;
  const taken = isHorizontal
    ? displayBounds.bottom - appBounds.bottom
    : isLast
      ? displayBounds.right - appBounds.right
      : appBounds.left - displayBounds.left;
  const side = isHorizontal ? "bottom" : isLast ? "right" : "left";
  const thickness = isHorizontal ? height(frame) : width(frame);
  return taken > 0 && taken < thickness ? alongSide(frame, side, taken) : frame;
}

function barFrame(bar: WindowEntry, kind: BarKind, display: Size | null): Rect | null {
  const isTop = kind === "statusBars";
  const frame = bar.frame;
  // A vertical status bar (of a point-of-sale terminal) takes nothing from the apps' area.
  if (frame && isTop && width(frame) < height(frame)) return null;
  // The status bar's window fills the whole screen while the shade is open (up to Android 10).
  if (frame && (!display || height(frame) < display.height / 3 || width(frame) < display.width / 3)) {
    return bar.attributeHeight === null || !isTop ? frame : rectOf(frame.left, 0, frame.right, bar.attributeHeight);
  }
  const size = bar.attributeHeight ?? bar.requestedHeight;
  const across = display?.width ?? bar.requestedWidth;
  if (size === null || across === null || size <= 0 || across < size * 4) return null;
  // A vertical bar: without its frame it is unknown on which side it is.
  if (bar.requestedWidth !== null && bar.requestedWidth < size * 4) return null;
  if (isTop) return rectOf(0, 0, across, size);
  // Without the display's size the bar's position is unknown; then only the thickness is reported, not the frame.
  const end = display?.height ?? across;
  return rectOf(0, end - size, across, end);
}

function barInsets(frame: Rect, visible: boolean | null): Insets {
  const isHorizontal = width(frame) >= height(frame);
  const thickness = isHorizontal ? height(frame) : width(frame);
  if (thickness <= 0) return NO_INSETS;
  const side = isHorizontal ? (frame.top <= 0 ? "top" : "bottom") : frame.left <= 0 ? "left" : "right";
  return { ...NO_INSETS, [side]: thickness, visible, frame };
}

function stableBar(windows: readonly WindowEntry[], kind: BarKind): Insets | null {
  const side = kind === "statusBars" ? "top" : "bottom";
  // A window on one edge of the screen, as that of a rounded corner, reports 0 for the bar on the other edge.
  const thickness = windows.reduce((most, window) => Math.max(most, window.stableInsets?.[side] ?? 0), 0);
  return thickness > 0 ? { ...NO_INSETS, [side]: thickness, visible: null } : null;
}
