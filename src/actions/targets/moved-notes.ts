import { center } from "../../base/geometry.js";
import type { UiElement } from "../../screen/element.js";
import type { Session } from "../../session/session.js";

/** A note that an element is at another place than the caller was shown; none if it is there. */
export function movedNotes({ lastReported }: Session, element: UiElement): readonly string[] {
  const shown = lastReported?.elements.find(({ ref }) => ref === element.ref);
  const from = center((shown ?? element).bounds);
  const to = center(element.bounds);
  if (from.x === to.x && from.y === to.y) return [];
  return [`! ${element.ref} had moved since it was shown: ${from.x},${from.y} -> ${to.x},${to.y}`];
}
