import { area, type Size } from "../../src/base/geometry.js";
import type { UiNode, ViewHierarchy } from "../../src/screen/hierarchy.js";
import { type DrawnScreen, flatten } from "./drawn.js";

const PLAIN: Omit<UiNode, "parent" | "depth" | "className" | "bounds"> = {
  window: 0,
  package: "com.example.app",
  resourceId: null,
  text: null,
  contentDescription: null,
  hint: null,
  stateDescription: null,
  checkable: false,
  checked: false,
  clickable: false,
  longClickable: false,
  enabled: true,
  focusable: false,
  focused: false,
  scrollable: false,
  selected: false,
  password: false,
  visibleToUser: true,
  naf: null,
  drawingOrder: null,
  details: null,
};

/** The hierarchy that Android would report for the screen, without the parts that are only pixels. */
export function treeOf({ root }: DrawnScreen): ViewHierarchy {
  const nodes: UiNode[] = [];
  const places = new Map<number, number>();
  flatten(root).forEach(({ part, parent }, at) => {
    if (parent !== null && !places.has(parent)) return;
    if (part.isOnlyPixels) return;
    const above = parent === null ? null : (places.get(parent) ?? null);
    places.set(at, nodes.length);
    nodes.push({
      ...PLAIN,
      parent: above,
      depth: above === null ? 0 : (nodes[above]?.depth ?? 0) + 1,
      className: part.className,
      bounds: part.bounds,
      text: part.text ?? null,
      contentDescription: part.description ?? null,
      clickable: part.clickable === true,
      checkable: part.checkable === true,
      scrollable: part.scrollable === true,
    });
  });
  return hierarchyOf(nodes);
}

function hierarchyOf(nodes: readonly UiNode[]): ViewHierarchy {
  const window = {
    windowId: null,
    title: null,
    type: null,
    layer: null,
    active: null,
    focused: null,
    displayId: null,
    bounds: nodes[0]?.bounds ?? null,
    touchable: null,
    tree: null,
    root: 0,
  };
  const depth = Math.max(0, ...nodes.map((node) => node.depth + 1));
  return {
    rotation: 0,
    epoch: null,
    windows: [window],
    nodes,
    nodeCount: nodes.length,
    depth,
    packages: ["com.example.app"],
  };
}

/** Shares of nodes that lose their words, that lose their touchability, or that are removed with their subtree. */
export interface Ablation {
  readonly labels: number;
  readonly touch: number;
  readonly nodes: number;
}

/** Larger nodes are layouts: without one of them the tree would be nearly empty. */
const LARGEST_REMOVED = 0.25;

export function ablate(tree: ViewHierarchy, ablation: Ablation, screen: Size, random: () => number): ViewHierarchy {
  const gone = new Set<number>();
  const changed = tree.nodes.map((node, place): UiNode => {
    const [words, touch, self] = [random() < ablation.labels, random() < ablation.touch, random() < ablation.nodes];
    const isSmall = node.bounds !== null && area(node.bounds) <= screen.width * screen.height * LARGEST_REMOVED;
    if ((node.parent !== null && gone.has(node.parent)) || (self && isSmall && node.parent !== null)) gone.add(place);
    return {
      ...node,
      ...(words ? { text: null, contentDescription: null, hint: null, stateDescription: null } : {}),
      ...(touch ? { clickable: false, checkable: false, longClickable: false } : {}),
    };
  });
  return without({ ...tree, nodes: changed }, gone);
}

/** The tree without the nodes in `gone`, which has to contain their descendants, too. */
export function without(tree: ViewHierarchy, gone: ReadonlySet<number>): ViewHierarchy {
  const places = new Map<number, number>();
  const nodes: UiNode[] = [];
  tree.nodes.forEach((node, place) => {
    if (gone.has(place)) return;
    places.set(place, nodes.length);
    nodes.push({ ...node, parent: node.parent === null ? null : (places.get(node.parent) ?? null) });
  });
  const windows = tree.windows.map((window) => ({
    ...window,
    root: window.root === null ? null : (places.get(window.root) ?? null),
  }));
  return { ...tree, windows, nodes, nodeCount: nodes.length };
}
