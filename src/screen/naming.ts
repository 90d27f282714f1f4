import type { Rect } from "../base/geometry.js";
import { mapInSteps, type Steps } from "../base/steps.js";
import { ContextReader } from "./context.js";
import { type ElementContext, isTouchTarget, NO_CONTEXT, type UiElement } from "./element.js";
import { mayBeRenamed } from "./field-renamed.js";
import { likenessOf } from "./fingerprint.js";
import { areFollowedAlike, wasReplaced } from "./heading-replaced.js";
import type { ViewHierarchy } from "./hierarchy.js";
import { compareMeaning } from "./meaning.js";
import { asCounting, besidesHeadings, compareNear } from "./near-words.js";
import type { KnownElement, SeenScreen } from "./seen-screen.js";
import type { Elements, Looks } from "./traits.js";
import { haveTurned, turnedBy } from "./turned-by.js";
import { isUndisturbed, NOT_MOVED, pairsIn, type ScreenSince } from "./undisturbed.js";

/** The facts by which a new element gets its ref. */
export interface Naming {
  /**
   * Whether it means the same as when it was last seen, so that its ref may stay. False for an element never seen
   * before.
   */
  readonly isSame: boolean;
  readonly context: ElementContext;
  readonly counting: boolean;
}

/** How many elements are named in one step: finding the context of an element takes a search around it. */
const NAMED_PER_STEP = 50;

/**
 * For each element of a new screen, whether its meaning is unchanged. `known` has the earlier elements by present
 * place, so the identity is known already; an equal id, place or class does not excuse different words. Only figures
 * that were seen counting may change (see {@link compareMeaning}). In the context, words that went out of sight make no
 * difference, but replaced words do.
 */
export function* namingsOf(screen: Elements, known: ReadonlyMap<number, KnownElement>): Steps<readonly Naming[]> {
  const own = screen.elements.map((_, place) => ownNaming(place, screen, known.get(place)));
  yield;
  const windows = new Map<number, WindowContexts>();
  for (const window of new Set(screen.elements.map((element) => element.window))) {
    const contexts = new WindowContexts({ screen, known, own }, window);
    windows.set(window, contexts);
    yield* contexts.prepare();
  }
  const nameOf = (naming: OwnNaming, place: number): Naming => {
    const element = screen.elements[place];
    if (!element || !isTouchTarget(element) || element.node === null) return { ...naming, context: NO_CONTEXT };
    const { isSame, context } = windows.get(element.window)?.of(place) ?? { isSame: false, context: NO_CONTEXT };
    return { isSame: naming.isSame && isSame, context, counting: naming.counting };
  };
  return yield* mapInSteps(own, { perStep: NAMED_PER_STEP, of: nameOf });
}

type OwnNaming = Omit<Naming, "context">;

function ownNaming(place: number, screen: Elements, known: KnownElement | undefined): OwnNaming {
  const { elements, hierarchy } = screen;
  const element = elements[place];
  if (!known || !element) return { isSame: false, counting: false };
  const old = known.element;
  // Elements that only pixels show are identified by the pixels.
  if (element.node === null || old.node === null) return { isSame: true, counting: false };
  const nodes = known.seen.viewHierarchy.nodes;
  const change = compareMeaning(
    { element: old, node: nodes[old.node] },
    { element, node: hierarchy.nodes[element.node] },
  );
  const isField = old.actions.includes("edit") && element.actions.includes("edit");
  const isRenamed = isField && mayBeRenamed(known.seen, old, hierarchy.nodes[element.node]);
  const isOther = change === "other" || isRenamed || isOtherPicture(old, element) || turnsOther(place, screen, known);
  if (isOther) return { isSame: false, counting: false };
  return { isSame: change === "same" || old.counting, counting: old.counting || change === "figures" };
}

/** Whether a click on it turned a switch in it on before and would turn it off now, or the reverse. */
function turnsOther(place: number, screen: Elements, { element, seen }: KnownElement): boolean {
  const now = turnedBy(place, screen);
  return now.length > 0 && haveTurned(turnedBy(seen.refs.get(element.ref) ?? -1, seen.screen), now);
}

/**
 * Whether an element without words has a different image. If its state (checked, selected, focused, expanded, enabled)
 * changed, the difference does not count, since the state changes the image.
 */
function isOtherPicture(old: Looks, now: Looks): boolean {
  if (old.fingerprint === null || now.fingerprint === null || likenessOf(old.fingerprint, now.fingerprint) !== "other")
    return false;
  const stateOf = ({ checked, selected, focused, expanded, enabled }: Looks) =>
    [checked, selected, focused, expanded, enabled].join();
  return stateOf(old) === stateOf(now);
}

/** The contexts of one window's controls, before and now. */
class WindowContexts {
  readonly #side: ScreenSince;
  readonly #window: number;
  readonly #reader: ContextReader;
  #isUndisturbed: boolean | null = null;
  #isOtherPage: boolean | null = null;
  #stayed: ReadonlySet<string> | null = null;
  #before: { readonly seen: SeenScreen; readonly reader: ContextReader } | null = null;

