import { alignList, alignPage, type Pair, type Parts } from "./align.js";
import type { ElementDraft, UiElement } from "./element.js";
import type { ViewHierarchy } from "./hierarchy.js";
import { sameWindows, type WindowPair } from "./same-windows.js";
import { type Traits, traitsOf } from "./traits.js";

/** The elements of one observation with their refs, and what they were drawn from. */
export interface IdentifiedScreen {
  readonly elements: readonly UiElement[];
  readonly viewHierarchy: ViewHierarchy;
}

/**
 * Gives every draft a ref: the one that the same element had on the previous screen, else a new one from `nextRef`.
 * `previous` has to be an observation of the same screen: two dialogs of one app look alike, and whether one was
 * replaced by the other, only their windows' ids tell.
 *
 * An element is known again by an id that is the only one of its kind in its window, wherever it is and whatever it
 * says; every other one among the parts of the same container, by what it is and says and by its neighbours (see
 * `alignPage` and `alignList`). In doubt the ref is new: it must never come to mean another element.
 */
export function assignRefs(
  drafts: readonly ElementDraft[],
  viewHierarchy: ViewHierarchy,
  previous: IdentifiedScreen | null,
  nextRef: () => string,
): readonly UiElement[] {
  const kept = previous ? keptRefs(previous, drafts, viewHierarchy) : new Map<number, string>();
  const refs: string[] = [];
  const elements = drafts.map((draft, place) => {
    refs.push(kept.get(place) ?? nextRef());
    const parent = draft.parent === null ? null : (refs[draft.parent] ?? null);
    return elementOf(draft, refs[place] ?? "", parent);
  });
  return Object.freeze(elements);
}

/** Written out, because a spread of so many properties makes V8 build each element as a dictionary. */
function elementOf(draft: ElementDraft, ref: string, parent: string | null): UiElement {
  return Object.freeze({
    ref,
    node: draft.node,
    parent,
    window: draft.window,
    role: draft.role,
    labels: draft.labels,
    value: draft.value,
    error: draft.error,
    className: draft.className,
    package: draft.package,
    resourceId: draft.resourceId,
    bounds: draft.bounds,
    actions: draft.actions,
    enabled: draft.enabled,
    checked: draft.checked,
    expanded: draft.expanded,
    selected: draft.selected,
    focused: draft.focused,
    password: draft.password,
    scrollable: draft.scrollable,
    systemBar: draft.systemBar,
    sources: draft.sources,
    confidence: draft.confidence,
  });
}

/** The refs that stay, by the places of the elements that have them now. */
function keptRefs(
  previous: IdentifiedScreen,
  drafts: readonly ElementDraft[],
  hierarchy: ViewHierarchy,
): ReadonlyMap<number, string> {
  const kept = new Map<number, string>();
  const pairs = sameWindows(previous.viewHierarchy, hierarchy);
  const changed = pairs.filter((pair) => !keepAll(pair, kept, { previous, drafts, hierarchy }));
  if (changed.length === 0) return kept;
  const olds = traitsOf(previous.elements, parentPlaces(previous.elements), previous.viewHierarchy);
  const news = traitsOf(
    drafts,
    drafts.map((draft) => draft.parent),
    hierarchy,
  );
  for (const [oldWindow, newWindow] of changed) {
    const [before, now] = [olds.filter(isIn(oldWindow)), news.filter(isIn(newWindow))];
    for (const [old, element] of sameElements(before, now)) {
      const ref = previous.elements[old.place]?.ref;
      if (ref !== undefined) kept.set(element.place, ref);
    }
  }
  return kept;
}

interface Screens {
  readonly previous: IdentifiedScreen;
  readonly drafts: readonly ElementDraft[];
  readonly hierarchy: ViewHierarchy;
}

/** A window whose source says that its tree is the very same holds the very same elements. False where it does not. */
function keepAll(
  [oldWindow, newWindow]: WindowPair,
  kept: Map<number, string>,
  { previous, drafts, hierarchy }: Screens,
): boolean {
  const { viewHierarchy: before } = previous;
  const tree = before.windows[oldWindow]?.tree ?? null;
  if (tree === null || before.epoch !== hierarchy.epoch || hierarchy.windows[newWindow]?.tree !== tree) return false;
  const olds = previous.elements.filter(({ window }) => window === oldWindow);
  const places = drafts.flatMap(({ window }, place) => (window === newWindow ? [place] : []));
  // Which labels are folded into which control depends on the screen's size, too.
  if (olds.length !== places.length) return false;
  for (const [at, place] of places.entries()) kept.set(place, olds[at]?.ref ?? "");
  return true;
}

