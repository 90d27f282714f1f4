import { isSameElement, type UiElement } from "../../screen/element.js";
import type { Observation } from "../../screen/observation.js";
import { parentPlaces } from "../../screen/parent-places.js";
import { turnedBy } from "../../screen/turned-by.js";
import type { ActCall } from "../../session/session-watcher.js";
import type { Gap } from "../staleness/gap.js";

/** A tap that was done, and the screens before and after it. */
export interface DoneTap {
  readonly call: ActCall;
  /** The refs of its targets. */
  readonly targetNames: readonly string[];
  readonly before: Observation | null;
  readonly after: Observation | null;
}

/**
 * Finds a checkbox or switch that a tap did not toggle, although the tap was on it or on its row and the same window is
 * in front. It may have changed by itself right before, so that the tap changed it back. Null if there is no evidence
 * for that. A selected radio button stays selected, so this proves nothing.
 */
export function untoggled({ call, targetNames, before, after }: DoneTap): Gap | null {
  if (call.tool !== "tap" || "count" in call.args || "hold_ms" in call.args || !before || !after) return null;
  const old = toggleFor(targetNames[0], before);
  if (!old || !isToggle(old) || before.activeWindow?.windowId !== after.activeWindow?.windowId) return null;
  const now = after.elements.find((element) => isSameElement(element, old));
  if (now?.checked !== old.checked) return null;
  return { kind: "changed", why: `it is ${old.checked ? "on" : "off"}, as before the tap` };
}

/** The element, or the only toggle that a tap on it turns. */
function toggleFor(target: string | undefined, { elements }: Observation): UiElement | undefined {
  const place = elements.findIndex(({ ref }) => ref === target);
  const [only, other] = turnedBy(place, { elements, parents: parentPlaces(elements) });
  return only && !other ? only : elements[place];
}

function isToggle({ checked, role }: UiElement): boolean {
  return typeof checked === "boolean" && !(role === "radio" && checked);
}
