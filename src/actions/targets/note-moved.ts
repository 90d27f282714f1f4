import { center } from "../../base/geometry.js";
import type { UiElement } from "../../screen/element.js";
import type { Session } from "../../session/session.js";

/** Has the answer of an action say that an element was followed from where the caller was shown it; once, as it is now. */
export function noteMoved(session: Session, element: UiElement): void {
  const shown = session.lastTold?.elements.find(({ ref }) => ref === element.ref);
  const from = center((shown ?? element).bounds);
  const to = center(element.bounds);
  const isMoved = from.x !== to.x || from.y !== to.y;
  const words = `! ${element.ref} had moved since it was shown: ${from.x},${from.y} -> ${to.x},${to.y}`;
  session.noteTaken(isMoved ? words : null, `moved ${element.ref}`);
}