function parentPlaces(elements: readonly UiElement[]): readonly (number | null)[] {
  const places = new Map(elements.map((element, place) => [element.ref, place]));
  return elements.map(({ parent }) => (parent === null ? null : (places.get(parent) ?? null)));
}

const isIn = (window: number) => (element: Traits) => element.window === window;

/** The elements of one window that are the same before and now: those with ids, then part by part from the outside in. */
function sameElements(before: readonly Traits[], now: readonly Traits[]): readonly Pair[] {
  const ids = idsOfOne(before, now);
  const [olds, news] = [before.map(knownBy(ids)), now.map(knownBy(ids))];
  const [oldParts, newParts] = [partsOf(olds), partsOf(news)];
  const found = pairsById(olds, news, ids);
  const done = new Set(found.map(([old]) => old));
  for (let at = -1; at < found.length; at++) {
    const [old, element] = found[at] ?? [undefined, undefined];
    for (const kind of KINDS) {
      const parts = {
        olds: oldParts.get(old?.place ?? null)?.[kind] ?? NONE,
        news: newParts.get(element?.place ?? null)?.[kind] ?? NONE,
      };
      if (parts.olds.length === 0 || parts.news.length === 0) continue;
      const same = align(kind, parts).filter((pair) => !done.has(pair[0]));
      for (const pair of same) {
        done.add(pair[0]);
        found.push(pair);
      }
    }
  }
  return found;
}

const NONE: readonly Traits[] = Object.freeze([]);

/** What of a container is aligned together: what stands in it, what a list in it holds, what lies on its page. */
const KINDS = ["fixed", "listed", "page"] as const;
type Kind = (typeof KINDS)[number];

function align(kind: Kind, parts: Parts): readonly Pair[] {
  if (kind === "listed") return alignList(parts);
  // Where a page was whole before or is so now, what is alone on the whole one is alone.
  const isWhole = (elements: readonly Traits[]) => elements.every(({ list }) => list === null);
  if (kind === "page" && isWhole(parts.olds) === isWhole(parts.news)) return [];
  return alignPage(parts);
}

/** The ids that exactly one element has, before and now. */
function idsOfOne(before: readonly Traits[], now: readonly Traits[]): ReadonlySet<string> {
  const counts = (elements: readonly Traits[]) => {
    const byId = new Map<string, number>();
    for (const { idKey } of elements) if (idKey !== null) byId.set(idKey, (byId.get(idKey) ?? 0) + 1);
    return byId;
  };
  const after = counts(now);
  return new Set([...counts(before)].flatMap(([id, count]) => (count === 1 && after.get(id) === 1 ? [id] : [])));
}

/** Where the id says which element it is, its words do not matter. */
const knownBy =
  (ids: ReadonlySet<string>) =>
  (element: Traits): Traits => {
    if (element.idKey === null || !ids.has(element.idKey)) return element;
    const { place, parent, window, idKey, list, page, bounds } = element;
    return { place, parent, window, key: `id ${idKey}`, idKey, isDistinct: true, list, page, bounds };
  };

function pairsById(olds: readonly Traits[], news: readonly Traits[], ids: ReadonlySet<string>): Pair[] {
  const byId = new Map(news.map((element) => [element.idKey, element]));
  return olds.flatMap((old) => {
    const element = old.idKey !== null && ids.has(old.idKey) ? byId.get(old.idKey) : undefined;
    return element ? [[old, element] as const] : [];
  });
}

/** The elements of each container by kind. */
function partsOf(elements: readonly Traits[]): ReadonlyMap<number | null, Readonly<Record<Kind, readonly Traits[]>>> {
  const parts = new Map<number | null, Record<Kind, Traits[]>>();
  const partsIn = (parent: number | null) => {
    const known = parts.get(parent);
    if (known) return known;
    const none: Record<Kind, Traits[]> = { fixed: [], listed: [], page: [] };
    parts.set(parent, none);
    return none;
  };
  for (const element of elements) {
    partsIn(element.parent)[element.list === null ? "fixed" : "listed"].push(element);
    if (element.page !== undefined) partsIn(element.page).page.push(element);
  }
  return parts;
}
