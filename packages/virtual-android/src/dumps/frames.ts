import { isEmpty, type Rect, rectOf, type Size } from "../../../../src/base/geometry.js";
import type { InsetsKind, InsetsSourceState } from "../phone-state.js";
import type { DisplayView } from "./display-views.js";

export type Edge = "left" | "top" | "right" | "bottom";

export function boundsOf(size: Size): Rect {
  return rectOf(0, 0, size.width, size.height);
}

export function sourceOf(view: DisplayView, kind: InsetsKind): InsetsSourceState | null {
  return view.insets.find((source) => source.kind === kind) ?? null;
}

/** The edge along which a bar lies; null for an empty frame or for one that touches no edge. */
export function edgeOf(frame: Rect, size: Size): Edge | null {
  if (isEmpty(frame)) return null;
  const isWide = frame.left <= 0 && frame.right >= size.width;
  const isHigh = frame.top <= 0 && frame.bottom >= size.height;
  if (isWide && frame.top <= 0 && frame.bottom < size.height) return "top";
  if (isWide && frame.bottom >= size.height) return "bottom";
  if (isHigh && frame.left <= 0) return "left";
  if (isHigh && frame.right >= size.width) return "right";
  if (frame.top <= 0) return "top";
  return frame.bottom >= size.height ? "bottom" : null;
}

/** `rect` without the part that `frame` covers along an edge of the display. */
export function without(rect: Rect, frame: Rect, size: Size): Rect {
  switch (edgeOf(frame, size)) {
    case "top":
      return { ...rect, top: Math.max(rect.top, frame.bottom) };
    case "bottom":
      return { ...rect, bottom: Math.min(rect.bottom, frame.top) };
    case "left":
      return { ...rect, left: Math.max(rect.left, frame.right) };
    case "right":
      return { ...rect, right: Math.min(rect.right, frame.left) };
    default:
      return rect;
  }
}

/** The frame that a bar takes from windows. For `mStable`, a bar that an app hides by flags also counts. */
function barFrame(view: DisplayView, kind: InsetsKind): Rect {
  return sourceOf(view, kind)?.frame ?? rectOf(0, 0, 0, 0);
}

/** Display minus navigation bar and cutout: WindowManagerPolicy's non-decor area, `mAppBounds`. */
export function nonDecorFrame(api: number, view: DisplayView): Rect {
  const size = view.display.size;
  const full = without(boundsOf(size), barFrame(view, "navigationBars"), size);
  const cutout = view.display.cutout?.insets;
  if (api < 28 || !cutout) return full;
  return rectOf(
    Math.max(full.left, cutout.left),
    Math.max(full.top, cutout.top),
    Math.min(full.right, size.width - cutout.right),
    Math.min(full.bottom, size.height - cutout.bottom),
  );
}

/** Display minus all system bars: `mStable` of Android 7 to 10. */
export function stableFrame(api: number, view: DisplayView): Rect {
  return without(nonDecorFrame(api, view), barFrame(view, "statusBars"), view.display.size);
}

/**
 * Display minus the bars that show now: `mDock` of Android 7 to 10, where the input method is placed. The input
 * method itself does not make it smaller (DisplayPolicy.offsetInputMethodWindowLw touches mContent and mCurrent only).
 */
export function dockFrame(view: DisplayView): Rect {
  const size = view.display.size;
  const visible = view.insets.filter(
    ({ kind, visible }) => visible && (kind === "statusBars" || kind === "navigationBars"),
  );
  return visible.reduce((rect, source) => without(rect, source.frame, size), boundsOf(size));
}

/** {@link dockFrame} minus the visible input method: `mCurrent` (`mCur`), `mContent` and `mVoiceContent`. */
export function contentFrame(view: DisplayView): Rect {
  const dock = dockFrame(view);
  const ime = view.ime?.isVisible ? view.ime.frame : null;
  return ime ? without(dock, ime, view.display.size) : dock;
}

/** The insets between a frame and an area inside it, as `[l,t][r,b]` lines print them. */
export function insetsBetween(frame: Rect, inside: Rect): Rect {
  return rectOf(
    Math.max(0, inside.left - frame.left),
    Math.max(0, inside.top - frame.top),
    Math.max(0, frame.right - inside.right),
    Math.max(0, frame.bottom - inside.bottom),
  );
}
