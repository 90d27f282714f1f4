import { isBoundedMatch } from "../base/bounded-match.js";
import { center, type Rect } from "../base/geometry.js";
import { isActionable, isTouchTarget, type UiElement } from "./element.js";
import type { ElementPattern, Side, WholePattern } from "./element-pattern.js";
import type { UiNode } from "./hierarchy.js";
import { normaliseLabel } from "./label.js";
import type { QueryScreen } from "./query/query-screen.js";

/**
 * The elements that match a pattern, in the order of preference: elements with actions before others; with `near`, the
 * nearest first; else in reading order. Of nested matches only the innermost count. The words and ids of nodes that
 * were merged into an element count as the element's. System bars are searched only if nothing else matches. Errors:
 * FLOW_PATTERN_SLOW.
 */
export function matchPattern(pattern: ElementPattern, screen: QueryScreen): readonly UiElement[] {
  const parts = partsOf(screen);
  for (const isBar of [false, true]) {
    const searched = screen.elements.filter(({ systemBar }) => systemBar === isBar);
    const found = fitting(pattern, { searched, parts, above: aboveOf(searched) });
    if (found.length > 0) return found;
  }
  return [];
}

/**
 * The text that Maestro would copy from the match: the text of the matching node, else its hint, else its description.
 * Undefined if nothing matches; empty if the match has no text.
 */
export function textOfMatch(pattern: ElementPattern, screen: QueryScreen): string | undefined {
  const [element] = matchPattern(pattern, screen);
  if (!element) return undefined;
  const [own, ...folded] = partsOf(screen).get(element) ?? [];
  const fits = (part: Part) => fitsText(pattern.text, part.words) && fitsId(pattern.id, part.id);
  const isByWords = pattern.text !== null || pattern.id !== null;
  const part = isByWords ? (folded.find(fits) ?? own) : own;
  return part?.text ?? "";
}

interface SearchScope {
  readonly searched: readonly UiElement[];
  readonly parts: ReadonlyMap<UiElement, readonly Part[]>;
  /** The elements around each element, from the inside out. */
  readonly above: ReadonlyMap<UiElement, readonly UiElement[]>;
}

/** The words and the id of a node, normalised. */
interface Part {
  readonly words: readonly string[];
  readonly id: string | null;
  /** The text as the node has it, not normalised. */
  readonly text: string;
}

function fitting(pattern: ElementPattern, scope: SearchScope): readonly UiElement[] {
  const fits = (element: UiElement) =>
    pattern.css === null &&
    hasWords(pattern, scope.parts.get(element) ?? []) &&
    isInState(pattern, element) &&
    isOfSize(pattern, element) &&
    hasTraits(pattern, element) &&
    isAround(pattern, element, scope) &&
    isIn(pattern, element, scope);
  let placed = innermost(scope.searched.filter(fits), scope);
  for (const { side, of } of pattern.near) placed = beside(placed, side, fitting(of, scope));
  const { index } = pattern;
  if (index !== null) {
    const sorted = placed.toSorted((a, b) => a.bounds.top - b.bounds.top || a.bounds.left - b.bounds.left);
    const one = sorted.at(index);
    return one ? [one] : [];
  }
  return [...placed.filter(isActionable), ...placed.filter((element) => !isActionable(element))];
}

function hasWords({ text, id }: ElementPattern, parts: readonly Part[]): boolean {
  return parts.some((part) => fitsText(text, part.words) && fitsId(id, part.id));
}

function fitsText(text: WholePattern | null, words: readonly string[]): boolean {
  return text === null || words.some((one) => fitsWhole(text, one));
}

function fitsWhole({ source, pattern }: WholePattern, words: string): boolean {
  return normaliseLabel(source) === words || (pattern !== null && isBoundedMatch(pattern, words, source));
}

function fitsId(id: WholePattern | null, own: string | null): boolean {
  if (id === null) return true;
  return own !== null && (fitsWhole(id, own) || fitsWhole(id, own.slice(own.lastIndexOf("/") + 1)));
}

function isInState(pattern: ElementPattern, element: UiElement): boolean {
  const { enabled, checked, selected, focused } = pattern;
  if (enabled !== null && (element.enabled !== false) !== enabled) return false;
  if (checked !== null && (element.checked === true) !== checked) return false;
  if (selected !== null && (element.selected === true) !== selected) return false;
  return focused === null || (element.focused === true) === focused;
}

function isOfSize({ size }: ElementPattern, { bounds }: UiElement): boolean {
  if (size === null) return true;
  const { widthPx, heightPx, tolerancePx } = size;
  const isAbout = (is: number, wanted: number | null) => wanted === null || Math.abs(is - wanted) <= tolerancePx;
  return isAbout(bounds.right - bounds.left, widthPx) && isAbout(bounds.bottom - bounds.top, heightPx);
}

const LONG_TEXT = 200;
/** The sides of a square may differ by at most this share. */
const SQUARE_SHARE = 0.03;

