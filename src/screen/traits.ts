import type { Rect } from "../base/geometry.js";
import type { ElementDraft } from "./element.js";
import type { UiNode, ViewHierarchy } from "./hierarchy.js";
import { normaliseLabel } from "./label.js";
import { classReader, isCollection } from "./role.js";

/** The lasting facts about an element, which identify it on the next screen. */
export interface Traits {
  /** Its place in the list of elements. */
  readonly place: number;
  /** The place of its parent element; containers that are elements only while they have the focus do not count. */
  readonly parent: number | null;
  readonly window: number;
  /** Its class and id. */
  readonly kind: string;
  /** Its class, id and words; equal for similar elements. */
  readonly key: string;
  /** Its class and id, if the id always names one element; null otherwise. */
  readonly idKey: string | null;
  /**
   * Whether its words, or the fact that it scrolls, can identify it: if no other element has its key, it is the same.
   */
  readonly isDistinct: boolean;
  /**
   * The letters of its words; figures are left out, since they may change while the element stays the same. Null if it
   * has no words.
   */
  readonly name: string | null;
  /**
   * The bounds of the innermost scroll container between it and its parent (inclusive), in which a similar element may
   * take its place; null if there is none.
   */
  readonly list: Rect | null;
  /**
   * The place of the element around its page; undefined in scroll containers other than ScrollViews and lists. A page
   * that fits its ScrollView has no element for it, and gets one when it no longer fits, for example while the keyboard
   * is shown: the place is the same in both cases.
   */
  readonly page: number | null | undefined;
  /** Whether it scrolls, and not with a page: then an element with a unique key may be one of many similar ones. */
  readonly isListed: boolean;
  readonly bounds: Rect;
}

/** An element or a draft of one, without its relations to other elements. */
export type Looks = Omit<ElementDraft, "parent">;

/** The elements of a screen, the place of each one's parent, and the hierarchy that they were made from. */
export interface Elements {
  readonly elements: readonly Looks[];
  readonly parents: readonly (number | null)[];
  readonly hierarchy: ViewHierarchy;
}

/** The traits of an element that its id identifies, whatever its words. */
export function knownById(traits: Traits): Traits {
  const { place, parent, window, kind, idKey, list, page, isListed, bounds } = traits;
  const key = `id ${idKey}`;
  return { place, parent, window, kind, key, idKey, isDistinct: true, name: null, list, page, isListed, bounds };
}

/** Whether it shows nothing and only has the focus: it is an element only as long as it has the focus. */
export function isFocusOnly({ role, actions, labels }: Looks): boolean {
  return role === "group" && actions.length === 0 && labels.length === 0;
}

/**
 * Whether a node scrolls, or may scroll. Android reports "scrollable" only while there is more content than fits
 * (AbsListView, RecyclerView).
 */
export function hidesParts(node: Pick<UiNode, "className" | "scrollable">): boolean {
  if (node.scrollable !== null) return node.scrollable;
  const known = mayHide.get(node);
  if (known !== undefined) return known;
  const isList = isCollection(classReader()(node));
  mayHide.set(node, isList);
  return isList;
}

/** Cached for nodes whose source does not report it: the answer is needed for every element in the node. */
const mayHide = new WeakMap<object, boolean>();

/** Gives the traits of a screen's elements. */
export interface TraitsSource {
  of(place: number): Traits;
  /** Only {@link Traits.parent}. */
  around(place: number): number | null;
  /** Only {@link Traits.list}. */
  list(place: number): Rect | null;
}

/** Computes the traits of a screen's elements on first use, and caches them. */
export class TraitsReader implements TraitsSource {
  readonly #elements: readonly Looks[];
  readonly #hierarchy: ViewHierarchy;
  readonly #around: readonly (number | null)[];
  readonly #traits: Traits[] = [];
  readonly #lists: (Rect | null)[] = [];
  readonly #words: (readonly string[])[] = [];
  readonly #surroundings: Surroundings;

