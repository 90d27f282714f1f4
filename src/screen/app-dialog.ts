import { area, type Rect } from "../base/geometry.js";
import type { Observation } from "./observation.js";

/** What of an observation says whether a dialog is in front. */
export type DialogFacts = Pick<Observation, "activeWindow" | "viewHierarchy" | "screenSize">;

/** A window that leaves more of the screen free than this may be a dialog. */
const LARGEST = 0.9;
/**
 * Parts of the dialogs of the framework and of the support libraries (alert_dialog_material.xml,
 * abc_alert_dialog_material.xml, design_bottom_sheet_dialog.xml).
 */
const DIALOG_ID = /:id\/(?:alertTitle|parentPanel|buttonPanel|design_bottom_sheet)$/;

/**
 * Whether an app's own dialog is in front, in an app's window: one that shows the screen on both sides of it, or that
 * has the parts of an AlertDialog. Parts of split screens reach an edge, and are none. Dialogs that an app
 * draws into a window of the size of the screen are not known.
 */
export function isAppDialog({ activeWindow, viewHierarchy, screenSize }: DialogFacts): boolean {
  if (activeWindow?.type !== "application" || !viewHierarchy) return false;
  const { windows, nodes } = viewHierarchy;
  const withTrees = windows.filter(({ root, type }) => root !== null && (type === null || type === "application"));
  const front = withTrees.filter(({ active }) => active === true);
  const place = windows.findIndex((window) => window === (front[0] ?? (withTrees.length === 1 ? withTrees[0] : null)));
  const root = windows[place]?.root ?? null;
  const bounds = root === null ? null : (nodes[root]?.bounds ?? null);
  if (!bounds || !screenSize) return false;
  return hasMargins(bounds, screenSize) || nodes.some((one) => one.window === place && isPart(one.resourceId));
}

function isPart(resourceId: string | null): boolean {
  return DIALOG_ID.test(resourceId ?? "");
}

function hasMargins(bounds: Rect, { width, height }: { readonly width: number; readonly height: number }): boolean {
  const isBetween = bounds.left > 0 && bounds.right < width && bounds.bottom <= height;
  return isBetween && area(bounds) < width * height * LARGEST;
}
