import { center } from "../../base/geometry.js";
import type { UiElement } from "../element.js";
import { nameElement } from "../outline.js";
import { isOnOneLine } from "./belongs.js";
import type { QueryScreen } from "./query-screen.js";

/**
 * One note for each of several elements that match equally well, on how it differs from the others: by its container,
 * by the text beside it, or by its position on the screen. The number of the element, counted in the order of the
 * screen, is always given. Only the first `most` elements get notes: each is compared with the whole screen.
 */
export function distinguish(all: readonly UiElement[], screen: QueryScreen, most: number): readonly string[] {
  const elements = all.slice(0, most);
  const notes = [containerOf, neighbourOf, placeOf].map((note) => elements.map((one) => note(one, screen)));
  const distinct = notes.find((all) => new Set(all).size === all.length) ?? notes.find((all) => new Set(all).size > 1);
  return elements.map((_, place) => {
    const words = distinct?.[place] ?? "";
    return `${words === "" ? "" : `${words}, `}number ${place + 1} of ${all.length}`;
  });
}

/** The nearest container of the element that has a label. */
function containerOf(element: UiElement, { elements }: QueryScreen): string {
  let around = elements.find((one) => one.ref === element.parent);
  while (around && around.labels.length === 0) {
    const { parent } = around;
    around = elements.find((one) => one.ref === parent);
  }
  return around ? `in ${nameElement(around)}` : "";
}

/** The nearest text on the same line. */
function neighbourOf(element: UiElement, { elements }: QueryScreen): string {
  const distance = ({ bounds }: UiElement) =>
    Math.max(bounds.left - element.bounds.right, element.bounds.left - bounds.right, 0);
  const beside = elements.filter(
    (one) =>
      one.role === "text" &&
      one !== element &&
      one.window === element.window &&
      isOnOneLine(one.bounds, element.bounds),
  );
  const nearest = beside.toSorted((a, b) => distance(a) - distance(b))[0];
  return nearest ? `beside ${nameElement(nearest)}` : "";
}

function placeOf({ bounds }: UiElement, { elements, screenSize }: QueryScreen): string {
  const width = screenSize?.width ?? Math.max(1, ...elements.map((one) => one.bounds.right));
  const height = screenSize?.height ?? Math.max(1, ...elements.map((one) => one.bounds.bottom));
  const { x, y } = center(bounds);
  const third = (share: number) => Math.min(2, Math.max(0, Math.floor(share * 3)));
  const [down, across] = [
    ["top", "middle", "bottom"][third(y / height)],
    ["left", "center", "right"][third(x / width)],
  ];
  return `at the ${down} ${across}`;
}
