import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { area, center, containsPoint, isEmpty, type Rect, type Size } from "../../src/base/geometry.js";
import { parseHierarchy } from "../../src/observe/parse/hierarchy.js";
import { type ElementDraft, isTouchTarget } from "../../src/screen/element.js";
import { elementsOf } from "../../src/screen/elements.js";
import type { UiNode, ViewHierarchy } from "../../src/screen/hierarchy.js";
import { seededRandom } from "../../src/virtual-device/random.js";
import { type Detection, type DetectionKind, detectionSchema } from "../../src/vision/detection.js";
import { shareInside } from "../../src/vision/fuse/similarity.js";
import { corpusFolder } from "../../test/support/corpus.js";
import { readTree } from "../../test/support/read-tree.js";
import type { Trial } from "../fusion.js";
import type { DrawnScreen, Part } from "./drawn.js";
import { isTouchableKind, look } from "./eye.js";
import { without } from "./tree.js";

/** Shares of the things to touch that are taken out of the trees, with the subtrees that hold them. */
const REMOVED = [0, 0.15, 0.3, 0.6] as const;

/** The corpus' pairs with parts of their trees removed; empty without the corpus. */
export function pairSights(seed: number, detections: string | null): readonly (readonly [string, readonly Trial[]])[] {
  const folder = corpusFolder();
  if (folder === undefined) return [];
  const screens = readdirSync(join(folder, "pairs"))
    .filter((file) => /\.(?:xml|json)$/.test(file))
    .sort()
    .flatMap((file) => screenOf(join(folder, "pairs", file), file.replace(/\.\w+$/, "")));
  return REMOVED.map((share) => [
    `pairs, ${share * 100} % removed`,
    screens.flatMap((screen) => trialOf(screen, share, seed, detections)),
  ]);
}

interface PairScreen {
  readonly name: string;
  readonly size: Size;
  readonly tree: ViewHierarchy;
  readonly elements: readonly ElementDraft[];
}

function screenOf(path: string, name: string): readonly PairScreen[] {
  const tree = parseHierarchy(readTree(path));
  if (!tree) return [];
  const boxes = tree.windows.flatMap(({ root }) => (root === null ? [] : (tree.nodes[root]?.bounds ?? [])));
  const size = {
    width: Math.max(0, ...boxes.map(({ right }) => right)),
    height: Math.max(0, ...boxes.map(({ bottom }) => bottom)),
  };
  const elements = elementsOf(tree, size);
  return elements.some(isTouchTarget) && size.width > 0 ? [{ name, size, tree, elements }] : [];
}

function trialOf(screen: PairScreen, share: number, seed: number, folder: string | null): readonly Trial[] {
  const { size, tree, elements, name } = screen;
  const leaves = elements.flatMap((element, place) => (isLeafTarget(elements, place, size) ? [element] : []));
  const detections = folder === null ? look(drawnOf(screen, leaves), seededRandom(seed, name)) : saved(folder, name);
  if (leaves.length === 0 || detections === null || shareOver(leaves) > MOST_OVER) return [];
  const rest = without(tree, removed(tree, leaves, size, { share, random: seededRandom(seed, `${name} ${share}`) }));
  const bars = elements.filter(({ systemBar }) => systemBar).map(({ bounds }) => bounds);
  const told = toldPart(tree);
  const seen = detections.filter(
    ({ bounds }) => !bars.some((bar) => isIn(bounds, bar)) && containsPoint(told, center(bounds)),
  );
  const around = elements.filter((element) => isTouchTarget(element) && !leaves.includes(element));
  const truths = leaves.map((leaf) => ({ bounds: leaf.bounds, name: leaf.labels[0] ?? null }));
  const touchable = seen.filter(({ kind, confidence }) => isTouchableKind(kind) && (confidence ?? 1) >= 0.3);
  return [
    {
      sight: { elements: elementsOf(rest, size), hierarchy: rest, detections: seen, screenSize: size },
      judged: { truths, eitherWay: around.map(({ bounds }) => bounds), seen: touchable.map(({ bounds }) => bounds) },
    },
  ];
}

/** More of them, and a screen is left out. */
const MOST_OVER = 0.1;
/** Of targets that lie over each other by more, the tree tells of pages that cannot all be seen. */
const OVER = 0.2;

/** The share of targets that lie over others: covered pages remain in trees, and nothing could be drawn by such a one. */
function shareOver(leaves: readonly ElementDraft[]): number {
  const isOver = (leaf: ElementDraft) =>
    leaves.some((other) => other !== leaf && shareInside(leaf.bounds, other.bounds) > OVER);
  return leaves.filter(isOver).length / Math.max(1, leaves.length);
}

/** From the highest to the lowest leaf that tells something: bars and keyboards beyond are in few of these trees. */
function toldPart({ nodes }: ViewHierarchy): Rect {
  const boxes = nodes.flatMap((node) => (isShown(node) && tells(node) && node.bounds ? [node.bounds] : []));
  const top = Math.min(...boxes.map((box) => box.top));
  const bottom = Math.max(...boxes.map((box) => box.bottom));
  return { left: 0, top, right: Number.MAX_SAFE_INTEGER, bottom };
}

