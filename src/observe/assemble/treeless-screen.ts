import { rectOf, type Size } from "../../base/geometry.js";
import type { ActiveWindow } from "../../screen/facts.js";
import type { ViewHierarchy } from "../../screen/hierarchy.js";

/**
 * The window in front as a hierarchy without nodes. Elements that only detectors found are attached to it when no
 * source gave a hierarchy.
 */
export function treelessScreen(window: ActiveWindow | null, { width, height }: Size): ViewHierarchy {
  const front = {
    windowId: null,
    title: window?.title ?? null,
    type: null,
    layer: null,
    active: null,
    focused: window?.basis === "focus" ? true : null,
    displayId: null,
    bounds: rectOf(0, 0, width, height),
    touchable: null,
    tree: null,
    root: null,
  };
  const packages = window?.package ? [window.package] : [];
  return { rotation: null, epoch: null, windows: [front], nodes: [], nodeCount: 0, depth: 0, packages };
}
