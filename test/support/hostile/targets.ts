import type { UiElement } from "../../../src/screen/element.js";
import type { Observation } from "../../../src/screen/observation.js";
import { storedSelectorsOf } from "../../../src/screen/stored-selector.js";
import { below } from "./changes.js";
import type { ShopState, Thing, ThingKind } from "./shop.js";

/** How a target is named. */
export const WAYS = ["ref", "selector", "phrase", "stored"] as const;
export type Way = (typeof WAYS)[number];

/** A thing as it was observed, and the target that names it. */
export interface Wanted {
  readonly thing: Thing;
  /** The words of its item. */
  readonly title: string | null;
  /** Whether another item has the same words. */
  readonly hasTwin: boolean;
  readonly way: Way;
  /** The target, in the grammar of targets. */
  readonly text: string;
}

interface Seen {
  readonly element: UiElement;
  readonly thing: Thing;
  readonly title: string | null;
}

/** A random thing of the shop, named in one of the ways. Throws if nothing was observed. */
export function anyTarget(observation: Observation, state: ShopState, random: () => number): Wanted {
  const seen = thingsSeen(observation, state);
  const { element, thing, title } = seen[below(random, seen.length)] ?? fail();
  const hasTwin = state.items.filter((item) => item.title === title).length > 1;
  const preference = WAYS[below(random, WAYS.length)] ?? "ref";
  // Only a ref can distinguish twins.
  const way = hasTwin || (preference === "phrase" && thing.kind === "star") ? "ref" : preference;
  return { thing, title, hasTwin, way, text: textFor(way, { element, thing, title }, observation) };
}

function fail(): never {
  throw new Error("nothing of the shop was seen");
}

/** The elements of the page with their true things: the items are in order, from top to bottom. */
function thingsSeen({ elements }: Observation, { items }: ShopState): readonly Seen[] {
  const isOf = (kind: ThingKind) => (one: UiElement) =>
    kind === "row" ? one.role === "row" : one.resourceId?.endsWith(`/${ID_OF[kind]}`) === true;
  const ofItems = (["row", "buy", "delete", "star"] as const).flatMap((kind) =>
    elements
      .filter(isOf(kind))
      .toSorted((one, other) => one.bounds.top - other.bounds.top)
      .flatMap((element, at): readonly Seen[] => {
        const item = items[at];
        return item ? [{ element, thing: { kind, item: item.id }, title: item.title }] : [];
      }),
  );
  const once = (["field", "checkout", "pay"] as const).flatMap((kind) =>
    elements.filter(isOf(kind)).map((element): Seen => ({ element, thing: { kind, item: null }, title: null })),
  );
  // Repeated, so that they are chosen as often as parts of items.
  return [...ofItems, ...[1, 2, 3, 4].flatMap(() => once)];
}

const ID_OF: Readonly<Record<ThingKind, string>> = {
  row: "",
  buy: "buy",
  delete: "delete",
  star: "star",
  field: "search",
  checkout: "checkout",
  pay: "pay",
};

function textFor(way: Way, { element, thing, title }: Seen, observation: Observation): string {
  switch (way) {
    case "ref":
      return element.ref;
    case "stored": {
      const stored = storedSelectorsOf(observation)[observation.elements.indexOf(element)];
      return JSON.stringify(stored ?? fail());
    }
    case "phrase":
      return `? ${PHRASE_OF[thing.kind]}${title !== null && thing.kind !== "row" ? " on row" : ""} ${title ?? ""}`.trim();
    case "selector":
      return `${SELECTOR_OF[thing.kind]}${title !== null ? `${thing.kind === "row" ? "" : " in row"} "${title}"` : ""}`;
  }
}

const PHRASE_OF: Readonly<Record<ThingKind, string>> = {
  row: "row",
  buy: "buy",
  delete: "delete",
  star: "star",
  field: "search field",
  checkout: "checkout",
  pay: "pay",
};

const SELECTOR_OF: Readonly<Record<ThingKind, string>> = {
  row: "row",
  buy: 'button "Buy"',
  delete: 'button "Delete"',
  star: "id/star",
  field: "id/search",
  checkout: 'button "Checkout"',
  pay: '"Pay"',
};