  constructor(side: ScreenSince, window: number) {
    this.#side = side;
    this.#window = window;
    this.#reader = new ContextReader(side.screen, window, (place) => side.own[place]?.counting === true);
  }

  /** Computes what every context needs of the whole window. An undisturbed window needs nothing. */
  *prepare(): Steps<void> {
    if (this.#side.known.size === 0 || !this.#undisturbed()) yield* this.#reader.columns.find();
  }

  of(place: number): { readonly isSame: boolean; readonly context: ElementContext } {
    const old = this.#side.known.get(place)?.element;
    if (!old) return { isSame: false, context: this.#reader.of(place) };
    if (this.#undisturbed()) return { isSame: true, context: old.context };
    const now = this.#reader.of(place);
    const near = this.#hasLeftPage(place, old) ? null : this.#nearSince(place, old.context.near, now.near);
    const heading = this.#headingSince(place, now.heading);
    const section = this.#sectionSince(place, now.section);
    const dialog = this.#dialogSince(old.context.dialog, now.dialog);
    const isAway = this.#changedRow(place, old, now);
    if (isAway || !near || !heading || !section || !dialog || this.#otherPage()) {
      return { isSame: false, context: { ...now, near: now.near.map((words) => asCounting(words, old.context.near)) } };
    }
    return { isSame: true, context: { near, section: section.words, heading: heading.words, dialog } };
  }

  /**
   * Whether no element with words was added or changed, and all of them kept their positions relative to each other.
   */
  #undisturbed(): boolean {
    this.#isUndisturbed ??= isUndisturbed(this.#side, this.#window);
    return this.#isUndisturbed;
  }

  /**
   * Whether it went into or out of a row: it is at a different place across and down, and is beside a name now where it
   * stood alone, or no longer beside a name that is still shown. A text that appears beside a control, or disappears,
   * does not move the control like this. In a window whose size changed, the layout is new, and this proves nothing.
   */
  #changedRow(place: number, old: UiElement, now: ElementContext): boolean {
    const [known, bounds] = [this.#side.known.get(place), this.#side.screen.elements[place]?.bounds];
    if (!known || !bounds || bounds.left === old.bounds.left || bounds.right === old.bounds.right) return false;
    if (bounds.top === old.bounds.top) return false;
    if (this.#sizeBefore(place) !== sizeOf(this.#side.screen.hierarchy, this.#window)) return false;
    const reader = this.#readerOf(known);
    const [before, since] = [besidesHeadings(old.context), besidesHeadings(now)];
    const wasAlone = before.every((words) => reader.tabSaying(words) !== null);
    if (wasAlone && since.some((words) => !old.context.near.includes(words))) return true;
    return before.some((words) => !now.near.includes(words) && this.#reader.hasText(words));
  }

  /**
   * Whether it was on the page of a tab that is still shown, and is on the other side of the tab now. This counts for a
   * tab bar at the bottom, too, whose page may be on either side.
   */
  #hasLeftPage(place: number, old: UiElement): boolean {
    const [known, bounds] = [this.#side.known.get(place), this.#side.screen.elements[place]?.bounds];
    return old.context.near.some((words) => {
      const tab = this.#reader.tabSaying(words);
      const before = tab && known && this.#readerOf(known).tabSaying(words);
      return before && bounds && isBelow(old.bounds, before) !== isBelow(bounds, tab);
    });
  }

  /** The nearby words to remember. A new heading between the cards and their heading is left out. */
  #nearSince(place: number, old: readonly string[], now: readonly string[]): readonly string[] | null {
    const known = this.#side.known.get(place);
    const over = this.#reader.headingOverCards(place);
    if (!known || over === null || old.includes(over)) return compareNear(old, now);
    const reader = this.#readerOf(known);
    const before = reader.headingOverCards(known.seen.refs.get(known.element.ref) ?? -1);
    const others = now.filter((words) => words !== over);
    if (before === over) return compareNear(old, others);
    const cameBetween = before !== null && this.#reader.hasText(before) && !reader.hasText(over);
    return compareNear(old, cameBetween ? [...others, before] : now);
  }

  #sizeBefore(place: number): string | null {
    const known = this.#side.known.get(place);
    return known ? sizeOf(known.seen.viewHierarchy, known.element.window) : null;
  }

  /** The page heading to remember; null if the old heading was replaced. */
  #headingSince(place: number, now: string | null): { readonly words: string | null } | null {
    const known = this.#side.known.get(place);
    const old = known?.element.context.heading ?? null;
    if (!known || old === null) return { words: now };
    return now === null || now === old || this.#isStillThere(known, old) ? { words: old } : null;
  }

  /**
   * Whether the heading only moved within the window; another text with its words, in a list further down, does not
   * count.
   */
  #isStillThere(known: KnownElement, old: string): boolean {
    if (!this.#reader.hasText(old)) return false;
    const reader = this.#readerOf(known);
    const places = reader.heading?.heading === old ? [reader.heading.place] : reader.placesOf(old);
    if (places.length === 0) return true;
    const stayed = this.#staying();
    return places.some((at) => stayed.has(known.seen.elements[at]?.ref ?? ""));
  }

  /** The refs of elements that mean the same as before. */
  #staying(): ReadonlySet<string> {
    if (this.#stayed) return this.#stayed;
    const same = [...this.#side.known].filter(([at]) => this.#side.own[at]?.isSame === true);
    this.#stayed = new Set(same.map(([, { element }]) => element.ref));
    return this.#stayed;
  }

  /**
   * The section heading to remember; null if it was replaced. Several section headings may be visible, so the element
   * may be in another section now.
   */
  #sectionSince(place: number, now: string | null): { readonly words: string | null } | null {
    const known = this.#side.known.get(place);
    const old = known?.element.context.section ?? null;
    if (!known) return { words: now };
    if (old === now) return old !== null && this.#hasOtherTitle(known, old) ? null : { words: now };
    // A heading that appeared makes no difference. A heading that was there before does, if the control moved below it.
    if (old === null) return this.#isAnotherSection(known, now) ? null : { words: now };
    if (!this.#reader.hasText(old)) return now === null && !this.#wasReplaced(known, old) ? { words: old } : null;
    // A new heading between the old heading and the control starts no other section, now and in later observations.
    if (now === null) return this.#reader.isBelow(place, old) ? { words: old } : null;
    const wentBelow = !this.#reader.standsAbove(place, old, null);
    return wentBelow || this.#isAnotherSection(known, now) ? null : { words: old };
  }

  #wasReplaced(known: KnownElement, heading: string): boolean {
    return this.#readerOf(known)
      .placesOf(heading)
      .some((at) => this.#wasReplacedAt(known, at));
  }

  /** Whether a heading with a count has a different title above it: then it counts something else. */
  #hasOtherTitle(known: KnownElement, heading: string): boolean {
    return this.#readerOf(known)
      .titlesOver(heading)
      .some((at) => this.#wasReplacedAt(known, at));
  }

  /** Whether no text has these words any more, and another text has its place. */
  #wasReplacedAt(known: KnownElement, at: number): boolean {
    const words = known.seen.elements[at]?.labels.join(" ") ?? "";
    if (this.#reader.texts.some((text) => text.words === words || text.heading === words)) return false;
    const { known: seen, own } = this.#side;
    const now = { texts: this.#reader.texts, known: seen, isSame: (place: number) => own[place]?.isSame === true };
    return wasReplaced(at, known.seen, now);
  }

  /**
   * Whether the heading was visible when an element was last seen, and was not the element's section heading. A text
   * that stood as close above it then, but was no heading because it named a field, counts as its heading.
   */
  #isAnotherSection(known: KnownElement, now: string | null): boolean {
    const reader = this.#readerOf(known);
    const place = known.seen.refs.get(known.element.ref);
    if (now === null || !reader.hasText(now)) return false;
    if (place === undefined) return true;
    const { section } = reader.of(place);
    return section !== now && !reader.standsAbove(place, now, section);
  }

  /** Reads contexts on the screen where the element was last seen. */
  #readerOf({ seen, element }: KnownElement): ContextReader {
    if (this.#before?.seen === seen) return this.#before.reader;
    const isCounting = (place: number) => seen.elements[place]?.counting === true;
    const reader = new ContextReader(seen.screen, element.window, isCounting);
    this.#before = { seen, reader };
    return reader;
  }

  /** The words of the dialog to remember; null if some were replaced. */
  #dialogSince(old: readonly string[], now: readonly string[]): readonly string[] | null {
    if (old.every((words) => this.#reader.hasText(words))) return now;
    return now.every((words) => old.includes(words)) ? old : null;
  }

  /**
   * Whether the heading scrolls with the page, the page did not scroll, and another heading is in exactly its place.
   */
  #otherPage(): boolean {
    this.#isOtherPage ??= this.#hasOtherScrollingHeading();
    return this.#isOtherPage;
  }

  #hasOtherScrollingHeading(): boolean {
    const pairs = pairsIn(this.#side, this.#window);
    const before = pairs[0]?.known;
    const now = this.#reader.heading;
    if (!before || !now || now.scroller === null) return false;
    const reader = this.#readerOf(before);
    const old = reader.heading;
    if (old === null || old.scroller === null || !areInOneLine(old.bounds, now.bounds)) return false;
    if (old.heading === now.heading || this.#isStillThere(before, old.heading)) return false;
    // After scrolling, a text that was already visible below the heading may stand in this place.
    const hasScrolled = pairs.some(({ move }) => move !== NOT_MOVED) && reader.hasText(now.heading);
    return !hasScrolled || areFollowedAlike(reader, this.#reader);
  }
}

/** Whether both are in the same place with the same height: after scrolling, the text would be cut off at the edge. */
function areInOneLine(before: Rect, now: Rect): boolean {
  return before.left === now.left && before.top === now.top && before.bottom === now.bottom;
}

function isBelow(control: Rect, tab: Rect): boolean {
  return control.top >= tab.bottom - 1;
}

function sizeOf({ windows, nodes }: ViewHierarchy, window: number): string | null {
  const bounds = nodes[windows[window]?.root ?? -1]?.bounds ?? null;
  return bounds && `${bounds.right - bounds.left}x${bounds.bottom - bounds.top}`;
}
