import { area, type Rect, type Size } from "../base/geometry.js";
import type { UiNode } from "./hierarchy.js";
import type { Observation } from "./observation.js";

/** The parts of an observation that say whether a dialog is in front. */
export type DialogFacts = Pick<Observation, "activeWindow" | "viewHierarchy" | "screenSize">;

/** A window that leaves more of the screen free than this may be a dialog. */
const LARGEST = 0.9;
/**
 * Parts of the dialogs of the framework and of the support libraries (alert_dialog_material.xml,
 * abc_alert_dialog_material.xml, design_bottom_sheet_dialog.xml).
 */
const DIALOG_ID = /:id\/(?:alertTitle|parentPanel|buttonPanel|design_bottom_sheet)$/;

/**
 * What web pages' `role=dialog` and `alertdialog` are for accessibility (Chromium, ui/accessibility/platform/
 * ax_android_constants.cc), and what apps that draw their dialogs themselves call them.
 */
const DIALOG_CLASS = /^android\.app\.(?:Alert)?Dialog$/;

/**
 * Whether an app's own dialog is in front, in an app's window: one that shows the screen on both sides of it, that has
 * the parts of an AlertDialog, or that is drawn into a window of the size of the screen as a dialog by its class, or as
 * a pane with a title (Material 3 for Compose, AlertDialog.kt) that shows the screen on both sides. Parts of split
 * screens reach an edge, and are none. What is drawn over a window without any of these (Flutter, games) is not known.
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
