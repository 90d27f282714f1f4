import { height, type Rect, type Size, width } from "../base/geometry.js";
import type { ViewHierarchy } from "./hierarchy.js";

const SYSTEM_UI = "com.android.systemui";

/**
 * The windows of the status bar, the navigation bar and gesture strips: windows of System UI that are strips along an
 * edge of the screen, beside at least one other window. The shade and the lock screen belong to System UI, too, but
 * they fill the screen, so they are content.
 */
export function systemBarWindows(hierarchy: ViewHierarchy, screenSize: Size | null): ReadonlySet<number> {
  const roots = hierarchy.windows.map((window) => (window.root === null ? undefined : hierarchy.nodes[window.root]));
  const screen = screenSize ?? extent(roots.flatMap((root) => root?.bounds ?? []));
  const bars = roots.flatMap((root, place) => {
    if (!root?.bounds || root.package !== SYSTEM_UI) return [];
    return isStrip(root.bounds, screen) ? [place] : [];
  });
  const others = roots.filter((root, place) => root && !bars.includes(place));
  return new Set(others.length > 0 ? bars : []);
}

function extent(rects: readonly Rect[]): Size {
  return {
    width: Math.max(0, ...rects.map((rect) => rect.right)),
    height: Math.max(0, ...rects.map((rect) => rect.bottom)),
  };
}

function isStrip(rect: Rect, screen: Size): boolean {
  const isAlongTopOrBottom = height(rect) * 6 <= screen.height && (rect.top <= 0 || rect.bottom >= screen.height);
  const isAlongASide = width(rect) * 6 <= screen.width && (rect.left <= 0 || rect.right >= screen.width);
  return isAlongTopOrBottom || isAlongASide;
}
