import { isEmpty } from "../../base/geometry.js";
import type { Observation } from "../../screen/observation.js";

/** Roles whose contents neither events nor the app's own frames report. */
const OWN_SURFACE: ReadonlySet<string> = new Set(["canvas", "web"]);

/** Widgets of Android and of its libraries draw by the app's frames, as all views do; other toolkits may not. */
const BY_FRAMES = /^(?:android\.(?:widget|view|support|app)|androidx|com\.google\.android\.material)\./;

/**
 * Whether something on the screen may change its looks without an event and without a frame that Android counts: what
 * has a surface of its own (SurfaceView, TextureView, web pages), and leaves of a class that says nothing of who draws
 * them, as Flutter's and game engines' are.
 */
export function drawsUnheard({ elements, viewHierarchy }: Pick<Observation, "elements" | "viewHierarchy">): boolean {
  if (elements.some(({ role }) => OWN_SURFACE.has(role))) return true;
  const nodes = viewHierarchy?.nodes ?? [];
  const parents = new Set(nodes.map(({ parent }) => parent));
  return nodes.some(({ className, bounds, visibleToUser }, place) => {
    const isSeen = bounds !== null && !isEmpty(bounds) && visibleToUser !== false;
    if (!isSeen || parents.has(place)) return false;
    return className === null || className === "android.view.View" || !BY_FRAMES.test(className);
  });
}
