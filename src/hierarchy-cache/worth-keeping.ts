import { intersect, isEmpty } from "../base/geometry.js";
import { isBlackWithin } from "../screen/frame.js";
import type { ViewHierarchy } from "../screen/hierarchy.js";
import { type BarsOf, betweenBars } from "./bars.js";
import type { Pixels } from "./pixels.js";

/**
 * Why a tree is not to be kept for a picture; null if it may be. Where the window is black, the picture says
 * nothing: a secure window or a protected video looks so, whatever it shows (SurfaceFlinger, from Android 12 on within
 * the picture). A web or Flutter view that is empty yet fills its tree some frames later, and the pixels stay as they
 * are.
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

/** Their nodes are made on the first question (flutter #158348; Chromium turns its tree on for the first client). */
const CANVAS = /(?:^|\.)(?:WebView|FlutterView)$/;

function hasEmptyCanvas({ nodes }: ViewHierarchy): boolean {
  const parents = new Set(nodes.map(({ parent }) => parent));
  return nodes.some(({ className }, place) => CANVAS.test(className ?? "") && !parents.has(place));
}
