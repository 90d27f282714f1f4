import type { Rect } from "../../base/geometry.js";
import type { ElementDraft } from "../../screen/element.js";
import type { ViewHierarchy } from "../../screen/hierarchy.js";
import { fuse } from "../../vision/fuse.js";
import type { ObservationParts } from "../observation-parts.js";
import type { WindowData } from "../probes/window.js";

/** The elements of an observation: those of its hierarchy, fused with the detections if detectors ran. */
export function draftsOf(look: ObservationParts, hierarchy: ViewHierarchy): readonly ElementDraft[] {
  const { hierarchyElements: elements } = look;
  const window = look.merged?.facts ?? null;
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

/** The visible system bars and the keyboard, which the system draws over an app. */
function barsOf(window: WindowData | null): readonly Rect[] {
  const { statusBars = null, navigationBars = null } = window?.systemInsets ?? {};
  const bars = [statusBars, navigationBars].flatMap((bar) => (bar?.visible === true && bar.frame ? [bar.frame] : []));
  return window?.ime?.visible === true && window.ime.frame ? [...bars, window.ime.frame] : bars;
}
