import { type Rect, rectOf, type Size } from "../../../base/geometry.js";
import type { Insets } from "../../../screen/facts.js";
import { rectFrom } from "../rects.js";
import { agreed, agreedMatch } from "../text.js";
import { NO_INSETS } from "./insets.js";

/*
 * Up to Android 10 the bars follow from the layout rectangles of PhoneWindowManager (7, 8: in `policy`) or
 * DisplayFrames (9, 10: in `displays`). Android 10 has insets sources too, but apps do not get their insets from them.
 */

/** `m<name>=` as a rectangle, in its three spellings: `(l,t)-(r,b)`, `(l,t) WxH` and `[l,t][r,b]`. */
export function layoutRect(lines: readonly string[], name: string): Rect | undefined {
  const mine = lines.filter((line) => LAYOUT_LINE.exec(line)?.[1] === name);
  const found = agreed(mine, LAYOUT_RECT);
  if (!found) return undefined;
  const corner = rectFrom(found, 9);
  if (corner) return rectOf(corner.left, corner.top, corner.left + corner.right, corner.top + corner.bottom);
  return rectFrom(found, 1) ?? rectFrom(found, 5);
}

const LAYOUT_LINE = /^\s*m(\w+)=/;
const LAYOUT_RECT =
  /=(?:\((-?\d+),(-?\d+)\)-\((-?\d+),(-?\d+)\)|\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]|\((-?\d+),(-?\d+)\) (\d+)x(\d+))$/;

export interface LegacyInsets {
  readonly statusBars: Insets;
  readonly navigationBars: Insets;
  /**
   * Null if `mDock` is missing, or if `mContent` is missing and `mDock` shows no keyboard. Zero if no keyboard takes
   * height from the content: it is hidden, floats or covers the whole screen.
   */
  readonly ime: Insets | null;
}

/**
 * Bars and keyboard from `mStable` (the display minus the bars), `mDock` (the display minus the visible bars) and
 * `mContent` (also minus the keyboard: DisplayPolicy.offsetInputMethodWindowLw); undefined without them. `policy` has
 * the bars' states up to Android 9.
 */
export function parseLegacyInsets(
  lines: readonly string[],
  policy: readonly string[],
  display: Size | null,
): LegacyInsets | undefined {
  const stable = layoutRect(lines, "Stable");
  if (!stable || !display || stable.right <= stable.left || stable.bottom <= stable.top) return undefined;
  const dock = layoutRect(lines, "Dock");
  const content = layoutRect(lines, "Content");
  return {
    statusBars: bar(
      { top: stable.top },
      rectOf(0, 0, display.width, stable.top),
      barState([...lines, ...policy], "Status"),
    ),
    navigationBars: navigationBar(stable, display, barState([...lines, ...policy], "Navigation")),
    ime: keyboard({ stable, dock, content }, display),
  };
}

function navigationBar(stable: Rect, { width, height }: Size, visible: boolean | null): Insets {
  if (stable.bottom < height) {
    return bar({ bottom: height - stable.bottom }, rectOf(0, stable.bottom, width, height), visible);
  }
  if (stable.right < width)
    return bar({ right: width - stable.right }, rectOf(stable.right, 0, width, height), visible);
  return bar({ left: stable.left }, rectOf(0, 0, stable.left, height), visible);
}

/**
 * The dock area ends at or below the stable area, which also excludes hidden bars. If it ends above, the keyboard was
 * subtracted from it.
 */
function keyboard(
  { stable, dock, content }: { stable: Rect; dock: Rect | undefined; content: Rect | undefined },
  { height }: Size,
): Insets | null {
  if (!dock) return null;
  const top = Math.min(content?.bottom ?? dock.bottom, dock.bottom);
  if (top < dock.bottom || top < stable.bottom) {
    return bar({ bottom: height - top }, rectOf(dock.left, top, dock.right, height), true);
  }
  return content ? NO_INSETS : null;
}

function bar(sides: Partial<Insets>, frame: Rect, visible: boolean | null): Insets {
  const insets = { ...NO_INSETS, ...sides };
  const isThere = insets.left + insets.top + insets.right + insets.bottom > 0;
  return isThere ? { ...insets, visible, frame } : NO_INSETS;
}

/** `BarController.StatusBar` + `mState=WINDOW_STATE_SHOWING` (7–10). */
function barState(lines: readonly string[], name: string): boolean | null {
  const headers = lines.flatMap((line, at) => (line.trim() === `BarController.${name}Bar` ? [at] : []));
  const below = headers.flatMap((at) => lines.slice(at, at + 3));
  const state = agreedMatch(below, /^\s*mState=WINDOW_STATE_(\w+)/);
  return state === undefined ? null : state === "SHOWING";
}

const INIT = /^\s*init=\d+x\d+ \d+dpi\b.* cur=(\d+)x(\d+) app=(\d+)x(\d+) /;
/** Up to this API level apps get the whole display except for the navigation bar, even if that bar is hidden. */
const LAST_API_WITHOUT_BAR_AREA = 27;

/**
 * The navigation bar from a display's own lines, if the layout rectangles of the policy are missing: up to Android 8
 * the difference between `cur=` and `app=`. If the API level is unknown, a small `l` in `layoutNeeded` shows Android 7.
 */
export function barFromAppSize(lines: readonly string[], apiLevel: number | null): Insets | null {
  const isEarly = apiLevel === null ? lines.some((line) => EARLY.test(line)) : apiLevel <= LAST_API_WITHOUT_BAR_AREA;
  const found = isEarly ? agreed(lines, INIT) : undefined;
  if (!found) return null;
  const [width = 0, height = 0, appWidth = 0, appHeight = 0] = found.slice(1).map(Number);
  if (appHeight < height && appWidth === width)
    return bar({ bottom: height - appHeight }, rectOf(0, appHeight, width, height), null);
  // The side of a vertical bar is not reported.
  return null;
}

const EARLY = /^\s*deferred=(?:true|false) layoutNeeded=/;
