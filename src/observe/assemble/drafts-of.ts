import type { Rect, Size } from "../../base/geometry.js";
import type { ElementDraft } from "../../screen/element.js";
import { elementsOf } from "../../screen/elements.js";
import type { ViewHierarchy } from "../../screen/hierarchy.js";
import { fuse } from "../../vision/fuse.js";
import type { Look } from "../look.js";
import type { WindowLook } from "../probes/window.js";

/** The elements of a look: those of the tree, with what detectors saw where they looked. */
export function draftsOf(look: Look, hierarchy: ViewHierarchy, window: WindowLook | null): readonly ElementDraft[] {
  const elements = hierarchyDrafts(look, hierarchy, window);
  const seen = look.vision?.value ?? null;
  const screenSize = window?.screenSize ?? null;
  if (!seen || !screenSize) return elements;
  const { detections, frame } = seen;
  const isTreeless = look.hierarchy?.value?.source === "vision";
  const tree = isTreeless ? null : hierarchy;
  const fused = fuse({ elements, hierarchy: tree, detections, frame, screenSize }, { apart: barsOf(window) }).elements;
  const owner = isTreeless ? (window?.activeWindow?.package ?? null) : null;
  return owner === null ? fused : fused.map((element) => ({ ...element, package: owner }));
}

/** What the system draws over an app, where it is seen. */
function barsOf(window: WindowLook | null): readonly Rect[] {
  const { statusBars = null, navigationBars = null } = window?.systemInsets ?? {};
  const bars = [statusBars, navigationBars].flatMap((bar) => (bar?.visible === true && bar.frame ? [bar.frame] : []));
  return window?.ime?.visible === true && window.ime.frame ? [...bars, window.ime.frame] : bars;
}

/** As they were found while the window manager had the last word, if that did not change the screen's size. */
export function hierarchyDrafts(
  look: Look,
  hierarchy: ViewHierarchy,
  window: WindowLook | null,
): readonly ElementDraft[] {
  const size = window?.screenSize ?? null;
  const early = look.hierarchy?.value?.drafts;
  const isSameSize = early?.screenSize?.width === size?.width && early?.screenSize?.height === size?.height;
  return early && isSameSize ? early.elements : elementsFound(hierarchy, size);
}

const found = new WeakMap<ViewHierarchy, { readonly size: Size | null; readonly elements: readonly ElementDraft[] }>();

/** One look asks for them twice, and a tree that did not change is there again at the next. */
function elementsFound(hierarchy: ViewHierarchy, size: Size | null): readonly ElementDraft[] {
  const known = found.get(hierarchy);
  if (known && known.size?.width === size?.width && known.size?.height === size?.height) return known.elements;
  const elements = elementsOf(hierarchy, size);
  found.set(hierarchy, { size, elements });
  return elements;
}