  constructor({ elements, parents, hierarchy }: Elements) {
    this.#elements = elements;
    this.#hierarchy = hierarchy;
    this.#surroundings = new Surroundings(hierarchy);
    const around: (number | null)[] = [];
    for (const parent of parents) {
      const element = parent === null ? undefined : elements[parent];
      around.push(parent !== null && element && isFocusOnly(element) ? (around[parent] ?? null) : parent);
    }
    this.#around = around;
  }

  /** The traits of the element at this place; later calls return the same object. */
  of(place: number): Traits {
    const known = this.#traits[place];
    if (known) return known;
    const element = this.#at(place);
    const id = element.resourceId ?? "";
    const words = this.#wordsOf(place);
    const page = this.#pageOf(place, element);
    const kind = `${element.className ?? element.role}\u0001${id}`;
    const traits: Traits = {
      place,
      parent: this.around(place),
      window: element.window,
      kind,
      key: [kind, ...words].join("\u0001"),
      idKey: this.#isLastingId(id, element) ? `${element.className}\u0001${id}` : null,
      isDistinct: words.length > 0 || element.actions.includes("scroll"),
      name: isFocusOnly(element) ? "" : words.length === 0 ? null : lettersOf(words),
      list: this.list(place),
      page,
      isListed: page === undefined || (this.list(place) !== null && !this.#isOnPage(place)),
      bounds: element.bounds,
    };
    this.#traits[place] = traits;
    return traits;
  }

  around(place: number): number | null {
    return this.#around[place] ?? null;
  }

  list(place: number): Rect | null {
    const known = this.#lists[place];
    if (known !== undefined) return known;
    const parent = this.around(place);
    const list = listAround(this.#at(place), this.#hierarchy, parent === null ? null : this.#at(parent).node);
    this.#lists[place] = list;
    return list;
  }

  #at(place: number): Looks {
    const element = this.#elements[place];
    if (!element) throw new RangeError(`there is no element at ${place}`);
    return element;
  }

  /** The lasting words of an element. An item of a list without own words has the words of its parts. */
  #wordsOf(place: number): readonly string[] {
    if (!this.#words[place]) this.#readWords(place);
    return this.#words[place] ?? [];
  }

  #readWords(place: number): void {
    const own = this.#ownWords(place);
    if (own.length > 0 || !this.#isItem(place)) this.#words[place] = own;
    else this.#readWordsOfParts(place);
  }

  /**
   * Parts come right after the element that contains them: read from the last one on, all parts of an element are known
   * before the element.
   */
  #readWordsOfParts(item: number): void {
    const inside = new Map<number, (readonly string[])[]>();
    for (let at = this.#endOf(item) - 1; at >= item; at--) {
      const own = this.#words[at] ?? this.#ownWords(at);
      const words = own.length === 0 && this.#isItem(at) ? (inside.get(at)?.reverse().flat() ?? []) : own;
      this.#words[at] = words;
      inside.delete(at);
      const parent = this.around(at) ?? -1;
      const beside = inside.get(parent);
      if (beside) beside.push(words);
      else inside.set(parent, [words]);
    }
  }

  #isItem(place: number): boolean {
    return !this.#at(place).actions.includes("scroll") && this.list(place) !== null;
  }

  #ownWords(place: number): readonly string[] {
    const element = this.#at(place);
    return lastingWords(element, element.node === null ? undefined : this.#hierarchy.nodes[element.node]);
  }

  /** The place after the last element inside it. */
  #endOf(place: number): number {
    let end = place + 1;
    while (end < this.#elements.length && (this.#around[end] ?? -1) >= place) end += 1;
    return end;
  }

  /**
   * Ids of layouts (`package:id/name`) name one view of a page. Test tags of Compose and React Native may name one per
   * item.
   */
  #isLastingId(id: string, { node }: Looks): boolean {
    if (id === "" || node === null) return false;
    const surrounding = this.#surroundings.of(node);
    if (surrounding === "list") return false;
    return id.includes(":id/") || surrounding !== "scroller";
  }

  #pageOf(place: number, element: Looks): number | null | undefined {
    const parent = this.around(place);
    if (this.list(place) === null) return parent;
    if (parent === null) return undefined;
    const scroller = this.#at(parent);
    if (scroller.labels.length > 0 || !this.#mayBeWhole(scroller) || this.list(parent) !== null) return undefined;
    return isInside(element, scroller.node, this.#hierarchy) ? this.around(parent) : undefined;
  }

  #isOnPage(place: number): boolean {
    const parent = this.around(place);
    return parent !== null && /ScrollView$/.test(this.#at(parent).className ?? "");
  }

  #mayBeWhole({ className, node }: Looks): boolean {
    const scroller = node === null ? undefined : this.#hierarchy.nodes[node];
    return /ScrollView$/.test(className ?? "") || (scroller !== undefined && isCollection(classReader()(scroller)));
  }
}

