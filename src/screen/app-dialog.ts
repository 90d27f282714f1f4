import { area, type Rect, type Size } from "../base/geometry.js";
import type { UiNode } from "./hierarchy.js";
import type { Observation } from "./observation.js";

/** The parts of an observation that say whether a dialog is in front. */
export type DialogFacts = Pick<Observation, "activeWindow" | "viewHierarchy" | "screenSize">;

/** A window whose area is less than this share of the screen may be a dialog. */
const LARGEST = 0.9;
/**
 * Parts of the dialogs of the framework and of the support libraries (alert_dialog_material.xml,
 * abc_alert_dialog_material.xml, design_bottom_sheet_dialog.xml).
 */
const DIALOG_ID = /:id\/(?:alertTitle|parentPanel|buttonPanel|design_bottom_sheet)$/;

/**
 * The class that Chromium reports for `role=dialog` and `alertdialog` of web pages
 * (ui/accessibility/platform/ax_android_constants.cc), and that apps report for dialogs which they draw themselves.
 */
const DIALOG_CLASS = /^android\.app\.(?:Alert)?Dialog$/;

/**
 * Whether an app's own dialog is in front, in an app's window. It is a dialog if its window leaves the screen visible
 * on both sides, if it has the parts of an AlertDialog, or if a window of the size of the screen contains an element
 * with the class of a dialog, or a pane with a title (Material 3 for Compose, AlertDialog.kt) that leaves the screen
 * visible on both sides. Parts of split screens reach an edge of the screen, so they are not dialogs. A dialog drawn
 * without any of these (Flutter, games) is not detected.
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
  const isDialog = (one: UiNode) => isPart(one) || isPane(one, screenSize);
  return hasMargins(bounds, screenSize) || nodes.some((one) => one.window === place && isDialog(one));
}

function isPart({ resourceId, className, visibleToUser }: UiNode): boolean {
  return DIALOG_ID.test(resourceId ?? "") || (visibleToUser !== false && DIALOG_CLASS.test(className ?? ""));
}

function isPane({ details, bounds, visibleToUser }: UiNode, screen: Size): boolean {
  return details?.paneTitle !== undefined && bounds !== null && visibleToUser !== false && hasMargins(bounds, screen);
}

function hasMargins(bounds: Rect, { width, height }: Size): boolean {
  const isBetween = bounds.left > 0 && bounds.right < width && bounds.bottom <= height;
  return isBetween && area(bounds) < width * height * LARGEST;
}
