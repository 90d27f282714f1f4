import type { Rect } from "../base/geometry.js";
import type { ElementDraft } from "./element.js";
import type { UiNode, ViewHierarchy } from "./hierarchy.js";
import { normaliseLabel } from "./label.js";
import { classReader, isCollection } from "./role.js";

/** What lasts about an element, by which it can be known again on the next screen. */
export interface Traits {
  /** Its place in the list of elements. */
  readonly place: number;
  /** Place of the element around it; containers that are elements only while they have the focus do not count. */
  readonly parent: number | null;
  readonly window: number;
  /** Class and id. */
  readonly kind: string;
  /** Class, id and words; equal for similar elements. */
  readonly key: string;
  /** Class and id alone, where the id can name one element for good; null elsewhere. */
  readonly idKey: string | null;
  /** The words, the id or its scrolling say which one it is: alone with its key, it can be known by it. */
  readonly isDistinct: boolean;
  /** The letters of what it says: figures may change while everything stays what it is. Null if it says nothing. */
  readonly name: string | null;
  /**
   * Bounds of what scrolls between it and its parent, inclusive, and may bring one alike into its place; null if
   * nothing does.
   */
  readonly list: Rect | null;
  /**
   * Place of the element around the page that it lies on; undefined in what scrolls and is neither ScrollView nor list.
   * Their page is the same whether it fits, and they are no elements, or does not, as while the keyboard is shown.
   */
  readonly page: number | null | undefined;
  /** It scrolls, and not on a page: what is alone there may be one of many alike. */
  readonly isListed: boolean;
  readonly bounds: Rect;
}

/** An element or a draft of one, without what ties it to the others. */
export type Looks = Omit<ElementDraft, "parent">;

/** The elements of a screen, each with the place of the one around it, and the tree that they are drawn from. */
export interface Elements {
  readonly elements: readonly Looks[];
  readonly parents: readonly (number | null)[];
  readonly hierarchy: ViewHierarchy;
}

/** Where the id can name one element for good, it is known by it, whatever it says. */
export function knownById(traits: Traits): Traits {
  const { place, parent, window, kind, idKey, list, page, isListed, bounds } = traits;
  const key = `id ${idKey}`;
  return { place, parent, window, kind, key, idKey, isDistinct: true, name: null, list, page, isListed, bounds };
}

/** It shows nothing and does nothing but have the focus, and is an element only as long as it has. */
export function isPassing({ role, actions, labels }: Looks): boolean {
  return role === "group" && actions.length === 0 && labels.length === 0;
}

/** It scrolls, or may do so. Android calls scrollable only what has more than it shows (AbsListView, RecyclerView). */
export function hidesParts(node: Pick<UiNode, "className" | "scrollable">): boolean {
  if (node.scrollable !== null) return node.scrollable;
  const known = mayHide.get(node);
  if (known !== undefined) return known;
  const isList = isCollection(classReader()(node));
  mayHide.set(node, isList);
  return isList;
}

/** For nodes whose source does not report it: each is asked for all that is in it, and its class is checked once. */
const mayHide = new WeakMap<object, boolean>();

/** The basis for the traits of a screen's elements. */
export interface TraitsSource {
  of(place: number): Traits;
  /** {@link Traits.parent} alone. */
  around(place: number): number | null;
  /** {@link Traits.list} alone. */
  list(place: number): Rect | null;
}

/** Works the traits of a screen's elements out, each when it is asked for and no more than once. */
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
      around.push(parent !== null && element && isPassing(element) ? (around[parent] ?? null) : parent);
    }
    this.#around = around;
  }

  /** Traits of the element at this place; of an earlier answer the same object. */
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
      idKey: this.#canNameForGood(id, element) ? `${element.className}\u0001${id}` : null,
      isDistinct: words.length > 0 || element.actions.includes("scroll"),
      name: isPassing(element) ? "" : words.length === 0 ? null : lettersOf(words),
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

  /** The lasting words of an element; an item of a list without words of its own has those of its parts. */
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
   * Parts come right after the element that contains them: from the last one on, what is in each is known when it is
   * reached.
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

  /** The place after the last element in it. */
  #endOf(place: number): number {
    let end = place + 1;
    while (end < this.#elements.length && (this.#around[end] ?? -1) >= place) end += 1;
    return end;
  }

  /** Ids of layouts (`package:id/name`) name one view of a page; test tags of Compose and React Native one per item. */
  #canNameForGood(id: string, { node }: Looks): boolean {
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
 * The labels without what changes while the element stays itself: what was typed, a slider's value, "On" and "Off".
 * Up to Android 10 the text of a switch ends with its state (Switch.onInitializeAccessibilityNodeInfo).
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
 * The container of a node: `list` is below a list, or below anything that scrolls except a ScrollView, where ids
 * repeat, one item after another.
 */
type Surrounding = "list" | "scroller" | "page";

/** Works out what nodes lie in, each when it or one in it is asked for and no more than once. */
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

  /** What it lies in, which may be its parent or what that lies in. */
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
  // What only pixels show lies in what it was found in.
  let at = element.node === null ? top : (nodes[element.node]?.parent ?? null);
  for (; at !== null; at = nodes[at]?.parent ?? null) {
    const node = nodes[at];
    if (node && hidesParts(node)) return node.bounds ?? element.bounds;
    if (at === top) return null;
  }
  return null;
}

/** Nothing between the element and that node hides parts. */
function isInside(element: Looks, top: number | null, { nodes }: ViewHierarchy): boolean {
  let at = element.node === null ? null : (nodes[element.node]?.parent ?? null);
  for (; at !== null && at !== top; at = nodes[at]?.parent ?? null) {
    const node = nodes[at];
    if (node && hidesParts(node)) return false;
  }
  return at !== null;
}
