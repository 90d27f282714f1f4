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
  /** Class, id and words; equal for elements that look alike. */
  readonly key: string;
  /** Class and id alone, where the id can name one element for good; null elsewhere. */
  readonly idKey: string | null;
  /** The words, the id or its scrolling say which one it is: alone with its key, it can be known by it. */
  readonly isDistinct: boolean;
  /**
   * Bounds of what scrolls between it and its parent, inclusive, and may bring one alike into its place; null where
   * nothing does.
   */
  readonly list: Rect | null;
  /**
   * Place of the element around the page that it lies on; undefined in a list. A ScrollView's page is the same whether
   * it fits, and the ScrollView is no element, or does not, as while the keyboard is shown.
   */
  readonly page: number | null | undefined;
  readonly bounds: Rect;
}

/** An element or a draft of one, without what ties it to the others. */
export type Looks = Omit<ElementDraft, "parent">;

/** The traits of every element, in their order; `parents` are the places of the elements around them. */
export function traitsOf(
  elements: readonly Looks[],
  parents: readonly (number | null)[],
  hierarchy: ViewHierarchy,
): readonly Traits[] {
  const recycled = recycledNodes(hierarchy);
  const around: (number | null)[] = [];
  for (const parent of parents) around.push(parent === null ? null : lastingParent(elements, around, parent));
  const lists = elements.map((element, place) => {
    const parent = around[place] ?? null;
    return listAround(element, hierarchy, parent === null ? null : (elements[parent]?.node ?? null));
  });
  const words = wordsOf(elements, hierarchy, { around, lists });
  return elements.map((element, place) => {
    const id = element.resourceId ?? "";
    const own = words[place] ?? [];
    return {
      place,
      parent: around[place] ?? null,
      window: element.window,
      key: [element.className ?? element.role, id, ...own].join("\u0001"),
      idKey: canNameForGood(id, element, recycled) ? `${element.className}\u0001${id}` : null,
      isDistinct: own.length > 0 || element.actions.includes("scroll"),
      list: lists[place] ?? null,
      page: pageOf(place, { elements, around, lists, hierarchy }),
      bounds: element.bounds,
    };
  });
}

/** The lasting words of each element; an item of a list without words of its own has those of its parts. */
function wordsOf(
  elements: readonly Looks[],
  { nodes }: ViewHierarchy,
  { around, lists }: { readonly around: readonly (number | null)[]; readonly lists: readonly (Rect | null)[] },
): readonly (readonly string[])[] {
  const words = elements.map((element) =>
    lastingWords(element, element.node === null ? undefined : nodes[element.node]),
  );
  const inside: string[][] = elements.map(() => []);
  for (let place = elements.length - 1; place >= 0; place--) {
    const isItem = lists[place] !== null && elements[place]?.actions.includes("scroll") === false;
    if (isItem && words[place]?.length === 0) words[place] = inside[place]?.toReversed() ?? [];
    const parent = around[place] ?? null;
    if (parent !== null) inside[parent]?.push(...(words[place]?.toReversed() ?? []));
  }
  return words;
}

function lastingParent(elements: readonly Looks[], around: readonly (number | null)[], place: number): number | null {
  const parent = elements[place];
  const isPassing = parent?.role === "group" && parent.actions.length === 0 && parent.labels.length === 0;
  return isPassing ? (around[place] ?? null) : place;
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

interface RecycledNodes {
  /** Below a list, or below anything that scrolls and is no ScrollView: ids repeat there, one item after another. */
  readonly inList: readonly boolean[];
  readonly inScroller: readonly boolean[];
}

function recycledNodes({ nodes }: ViewHierarchy): RecycledNodes {
  const inList: boolean[] = [];
  const inScroller: boolean[] = [];
  const classOf = classReader();
  for (const { parent } of nodes) {
    const above = parent === null ? undefined : nodes[parent];
    const scrolls = above?.scrollable === true;
    const lists =
      above !== undefined && (isCollection(classOf(above)) || (scrolls && !/ScrollView$/.test(above.className ?? "")));
    inList.push(lists || (parent !== null && inList[parent] === true));
    inScroller.push(scrolls || (parent !== null && inScroller[parent] === true));
  }
  return { inList, inScroller };
}

/** Ids of layouts (`package:id/name`) name one view of a page; test tags of Compose and React Native one per item. */
function canNameForGood(id: string, { node }: Looks, { inList, inScroller }: RecycledNodes): boolean {
  if (id === "" || node === null || inList[node] === true) return false;
  return id.includes(":id/") || inScroller[node] !== true;
}

function listAround(element: Looks, { nodes }: ViewHierarchy, top: number | null): Rect | null {
  let at = element.node === null ? null : (nodes[element.node]?.parent ?? null);
  for (; at !== null; at = nodes[at]?.parent ?? null) {
    const node = nodes[at];
    if (node && hidesParts(node)) return node.bounds ?? element.bounds;
    if (at === top) return null;
  }
  return null;
}

interface Places {
  readonly elements: readonly Looks[];
  readonly around: readonly (number | null)[];
  readonly lists: readonly (Rect | null)[];
  readonly hierarchy: ViewHierarchy;
}

function pageOf(place: number, { elements, around, lists, hierarchy }: Places): number | null | undefined {
  const parent = around[place] ?? null;
  if ((lists[place] ?? null) === null) return parent;
  const [element, scroller] = [elements[place], parent === null ? undefined : elements[parent]];
  const isPage = scroller?.labels.length === 0 && /ScrollView$/.test(scroller.className ?? "");
  if (parent === null || !element || !isPage || (lists[parent] ?? null) !== null) return undefined;
  return isInside(element, scroller.node, hierarchy) ? (around[parent] ?? null) : undefined;
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

/** It scrolls, or may do so. Android calls scrollable only what has more than it shows (AbsListView, RecyclerView). */
function hidesParts(node: UiNode): boolean {
  return node.scrollable === true || (node.scrollable === null && isCollection(classReader()(node)));
}
