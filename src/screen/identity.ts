import { inOneGo, type Steps } from "../base/steps.js";
import { cutTwins } from "./cut-twins.js";
import { type ElementDraft, FIRST_SEEN, type UiElement } from "./element.js";
import { likenessOf } from "./fingerprint.js";
import type { ViewHierarchy } from "./hierarchy.js";
import { insideKnown } from "./inside-known.js";
import { pairsByContext } from "./known-by-context.js";
import { pairsByWords } from "./known-by-words.js";
import { pairsWithName } from "./known-with-name.js";
import { type Naming, namingsOf } from "./naming.js";
import { missingKeys, returnedPlaces } from "./returned.js";
import { type SamePlace, samePlacesInSteps } from "./same-places.js";
import { sameWindows } from "./same-windows.js";
import { type IdentifiedScreen, type KnownElement, SeenScreen, type SeenWindow } from "./seen-screen.js";
import { switchTwins } from "./switch-twins.js";
import { type Elements, TraitsReader } from "./traits.js";
import type { WindowPart } from "./unmoved.js";
import { withPictures } from "./visual-words.js";

/** The earlier observations of a window of the new screen, which is given by its place; the latest first. */
export type Remembered = (window: number) => readonly SeenWindow[];

/**
 * Gives every draft a ref: the ref that the same element had when its window was observed last, or earlier, if it still
 * has the same meaning; else a new one from `nextRef`. `previous` has to be an observation of the same screen: two
 * dialogs of one app are similar, and only the ids of their windows show whether one replaced the other. The
 * observations from `remembered` have to show the same window, too.
 * An element is identified by an id that is unique in its window, wherever it is and whatever its words. Any other
 * element is identified among the parts of the same container: by its kind, words and neighbours (see `alignPage` and
 * `alignList`), and without words by its image (`withPictures`). An element that was gone in between has to be
 * certainly back (`returnedPlaces`). In doubt the ref is new: a ref must never come to mean a different element. If the
 * same element has another meaning now, its earlier ref is in `was` (see `namingsOf`).
 */
export function assignRefs(...asked: Parameters<typeof refSteps>): readonly UiElement[] {
  return inOneGo(refSteps(...asked));
}

/**
 * {@link assignRefs} in steps. No step takes much longer than reading the tree once: in one piece, thousands of
 * elements would block the event loop. The refs are given in the last step.
 */
export function* refSteps(
  drafts: readonly ElementDraft[],
  viewHierarchy: ViewHierarchy,
  previous: IdentifiedScreen | null,
  nextRef: () => string,
  remembered: Remembered = () => [],
): Steps<readonly UiElement[]> {
  const { screen, known } = yield* knownElements({ drafts, hierarchy: viewHierarchy }, previous, remembered);
  const namings = yield* namingsOf(screen, known);
  yield;
  const refs: string[] = [];
  const elements = drafts.map((draft, place) => {
    const name = nameOf(namings[place] ?? UNKNOWN, known.get(place)?.element, nextRef);
    refs.push(name.ref);
    const parent = draft.parent === null ? null : (refs[draft.parent] ?? null);
    return elementOf(draft, name, parent);
  });
  return Object.freeze(elements);
}

const UNKNOWN: Naming = Object.freeze({ ...FIRST_SEEN, isSame: false });

type Name = Pick<UiElement, "ref" | "was" | "context" | "counting">;

/** The most earlier refs that an element keeps. */
const MOST_EARLIER = 16;

function nameOf({ isSame, context, counting }: Naming, old: UiElement | undefined, nextRef: () => string): Name {
  if (!old) return { ref: nextRef(), was: FIRST_SEEN.was, context, counting };
  if (isSame) return { ref: old.ref, was: old.was, context, counting };
  return { ref: nextRef(), was: Object.freeze([...old.was, old.ref].slice(-MOST_EARLIER)), context, counting };
}

/** Each property is written out: a spread of this many properties makes V8 build each element as a slow dictionary. */
function elementOf(draft: ElementDraft, { ref, was, context, counting }: Name, parent: string | null): UiElement {
  return Object.freeze({
    ref,
    was,
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
    context,
    counting,
    systemBar: draft.systemBar,
    sources: draft.sources,
    confidence: draft.confidence,
    ...(draft.vision && { vision: draft.vision }),
  });
}

interface Now {
  readonly drafts: readonly ElementDraft[];
  readonly hierarchy: ViewHierarchy;
}

/** The elements that were seen before, by the places of the same elements now. */
function* knownElements(now: Now, previous: IdentifiedScreen | null, remembered: Remembered) {
  const screen = { elements: now.drafts, parents: now.drafts.map(({ parent }) => parent), hierarchy: now.hierarchy };
  const keeping: Keeping = { now, partOf: partReader(screen), kept: new Map(), known: new Map() };
  const latest = previous ? latestLooks(seenBefore(previous, now, remembered), now) : new Map<number, SeenWindow>();
  for (const [place, look] of latest) yield* keepFrom(look, place, keeping);
  for (const place of unsettledWindows(keeping)) {
    const looks = remembered(place).filter(({ seen }) => seen.elements !== previous?.elements);
    const [first, ...older] = [latest.get(place) ?? [], looks].flat();
    if (first && !latest.has(place)) yield* keepFrom(first, place, keeping);
    if (first) yield* bringBack(older, first, place, keeping);
  }
  return { screen, known: keeping.known };
}

