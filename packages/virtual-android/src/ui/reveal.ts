import type { FieldModel } from "./field.js";
import type { Placed } from "./layout.js";

/**
 * Scrolls a text field into the visible part of the scrolling view around it, as Android does when the keyboard
 * appears.
 */
export function revealField(root: Placed, field: FieldModel, now: number): boolean {
  const chain = chainTo(root, field);
  const target = chain.at(-1);
  const scroller = chain.findLast((placed) => placed.view.scroll?.axis === "vertical");
  if (!target || !scroller?.view.scroll) return false;
  const below = target.rect.bottom - scroller.visible.bottom;
  const above = scroller.visible.top - target.rect.top;
  if (below <= 0 && above <= 0) return false;
  scroller.view.scroll.scrollBy(above > 0 ? -above : below, now);
  return true;
}

/** The views from the root to the view of the field; empty if there is none. */
function chainTo(placed: Placed, field: FieldModel): readonly Placed[] {
  if (placed.view.field === field) return [placed];
  for (const child of placed.children) {
    const rest = chainTo(child, field);
    if (rest.length > 0) return [placed, ...rest];
  }
  return [];
}
