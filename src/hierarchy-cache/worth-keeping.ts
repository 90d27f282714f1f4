import { intersect, isEmpty } from "../base/geometry.js";
import { isBlackWithin } from "../screen/frame.js";
import type { ViewHierarchy } from "../screen/hierarchy.js";
import { type BarsOf, betweenBars } from "./bars.js";
import type { Pixels } from "./pixels.js";

/**
 * Why a hierarchy must not be kept for a screenshot; null if it may be. A black window proves nothing: a secure window
 * or a protected video is black with any content (SurfaceFlinger; since Android 12 only that part of the screenshot is
 * black). An empty web or Flutter view gets its nodes some frames later, while the pixels stay the same.
 */
export function whyNotWorthKeeping(hierarchy: ViewHierarchy, frame: Pixels, bars: BarsOf): string | null {
  const roots = hierarchy.windows.flatMap(({ root }) => (root === null ? [] : (hierarchy.nodes[root]?.bounds ?? [])));
  if (roots.length === 0) return "the tree has no window";
  const inner = betweenBars(bars, frame);
  const shown = roots.map((root) => intersect(root, inner)).filter((part) => !isEmpty(part));
  if (shown.length === 0 || shown.some((part) => isBlackWithin(frame, part)))
    return "the window is black in the picture";
  if (hasEmptyCanvas(hierarchy)) return "a web or Flutter view has no hierarchy yet";
  return null;
}

/**
 * Views whose nodes are created at the first request (flutter #158348; Chromium turns its tree on for the first
 * client).
 */
const CANVAS = /(?:^|\.)(?:WebView|FlutterView)$/;

function hasEmptyCanvas({ nodes }: ViewHierarchy): boolean {
  const parents = new Set(nodes.map(({ parent }) => parent));
  return nodes.some(({ className }, place) => CANVAS.test(className ?? "") && !parents.has(place));
}