function tells({ text, contentDescription, clickable, depth, bounds }: UiNode): boolean {
  const isPage = depth < 2 || (bounds !== null && bounds.bottom - bounds.top > LOW_PAGE);
  return !isPage && Boolean(text?.trim() || contentDescription?.trim() || clickable);
}

/** In pixels: what is higher is laid out around others. */
const LOW_PAGE = 800;

function isIn({ left, top, right, bottom }: Rect, outer: Rect): boolean {
  return left >= outer.left && top >= outer.top && right <= outer.right && bottom <= outer.bottom;
}

/** Touchable, on the screen, no page, and with nothing touchable in it. */
function isLeafTarget(elements: readonly ElementDraft[], place: number, size: Size): boolean {
  const element = elements[place];
  if (!element || element.systemBar || !isTouchTarget(element) || isEmpty(element.bounds)) return false;
  const { bounds } = element;
  if (!isIn(bounds, { left: 0, top: 0, right: size.width, bottom: size.height })) return false;
  if (area(bounds) > size.width * size.height * 0.25) return false;
  return !elements.some((other) => isTouchTarget(other) && holds(elements, place, other));
}

function holds(elements: readonly ElementDraft[], place: number, inner: ElementDraft): boolean {
  for (let at = inner.parent; at !== null; at = elements[at]?.parent ?? null) if (at === place) return true;
  return false;
}

function saved(folder: string, name: string): readonly Detection[] | null {
  const path = join(folder, `${name}.json`);
  if (!existsSync(path)) return null;
  return z.array(detectionSchema).parse(JSON.parse(readFileSync(path, "utf8")));
}

/** The screen as the eye of the bench would find it drawn: what the whole tree tells of it. */
function drawnOf({ name, size, tree, elements }: PairScreen, leaves: readonly ElementDraft[]): DrawnScreen {
  const parts = tree.nodes.flatMap((node, place): readonly Part[] => {
    const element = elements.find((one) => one.node === place);
    if (!isShown(node) || node.bounds === null || element?.systemBar) return [];
    const base = { bounds: node.bounds, className: node.className ?? "" };
    const words = node.text?.trim() ? { text: node.text } : {};
    if (element && leaves.includes(element))
      return [{ ...base, ...words, looks: kindOf(element, size), target: element.labels[0] ?? "" }];
    if (element && isTouchTarget(element) && element.role === "row") return [{ ...base, looks: "row" }];
    if (node.text?.trim()) return [{ ...base, ...words, looks: "text" }];
    return /Image/.test(node.className ?? "") ? [{ ...base, looks: "image" }] : [];
  });
  return {
    name,
    size,
    root: { bounds: { left: 0, top: 0, right: size.width, bottom: size.height }, className: "", parts },
  };
}

function isShown({ bounds, visibleToUser }: UiNode): boolean {
  return bounds !== null && !isEmpty(bounds) && visibleToUser !== false;
}

function kindOf({ role, bounds, labels }: ElementDraft, { width }: Size): DetectionKind {
  if (
    role === "field" ||
    role === "checkbox" ||
    role === "radio" ||
    role === "switch" ||
    role === "slider" ||
    role === "tab"
  )
    return role;
  if (role === "row") return "row";
  const isSmall = bounds.right - bounds.left < width * 0.16;
  return isSmall && labels.length <= 1 ? "iconButton" : "button";
}

interface Removal {
  readonly share: number;
  readonly random: () => number;
}

/** Subtrees, chosen at random, until that share of the leaves is gone. */
function removed(
  tree: ViewHierarchy,
  leaves: readonly ElementDraft[],
  size: Size,
  { share, random }: Removal,
): ReadonlySet<number> {
  const gone = new Set<number>();
  const nodes = leaves.flatMap(({ node }) => (node === null ? [] : [node]));
  const isGone = () => nodes.filter((node) => gone.has(node)).length;
  const candidates = tree.nodes.flatMap((node, place) =>
    isCandidate(node, size) && nodes.some((leaf) => isUnder(tree, leaf, place)) ? [place] : [],
  );
  while (candidates.length > 0 && isGone() < nodes.length * share) {
    const [root] = candidates.splice(Math.floor(random() * candidates.length), 1);
    if (root === undefined) break;
    const subtree = tree.nodes.flatMap((_, place) => (isUnder(tree, place, root) ? [place] : []));
    const after = nodes.filter((node) => gone.has(node) || subtree.includes(node)).length;
    if (after <= Math.max(1, nodes.length * (share + 0.15))) for (const place of subtree) gone.add(place);
  }
  return gone;
}

function isCandidate({ bounds, parent }: UiNode, size: Size): boolean {
  return parent !== null && bounds !== null && area(bounds) <= size.width * size.height * 0.6;
}

function isUnder(tree: ViewHierarchy, place: number, root: number): boolean {
  for (let at: number | null = place; at !== null; at = tree.nodes[at]?.parent ?? null) if (at === root) return true;
  return false;
}