/**
 * The labels without the parts that change while the element stays the same: entered text, a slider's value, "On" and
 * "Off". Up to Android 10 the text of a switch ends with its state (Switch.onInitializeAccessibilityNodeInfo).
 */
function lastingWords(element: Looks, node: UiNode | undefined): readonly string[] {
  if (element.actions.includes("edit") || element.role === "slider" || element.role === "progress") return [];
  const passing = normaliseLabel(node?.stateDescription ?? "");
  const state = element.role === "switch" ? normaliseLabel(node?.text ?? "") : "";
  if (passing === "" && state === "") return element.labels;
  return element.labels.filter((label) => label !== passing && label !== state);
}

function lettersOf(words: readonly string[]): string {
  return words.join("\u0001").replace(/[^\p{L}\p{M}\u0001]+/gu, "");
}

/**
 * The kind of container around a node. `list`: a list, or a scroll container other than a ScrollView, where ids repeat
 * from item to item. `scroller`: a ScrollView. `page`: neither.
 */
type Surrounding = "list" | "scroller" | "page";

/** Finds the container kinds of nodes, each computed once, on first use. */
class Surroundings {
  readonly #nodes: ViewHierarchy["nodes"];
  readonly #known: Surrounding[] = [];
  readonly #classOf = classReader();

  constructor({ nodes }: ViewHierarchy) {
    this.#nodes = nodes;
  }

  of(node: number): Surrounding {
    const unknown: number[] = [];
    let at: number | null = node;
    while (at !== null && this.#known[at] === undefined) {
      unknown.push(at);
      at = this.#nodes[at]?.parent ?? null;
    }
    let surrounding = (at === null ? undefined : this.#known[at]) ?? "page";
    for (const inner of unknown.reverse()) {
      surrounding = this.#within(inner, surrounding);
      this.#known[inner] = surrounding;
    }
    return surrounding;
  }

  /** The kind of the parent, or, if the parent has none, of the containers beyond it. */
  #within(node: number, beyond: Surrounding): Surrounding {
    const parent = this.#nodes[node]?.parent ?? null;
    const above = parent === null ? undefined : this.#nodes[parent];
    if (above === undefined || beyond === "list") return beyond;
    const scrolls = above.scrollable === true;
    if (isCollection(this.#classOf(above)) || (scrolls && !/ScrollView$/.test(above.className ?? ""))) return "list";
    return scrolls ? "scroller" : beyond;
  }
}

function listAround(element: Looks, { nodes }: ViewHierarchy, top: number | null): Rect | null {
  // An element that only pixels show lies in the element in which it was found.
  let at = element.node === null ? top : (nodes[element.node]?.parent ?? null);
  for (; at !== null; at = nodes[at]?.parent ?? null) {
    const node = nodes[at];
    if (node && hidesParts(node)) return node.bounds ?? element.bounds;
    if (at === top) return null;
  }
  return null;
}

/** Whether no scroll container is between the element and that node. */
function isInside(element: Looks, top: number | null, { nodes }: ViewHierarchy): boolean {
  let at = element.node === null ? null : (nodes[element.node]?.parent ?? null);
  for (; at !== null && at !== top; at = nodes[at]?.parent ?? null) {
    const node = nodes[at];
    if (node && hidesParts(node)) return false;
  }
  return at !== null;
}
