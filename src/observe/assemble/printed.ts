import type { ElementDraft, UiElement } from "../../screen/element.js";
import { likenessOf } from "../../screen/fingerprint.js";
import type { ViewHierarchy } from "../../screen/hierarchy.js";
import { parentPlaces } from "../../screen/parent-places.js";
import type { IdentifiedScreen } from "../../screen/seen-screen.js";
import { fingerprintsOf, type Surroundings } from "./fingerprints.js";

/** The drafts with their fingerprints; unchanged without a screenshot. */
export function printedDrafts(
  drafts: readonly ElementDraft[],
  hierarchy: ViewHierarchy,
  picture: Surroundings | null,
): readonly ElementDraft[] {
  if (!picture) return drafts;
  const prints = fingerprintsOf({ elements: drafts, parents: drafts.map(({ parent }) => parent), hierarchy }, picture);
  return drafts.map((draft, place) => withPrint(draft, prints[place] ?? null));
}

/**
 * The elements of the last observation for the very same hierarchy, with fingerprints from this screenshot and never
 * from an older one. Null if the pixels of an element changed: an app may change what it draws without an event, and
 * then the hierarchy does not prove which elements are the same.
 */
export function printedAgain(
  { elements, viewHierarchy: hierarchy }: IdentifiedScreen,
  picture: Surroundings | null,
): readonly UiElement[] | null {
  const prints = picture ? fingerprintsOf({ elements, parents: parentPlaces(elements), hierarchy }, picture) : [];
  const isOther = ({ fingerprint: old }: UiElement, place: number) => {
    const now = prints[place] ?? null;
    return old !== null && now !== null && likenessOf(old, now) === "other";
  };
  if (elements.some(isOther)) return null;
  const isUnchanged = elements.every(({ fingerprint }, place) => fingerprint === (prints[place] ?? null));
  if (isUnchanged) return elements;
  return Object.freeze(elements.map((element, place) => withPrint(element, prints[place] ?? null)));
}

function withPrint<Element extends ElementDraft | UiElement>(element: Element, fingerprint: string | null): Element {
  if (element.fingerprint === fingerprint) return element;
  const printed = { ...element, fingerprint };
  Object.freeze(printed);
  return printed;
}
