import { area, center, containsPoint, isEmpty, type Rect } from "../base/geometry.js";
import type { UiNode, ViewHierarchy } from "../screen/hierarchy.js";
import { simpleName } from "../screen/role.js";

/** A node that draws more than it reports: its contents are in no hierarchy. */
export interface OpaqueHost {
  /** The index in `hierarchy.nodes`. */
  readonly node: number;
  readonly bounds: Rect;
  readonly window: number;
  /** Its share of its window's area, 0–1. */
  readonly share: number;
  /** Its class with an article: "a WebView". */
  readonly name: string;
}

const DRAWS_FOR_ITSELF =
  /WebView|SurfaceView|TextureView|GLView|UnityPlayer|FlutterView|ComposeView|XWalk|Cocos|Canvas/i;
/** A leaf of an unknown class that is larger than this share of its window draws its contents itself. */
const LARGE_LEAF = 0.15;
/** If more leaves with words or touch than this are inside a canvas, it is only their background. */
const MOST_OVER = 2;
const WIDGET = /^(?:android\.widget\.|androidx\.|android\.support\.|com\.google\.android\.material\.)/;

/** The nodes that do not report their contents, in document order. */
export function opaqueHosts(hierarchy: ViewHierarchy): readonly OpaqueHost[] {
  const { nodes, windows } = hierarchy;
  const isParent = new Uint8Array(nodes.length);
  for (const node of nodes) {
    if (node.parent !== null && isShown(node)) isParent[node.parent] = 1;
  }
  const isLeaf = (place: number) => isParent[place] === 0;
  const described = nodes.filter((node, place) => isLeaf(place) && isShown(node) && isDescribed(node));
  return nodes.flatMap((node, place) => {
    if (node.bounds === null || !isShown(node) || !isLeaf(place)) return [];
    const root = windows[node.window]?.root ?? null;
    const whole = area((root === null ? null : nodes[root]?.bounds) ?? node.bounds);
    const share = whole === 0 ? 0 : Math.min(1, area(node.bounds) / whole);
    if (!isHostClass(node, share) || (saysWords(node) && !isTitled(node, share))) return [];
    const { bounds, window } = node;
    const over = described.filter((other) => other !== node && other.window === window && isWithin(other, bounds));
    if (over.length > MOST_OVER) return [];
    return [{ node: place, bounds, window, share, name: nameOf(node) }];
  });
}

function isShown({ bounds, visibleToUser }: UiNode): boolean {
  return bounds !== null && !isEmpty(bounds) && visibleToUser !== false;
}

function saysWords({ text, contentDescription }: UiNode): boolean {
  return Boolean(text?.trim() || contentDescription?.trim());
}

function isDescribed(node: UiNode): boolean {
  return saysWords(node) || node.clickable === true || node.checkable === true;
}

function isWithin({ bounds }: UiNode, host: Rect): boolean {
  return bounds !== null && containsPoint(host, center(bounds));
}

/** Whether the words of a large node that draws itself are only its title, such as that of a page or a game. */
function isTitled({ className }: UiNode, share: number): boolean {
  return share > LARGE_LEAF && DRAWS_FOR_ITSELF.test(simpleName(className));
}

function isHostClass({ className }: UiNode, share: number): boolean {
  if (DRAWS_FOR_ITSELF.test(simpleName(className))) return true;
  if (className === null || WIDGET.test(className) || /Layout|Image|ViewStub/.test(className)) return false;
  return share > LARGE_LEAF;
}

function nameOf({ className }: UiNode): string {
  const name = simpleName(className) || "View";
  return `${/^[AEIO]/.test(name) ? "an" : "a"} ${name}`;
}
