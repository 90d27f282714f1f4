import { area, intersect, type Rect, type Size } from "../../base/geometry.js";
import type { SeenElement } from "./screen-facts.js";

/**
 * The least share of the screen that a page takes, and the least share of the page that a covered element takes: bars
 * and buttons on a page are smaller.
 */
const [PAGE_SHARE, COVERED_SHARE] = [0.6, 0.5];
/** A page has at least this many elements with words; the dark layer behind a sheet has none. */
const LEAST_WORDED = 3;

/**
 * The elements without pages that are covered by another page. Some apps put one page over another: they keep the lower
 * page in the hierarchy, and the upper page takes all clicks itself. A covered element is beside such a page in the
 * hierarchy, lies within its bounds, and is large itself; of two pages, the later one is on top.
 */
export function withoutCovered(shown: readonly SeenElement[], { width, height }: Size): readonly SeenElement[] {
  const tree = treeOf(shown);
  const pages = shown.filter((element) => isPage(element, tree, width * height));
  const covered = new Set<SeenElement>();
  for (const page of pages) {
    for (const other of tree.siblings(page)) {
      const isUpper = pages.includes(other) && shown.indexOf(other) > shown.indexOf(page) && isWithin(page, other);
      if (!isUpper && isWithin(other, page)) for (const one of tree.within(other)) covered.add(one);
    }
  }
  return covered.size === 0 ? shown : shown.filter((element) => !covered.has(element));
}

interface Tree {
  siblings(element: SeenElement): readonly SeenElement[];
  /** The element and all elements inside it. */
  within(element: SeenElement): readonly SeenElement[];
}

function treeOf(shown: readonly SeenElement[]): Tree {
  const known = new Set(shown.map(({ name }) => name));
  const children = new Map<string, SeenElement[]>();
  const parentOf = ({ parent }: SeenElement) => (parent !== null && known.has(parent) ? parent : "");
  for (const element of shown) {
    const list = children.get(parentOf(element));
    if (list) list.push(element);
    else children.set(parentOf(element), [element]);
  }
  const within = (element: SeenElement): readonly SeenElement[] => {
    const found = [element];
    for (const one of found) found.push(...(children.get(one.name) ?? []));
    return found;
  };
  return {
    siblings: (element) => (children.get(parentOf(element)) ?? []).filter((other) => other !== element),
    within,
  };
}

function isPage(element: SeenElement, tree: Tree, screen: number): boolean {
  if (!element.actions.includes("click") || areaOf(element) < screen * PAGE_SHARE) return false;
  return tree.within(element).filter(({ labels }) => labels.length > 0).length >= LEAST_WORDED;
}

function isWithin(one: SeenElement, page: SeenElement): boolean {
  const [inner, outer] = [one.bounds, page.bounds];
  if (inner === null || outer === null) return false;
  return areaOf(one) >= areaOf(page) * COVERED_SHARE && area(intersect(inner, outer)) >= areaOf(one);
}

function areaOf({ bounds }: { readonly bounds: Rect | null }): number {
  return bounds === null ? 0 : area(bounds);
}
