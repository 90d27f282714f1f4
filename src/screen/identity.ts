import type { ElementDraft, UiElement } from "./element.js";
import type { ViewHierarchy } from "./hierarchy.js";
import { sameElements } from "./same-elements.js";
import { sameWindows, type WindowPair } from "./same-windows.js";
import { type Traits, TraitsReader } from "./traits.js";
import { unmovedPlaces, type WindowPart } from "./unmoved.js";

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
    fingerprint: draft.fingerprint,
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
  const { elements, viewHierarchy } = previous;
  const before = { elements, parents: parentPlaces(elements), hierarchy: viewHierarchy };
  const now = { elements: drafts, parents: drafts.map(({ parent }) => parent), hierarchy };
  const [oldTraits, newTraits] = [new TraitsReader(before), new TraitsReader(now)];
  for (const [oldWindow, newWindow] of changed) {
    const old = { screen: before, traits: oldTraits, window: oldWindow };
    for (const [from, to] of keptPlaces(old, { screen: now, traits: newTraits, window: newWindow })) {
      const ref = elements[from]?.ref;
      if (ref !== undefined) kept.set(to, ref);
    }
  }
  return kept;
}

/** Places of the elements of a window that are the same, before and now. */
function keptPlaces(before: WindowPart, now: WindowPart): readonly (readonly [number, number])[] {
  const unmoved = unmovedPlaces(before, now);
  if (unmoved) return unmoved.map((place) => [place, place]);
  const pairs = sameElements(allTraits(before), allTraits(now));
  return pairs.map(([old, element]) => [old.place, element.place]);
}

function allTraits({ screen: { elements }, traits, window }: WindowPart): readonly Traits[] {
  return elements.flatMap((element, place) => (element.window === window ? [traits.of(place)] : []));
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
