import { containsPoint, type Point } from "../../../../src/base/geometry.js";
import type { Placed } from "./layout.js";
import type { View } from "./view.js";

/** The views under a point, innermost first. Of overlapping siblings, the one that is drawn last is in front. */
export function viewsAt(root: Placed, point: Point): readonly Placed[] {
  if (!containsPoint(root.visible, point)) return [];
  const chains = root.children
    .toReversed()
    .map((child) => viewsAt(child, point))
    .filter((chain) => chain.length > 0);
  const inFront = chains.find((chain) => chain.some(stopsTouches)) ?? chains[0] ?? [];
  return [...inFront, root];
}

/**
 * Whether a view stops touches, because it reacts, scrolls or has an elevation. If not, the view behind it gets them.
 */
function stopsTouches({ view }: Placed): boolean {
  return takesTouches(view) || view.scroll !== undefined || view.elevation !== undefined;
}

/** Whether a view handles touches itself. */
export function takesTouches(view: View): boolean {
  return Boolean(view.onClick ?? view.onLongClick ?? view.onDoubleTap ?? view.onTouch ?? view.field ?? view.slider);
}

/** All placed views, parents first. */
export function* everyView(root: Placed): Generator<Placed> {
  yield root;
  for (const child of root.children) yield* everyView(child);
}