function hasTraits({ traits }: ElementPattern, element: UiElement): boolean {
  const words = [...element.labels, element.value ?? ""].join(" ");
  const { left, top, right, bottom } = element.bounds;
  const [width, height] = [right - left, bottom - top];
  return traits.every((trait) => {
    if (trait === "text") return words.trim() !== "";
    if (trait === "long-text") return words.length > LONG_TEXT;
    return Math.abs(width - height) <= Math.max(width, height) * SQUARE_SHARE;
  });
}

/** The elements that contain no other match. */
function innermost(found: readonly UiElement[], { above }: SearchScope): readonly UiElement[] {
  const outer = new Set(found.flatMap((element) => above.get(element) ?? []));
  return found.filter((element) => !outer.has(element));
}

/** Whether for each required pattern there is a match inside the element, or merged into it. */
function isAround({ contains }: ElementPattern, element: UiElement, scope: SearchScope): boolean {
  return contains.every((inner) => {
    const folded = (scope.parts.get(element) ?? []).slice(1);
    if (isWordsOnly(inner) && hasWords(inner, folded)) return true;
    return fitting(inner, scope).some((one) => (scope.above.get(one) ?? []).includes(element));
  });
}

function isWordsOnly({ near, contains, traits, ...rest }: ElementPattern): boolean {
  const isPlain = near.length === 0 && contains.length === 0 && traits.length === 0;
  const { enabled, checked, selected, focused, childOf, index, size, css } = rest;
  return isPlain && [enabled, checked, selected, focused, childOf, index, size, css].every((one) => one === null);
}

function isIn({ childOf }: ElementPattern, element: UiElement, scope: SearchScope): boolean {
  if (childOf === null) return true;
  const outer = new Set(fitting(childOf, scope));
  return (scope.above.get(element) ?? []).some((one) => outer.has(one));
}

const BEGINS: Readonly<Record<Side, (it: Rect, other: Rect) => boolean>> = {
  below: (it, other) => it.top > other.top,
  above: (it, other) => it.top < other.top,
  leftOf: (it, other) => it.left < other.left,
  rightOf: (it, other) => it.left > other.left,
};

/** The elements that are on that side of one of the others, the nearest first. */
function beside(some: readonly UiElement[], side: Side, others: readonly UiElement[]): readonly UiElement[] {
  const measured = some.flatMap((element) => {
    const there = others.filter((other) => BEGINS[side](element.bounds, other.bounds));
    const far = there.map((other) => distance(element.bounds, other.bounds));
    return far.length === 0 ? [] : [{ element, far: Math.min(...far) }];
  });
  return measured.toSorted((a, b) => a.far - b.far).map(({ element }) => element);
}

function distance(a: Rect, b: Rect): number {
  const [from, to] = [center(a), center(b)];
  return Math.hypot(from.x - to.x, from.y - to.y);
}

function aboveOf(elements: readonly UiElement[]): ReadonlyMap<UiElement, readonly UiElement[]> {
  const byRef = new Map(elements.map((element) => [element.ref, element]));
  const above = new Map<UiElement, readonly UiElement[]>();
  for (const element of elements) {
    const chain: UiElement[] = [];
    for (let at = byRef.get(element.parent ?? ""); at && !chain.includes(at); at = byRef.get(at.parent ?? ""))
      chain.push(at);
    above.set(element, chain);
  }
  return above;
}

/** The parts of each element: first its own words and id, then those of each node that is merged into it. */
function partsOf({ elements, viewHierarchy }: QueryScreen): ReadonlyMap<UiElement, readonly Part[]> {
  const nodes = viewHierarchy?.nodes ?? [];
  const parts = new Map<UiElement, Part[]>(elements.map((element) => [element, [ownPart(element, nodes)]]));
  const byNode = new Map(elements.flatMap((one) => (one.node === null ? [] : [[one.node, one] as const])));
  // Parents come first: a node's children are merged into the same element as the node.
  const homes: (UiElement | null)[] = [];
  for (const [place, node] of nodes.entries()) {
    const own = byNode.get(place);
    const home = own ?? (node.parent === null ? null : (homes[node.parent] ?? null));
    homes.push(home);
    if (own || !home || !takesIn(home) || node.visibleToUser === false) continue;
    parts.get(home)?.push(partOf(node));
  }
  return parts;
}

/** Only elements that are touched as a whole take in nodes: in a list or a group, a node is a separate part. */
function takesIn(element: UiElement): boolean {
  return isTouchTarget(element);
}

function ownPart(element: UiElement, nodes: readonly UiNode[]): Part {
  const { labels, value, error, resourceId, node } = element;
  const words = [...labels, labels.join(" "), value, error].flatMap((one) => (one ? [one] : []));
  const own = node === null ? undefined : nodes[node];
  return { words, id: resourceId, text: (own && textOfNode(own)) || (value ?? labels.join(" ")) };
}

function partOf(node: UiNode): Part {
  const { text, contentDescription, hint, resourceId } = node;
  const words = [text, contentDescription, hint].flatMap((one) => (one ? [normaliseLabel(one)] : []));
  return { words, id: resourceId, text: textOfNode(node) };
}

function textOfNode({ text, hint, contentDescription }: UiNode): string {
  return text || hint || contentDescription || "";
}
