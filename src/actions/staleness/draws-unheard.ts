import { isEmpty } from "../../base/geometry.js";
import type { Observation } from "../../screen/observation.js";

/** Roles whose content changes without events and without frames of the app. */
const OWN_SURFACE: ReadonlySet<string> = new Set(["canvas", "web"]);

/** Widgets of Android and its libraries draw in the app's frames, as all views do; other toolkits may not. */
const BY_FRAMES = /^(?:android\.(?:widget|view|support|app)|androidx|com\.google\.android\.material)\./;

/**
 * Whether something on the screen may change without an event and without a frame that Android counts: an element with
 * a surface of its own (SurfaceView, TextureView, web pages), or a leaf node whose class does not show who draws it, as
 * in Flutter and game engines.
 */
export function drawsWithoutEvents({
  elements,
  viewHierarchy,
}: Pick<Observation, "elements" | "viewHierarchy">): boolean {
  if (elements.some(({ role }) => OWN_SURFACE.has(role))) return true;
  const nodes = viewHierarchy?.nodes ?? [];
  const parents = new Set(nodes.map(({ parent }) => parent));
  return nodes.some(({ className, bounds, visibleToUser }, place) => {
    const isSeen = bounds !== null && !isEmpty(bounds) && visibleToUser !== false;
    if (!isSeen || parents.has(place)) return false;
    return className === null || className === "android.view.View" || !BY_FRAMES.test(className);
  });
}