interface Keeping {
  readonly now: Now;
  readonly partOf: (window: number) => WindowPart;
  /** Refs by the present places of the elements; entries are added. */
  readonly kept: Map<number, string>;
  /** The earlier elements with these refs, by the same places; entries are added. */
  readonly known: Map<number, KnownElement>;
}

function keep({ kept, known }: Pick<Keeping, "kept" | "known">, at: number, seen: SeenScreen, ref: string): void {
  const element = seen.elements[seen.refs.get(ref) ?? -1];
  if (!element) return;
  kept.set(at, ref);
  known.set(at, { element, seen });
}

/** The windows of the new screen, with their traits, which are read on first use. */
function partReader(screen: Elements): Keeping["partOf"] {
  let traits: TraitsReader | null = null;
  return (window) => {
    traits ??= new TraitsReader(screen);
    return { screen, traits, window };
  };
}

/** The previous screen; the remembered object if it is the same screen, since it has results cached. */
function seenBefore(previous: IdentifiedScreen, { hierarchy }: Now, remembered: Remembered): SeenScreen {
  for (const window of hierarchy.windows.keys()) {
    const last = remembered(window)[0]?.seen;
    if (last?.elements === previous.elements && last.viewHierarchy === previous.viewHierarchy) return last;
  }
  return new SeenScreen(previous);
}

/**
 * A phone shows about a dozen windows. To find what is known of a window takes a pass over the whole screen: in a
 * made-up dump with thousands of windows, only the first ones are identified.
 */
const MOST_KNOWN_WINDOWS = 64;

/** The latest observation of each window, by the places of the windows. */
function latestLooks(seen: SeenScreen, { hierarchy }: Now): ReadonlyMap<number, SeenWindow> {
  const same = sameWindows(seen.viewHierarchy, hierarchy).filter(([, place]) => place < MOST_KNOWN_WINDOWS);
  return new Map(same.map(([window, place]) => [place, { seen, window, gone: [] }]));
}

function unsettledWindows({ now: { drafts }, kept }: Keeping): ReadonlySet<number> {
  if (kept.size === drafts.length) return new Set();
  return new Set(
    drafts.flatMap(({ window }, place) => (kept.has(place) || window >= MOST_KNOWN_WINDOWS ? [] : [window])),
  );
}

/** Keeps the refs from the last observation of a window. */
function* keepFrom(look: SeenWindow, place: number, keeping: Keeping): Steps<void> {
  if (keepAll(look, place, keeping)) return;
  const { partOf } = keeping;
  const { seen, window } = look;
  const old = { screen: seen.screen, traits: seen.traits, window };
  const sides = withPictures(old, partOf(place));
  const same = yield* samePlacesInSteps(...sides);
  yield;
  const lost = new Set([...cutTwins(...sides, same), ...switchTwins(...sides, same)]);
  const isSure = ([from]: SamePlace) => !lost.has(from);
  const pairs = same.filter(isSure);
  pairs.push(...pairsByContext(look, partOf(place), pairs).filter(isSure));
  yield;
  pairs.push(...pairsByWords(...sides, pairs).filter(isSure));
  yield;
  pairs.push(...pairsWithName(...sides, pairs).filter(isSure));
  for (const [from, to] of insideKnown(pairs, ...sides)) {
    const ref = seen.elements[from]?.ref;
    if (ref !== undefined) keep(keeping, to, seen, ref);
  }
  yield;
}

/** Gives their refs back to elements that were gone at the last observation of the window. */
function* bringBack(older: readonly SeenWindow[], last: SeenWindow, place: number, keeping: Keeping): Steps<void> {
  const { partOf, kept } = keeping;
  const newer = [last];
  const used = new Set(kept.values());
  if (older.length === 0) return;
  const missing = missingKeys(partOf(place), kept);
  for (const look of older) {
    for (const [at, ref] of returnedPlaces(look, partOf(place), { kept, used, newer, missing })) {
      keep(keeping, at, look.seen, ref);
      used.add(ref);
    }
    newer.push(look);
    yield;
  }
}

/**
 * A window whose source reports the same tree as before has the same elements, unless an app redrew one of them without
 * notice. False if the tree or an element differs.
 */
function keepAll({ seen, window }: SeenWindow, place: number, keeping: Keeping): boolean {
  const { now } = keeping;
  const tree = seen.viewHierarchy.windows[window]?.tree ?? null;
  if (tree === null || seen.viewHierarchy.epoch !== now.hierarchy.epoch) return false;
  if (now.hierarchy.windows[place]?.tree !== tree) return false;
  const olds = seen.elements.filter((element) => element.window === window);
  const places = now.drafts.flatMap((draft, at) => (draft.window === place ? [at] : []));
  // Which labels are added to which control depends on the screen's size, too; elements that only pixels show are in no
  // tree.
  const areInTree = places.every((at, index) => now.drafts[at]?.node !== null && olds[index]?.node !== null);
  if (olds.length !== places.length || !areInTree) return false;
  if (places.some((at, index) => showOthers(olds[index], now.drafts[at]))) return false;
  for (const [index, at] of places.entries()) keep(keeping, at, seen, olds[index]?.ref ?? "");
  return true;
}

function showOthers(old: UiElement | undefined, now: ElementDraft | undefined): boolean {
  const [before, after] = [old?.fingerprint ?? null, now?.fingerprint ?? null];
  return before !== null && after !== null && likenessOf(before, after) === "other";
}
