import { area, height, isEmpty, type Rect, type Size, width } from "../base/geometry.js";
import { type ElementDraft, isTouchTarget } from "../screen/element.js";
import type { ViewHierarchy } from "../screen/hierarchy.js";
import { opaqueHosts } from "./opaque-hosts.js";

/** A node that does not report its contents and takes at least this share of its window is the main content. */
const LARGE_HOST = 0.4;
/** A smaller node of this kind counts if the rest of the screen has few targets. */
const SMALL_HOST = 0.15;
const FEW_TARGETS = 5;
/** If at least this many targets, and at least this share of all targets, have no words, an agent has to guess. */
const NAMELESS = 4;
const NAMELESS_SHARE = 0.6;

/**
 * The reason in words why the hierarchy lacks too much of what the pixels show for an agent to act on; null if it has
 * enough. Takes one pass over the nodes and needs no pixels.
 */
export function poorTree(elements: readonly ElementDraft[], hierarchy: ViewHierarchy, screenSize: Size): string | null {
  const isShown = (element: ElementDraft) => !element.systemBar && isOnScreen(element.bounds, screenSize);
  const shown = elements.filter(isShown);
  if (hierarchy.nodes.length === 0 || shown.length === 0) return "the hierarchy lists nothing on the screen";
  const bars = new Set(elements.filter(({ systemBar }) => systemBar).map(({ window }) => window));
  const screenArea = Math.max(1, screenSize.width * screenSize.height);
  const hosts = opaqueHosts(hierarchy).filter(
    ({ window, bounds }) => !bars.has(window) && area(bounds) >= screenArea * SMALL_HOST,
  );
  const host = hosts.sort((a, b) => b.share - a.share)[0];
  const targets = shown.filter(isTouchTarget);
  if (host && (host.share >= LARGE_HOST || targets.length < FEW_TARGETS)) {
    return `${host.name} without content fills ${Math.round(host.share * 100)} % of its window`;
  }
  if (targets.length === 0 && !shown.some(({ actions }) => actions.length > 0))
    return "it names nothing that can be touched";
  const named = new Set(shown.filter(({ labels }) => labels.length > 0).map(({ parent }) => parent));
  const isNameless = (element: ElementDraft, place: number) =>
    isShown(element) && isTouchTarget(element) && saysNothing(element) && !named.has(place);
  const nameless = elements.filter(isNameless);
  if (nameless.length >= NAMELESS && nameless.length >= targets.length * NAMELESS_SHARE) {
    return `${nameless.length} of ${targets.length} things to touch have no words`;
  }
  return null;
}

function isOnScreen(bounds: Rect, { width: wide, height: high }: Size): boolean {
  const isThin = width(bounds) < 3 || height(bounds) < 3;
  return (
    !isEmpty(bounds) && !isThin && bounds.left < wide && bounds.top < high && bounds.right > 0 && bounds.bottom > 0
  );
}

/** Whether it has no label, no value, and no id that could be read as a label. */
function saysNothing({ labels, value, resourceId }: ElementDraft): boolean {
  return labels.length === 0 && value === null && !resourceId;
}
