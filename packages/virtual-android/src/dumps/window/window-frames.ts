import { intersect, type Rect } from "../../../../../src/base/geometry.js";
import type { WindowState } from "../../phone-state.js";
import { cutoutText } from "../cutout.js";
import type { DisplayView } from "../display-views.js";
import { boundsOf, contentFrame, insetsBetween, nonDecorFrame, stableFrame } from "../frames.js";
import { EMPTY_RECT, type Lines, shortRect } from "../text.js";

/** The frames of a window: eight lines with all insets up to Android 9, one line from 13 on. */
export function frameLines(api: number, view: DisplayView, window: WindowState): Lines {
  const frame = shortRect(window.frame);
  const parent = shortRect(parentFrame(view, window));
  const display = shortRect(window.kind === "wallpaper" ? wallpaperLimits(api) : parentFrame(view, window));
  const own = `mFrame=${frame} last=${frame}`;
  const surface = " surface=[0,0][0,0]";
  if (api >= 33) {
    return [`Frames: parent=${parent} display=${display} frame=${frame} last=${frame} insetsChanged=false`, surface];
  }
  if (api >= 31) return [`Frames: containing=${parent} parent=${parent} display=${display}`, own, surface];
  const areas = areaLines(api, view, window, { parent, display });
  if (api >= 29)
    return [
      ...areas,
      own,
      ` cutout=${cutoutText(api, view)} last=${cutoutText(api, view)}`,
      ...insets(api, view, window),
      surface,
    ];
  return [own, ...areas, ...insets(api, view, window)];
}

/** Bars have their own frame as parent frame, all other windows the display. */
function parentFrame(view: DisplayView, window: WindowState): Rect {
  return window.kind === "navigationBar" || window.kind === "inputMethod" ? window.frame : boundsOf(view.display.size);
}

/** A wallpaper may be larger than the display: only these special values limit its frame. */
function wallpaperLimits(api: number): Rect {
  const limit = api >= 32 ? 100_000 : 10_000;
  return { left: -limit, top: -limit, right: limit, bottom: limit };
}

function areaLines(
  api: number,
  view: DisplayView,
  window: WindowState,
  { parent, display }: { readonly parent: string; readonly display: string },
): Lines {
  const content = shortRect(insideOf(view, window, contentFrame(view)));
  const overscan = shortRect(
    isBar(window) ? insideOf(view, window, nonDecorFrame(api, view)) : boundsOf(view.display.size),
  );
  const decor = shortRect(isBar(window) || window.kind === "inputMethod" ? EMPTY_RECT : boundsOf(view.display.size));
  const containing = `Frames: containing=${parent} parent=${parent}`;
  const visible = `    content=${content} visible=${content}`;
  if (api === 30) return [containing, `    display=${display}`, visible, `    decor=${decor}`];
  const outset = api >= 28 && window.kind === "navigationBar" ? UNSET_OUTSET : "[0,0][0,0]";
  return [
    containing,
    `    display=${display} overscan=${overscan}`,
    visible,
    `    decor=${decor}`,
    `    outset=${outset}`,
  ];
}

/** Rect(Integer.MIN_VALUE … MAX_VALUE): the value of an outset frame that was never computed. */
const UNSET_OUTSET = "[-2147483648,-2147483648][2147483647,2147483647]";

function isBar(window: WindowState): boolean {
  return window.kind === "statusBar" || window.kind === "navigationBar";
}

function insideOf(view: DisplayView, window: WindowState, area: Rect): Rect {
  if (isBar(window) || window.kind === "dialog") return window.frame;
  if (window.kind === "wallpaper") return boundsOf(view.display.size);
  return intersect(window.frame, area);
}

function insets(api: number, view: DisplayView, window: WindowState): Lines {
  const none = shortRect(EMPTY_RECT);
  const isApp = window.kind === "application";
  const content = isApp ? shortRect(insetsBetween(window.frame, contentFrame(view))) : none;
  const stable = isApp ? shortRect(insetsBetween(window.frame, stableFrame(api, view))) : none;
  const fields = `content=${content} visible=${content} stable=${stable}`;
  if (api === 30) return [`Cur insets: ${fields}    Lst insets: ${fields}`];
  const all = `overscan=${none} ${fields}`;
  if (api === 29) return [`Cur insets: ${all} outsets=${none}    Lst insets: ${all} outset=${none}`];
  const now = api === 28 ? ` cutout=${cutoutText(api, view)}` : "";
  const last = api === 28 ? " cutout=com.android.server.wm.utils.WmDisplayCutout@3c1" : "";
  return [
    `Cur insets: ${all} surface=${none} outsets=${none}${now}`,
    `Lst insets: ${all} physical=${none} outset=${none}${last}`,
  ];
}
