import { area, center, intersect, isEmpty, type Rect } from "../../base/geometry.js";
import { lookUp } from "../../base/word-table.js";
import type { UiNode, ViewHierarchy } from "../../screen/hierarchy.js";
import { normaliseLabel } from "../../screen/label.js";
import type { NodeDetails } from "../../screen/node-details.js";
import type { Page, PageNode } from "./page-nodes.js";

/** The class under which Chromium reports each role (ui/accessibility/android, AXRoleToAndroidClassName). */
const CLASSES: Readonly<Record<string, string>> = {
  button: "android.widget.Button",
  textbox: "android.widget.EditText",
  searchbox: "android.widget.EditText",
  spinbutton: "android.widget.EditText",
  checkbox: "android.widget.CheckBox",
  menuitemcheckbox: "android.widget.CheckBox",
  switch: "android.widget.Switch",
  radio: "android.widget.RadioButton",
  menuitemradio: "android.widget.RadioButton",
  combobox: "android.widget.Spinner",
  slider: "android.widget.SeekBar",
  progress: "android.widget.ProgressBar",
  image: "android.widget.Image",
  canvas: "android.view.SurfaceView",
  tab: "android.widget.TabItem",
};

/**
 * Adds the elements of a page below its WebView's node. `at` is the index of that node, which is marked `webview:
 * "both"`. An element that the hierarchy also has (the same words at the same place) is marked there; any other becomes
 * a node after the WebView's last one, with `webview: "only"`. Boxes are scaled from the page's CSS pixels to the
 * node's bounds and clipped to them. Pure.
 */
export function mergePage(hierarchy: ViewHierarchy, at: number, page: Page): ViewHierarchy {
  const host = hierarchy.nodes[at];
  if (!host?.bounds || isEmpty(host.bounds)) return hierarchy;
  const end = endOf(hierarchy, at);
  const nodes = [...hierarchy.nodes];
  nodes[at] = marked(page.scrolls ? { ...host, scrollable: true } : host);
  const added: UiNode[] = [];
  const places: number[] = [];
  const twins = new NodeMatcher(hierarchy, at, end);
  for (const one of page.nodes) {
    const bounds = onScreen(one, page, host.bounds);
    const twin = bounds === null ? null : twins.find(one, bounds);
    const parent = places[one.parent] ?? at;
    if (twin !== null) nodes[twin] = marked(nodes[twin] ?? host);
    else if (bounds !== null)
      added.push(nodeOf(one, { bounds, parent, host, depth: depthOf(nodes, added, parent, end) }));
    places.push(twin ?? (bounds === null ? parent : end + added.length - 1));
  }
  if (added.length === 0) return { ...hierarchy, nodes };
  const moved = (place: number | null) => (place === null || place < end ? place : place + added.length);
  const after = nodes.slice(end).map((node) => ({ ...node, parent: moved(node.parent) }));
  const all = [...nodes.slice(0, end), ...added, ...after];
  return {
    ...hierarchy,
    windows: hierarchy.windows.map((window) => ({ ...window, root: moved(window.root) })),
    nodes: all,
    nodeCount: all.length,
    depth: added.reduce((deepest, { depth }) => Math.max(deepest, depth + 1), hierarchy.depth),
  };
}

/** The index after the last node of a subtree. */
function endOf({ nodes }: ViewHierarchy, top: number): number {
  const depth = nodes[top]?.depth ?? 0;
  let end = top + 1;
  while (end < nodes.length && (nodes[end]?.depth ?? 0) > depth) end += 1;
  return end;
}

function depthOf(nodes: readonly UiNode[], added: readonly UiNode[], parent: number, end: number): number {
  return ((parent < end ? nodes[parent] : added[parent - end])?.depth ?? 0) + 1;
}

/** The box on the screen; null if no part of it is inside the WebView. */
function onScreen({ box }: PageNode, { view }: Page, host: Rect): Rect | null {
  const across = (x: number) => Math.round(host.left + ((x - view.left) * (host.right - host.left)) / view.width);
  const down = (y: number) => Math.round(host.top + ((y - view.top) * (host.bottom - host.top)) / view.height);
  const [left, top, right, bottom] = box;
  const bounds = { left: across(left), top: down(top), right: across(right), bottom: down(bottom) };
  if (isEmpty(bounds)) return null;
  const shown = intersect(bounds, host);
  return isEmpty(shown) ? null : shown;
}

function marked(node: UiNode): UiNode {
  return { ...node, details: { ...node.details, webview: "both" } };
}

/** Finds nodes of the hierarchy for elements of the page, by their words; each node matches at most one element. */
class NodeMatcher {
  readonly #byWords = new Map<string, { readonly place: number; readonly bounds: Rect }[]>();

  constructor({ nodes }: ViewHierarchy, at: number, end: number) {
    for (let place = at + 1; place < end; place += 1) {
      const node = nodes[place];
      if (!node?.bounds) continue;
      const { bounds, text, contentDescription, hint } = node;
      const said = new Set([text, contentDescription, hint].map((words) => normaliseLabel(words ?? "")));
      for (const words of said) if (words !== "") this.#note(words, { place, bounds });
    }
  }

  /** The index of the node with the same words, if the centre of each of the two boxes is inside the other. */
  find({ name, value, placeholder }: PageNode, bounds: Rect): number | null {
    for (const words of [name, value, placeholder]) {
      const found = this.#byWords.get(normaliseLabel(words ?? "")) ?? [];
      const at = found.findIndex((one) => holdsMiddle(one.bounds, bounds) && holdsMiddle(bounds, one.bounds));
      if (at >= 0) return found.splice(at, 1)[0]?.place ?? null;
    }
    return null;
  }

  #note(words: string, one: { readonly place: number; readonly bounds: Rect }): void {
    const known = this.#byWords.get(words);
    if (known) known.push(one);
    else this.#byWords.set(words, [one]);
  }
}

function holdsMiddle(outer: Rect, inner: Rect): boolean {
  const { x, y } = center(inner);
  return area(inner) > 0 && x >= outer.left && x < outer.right && y >= outer.top && y < outer.bottom;
}

interface Placed {
  readonly bounds: Rect;
  readonly parent: number;
  readonly depth: number;
  readonly host: UiNode;
}

function nodeOf(one: PageNode, { bounds, parent, depth, host }: Placed): UiNode {
  const { role, name, id, touch, value = null, placeholder = null } = one;
  const className = lookUp(CLASSES, role) ?? (touch ? "android.view.View" : "android.widget.TextView");
  const isField = className.endsWith("EditText");
  const isChecked = one.checked !== undefined;
  return {
    parent,
    depth,
    window: host.window,
    className,
    package: host.package,
    resourceId: id === "" ? null : id,
    text: isField ? (one.password ? "" : (value ?? "")) : role === "combobox" ? value : name,
    contentDescription: isField || role === "combobox" ? name || null : null,
    hint: isField ? (placeholder ?? name) : null,
    stateDescription: role === "slider" || role === "progress" ? value : null,
    bounds,
    checkable: isChecked,
    checked: isChecked ? (one.checked ?? null) : false,
    clickable: touch,
    longClickable: false,
    enabled: one.disabled !== true,
    focusable: touch,
    focused: one.focused === true,
    scrollable: false,
    selected: one.selected === true,
    password: one.password === true,
    visibleToUser: true,
    naf: null,
    drawingOrder: null,
    details: detailsOf(one),
  };
}

function detailsOf({ role, expanded }: PageNode): NodeDetails {
  return {
    webview: "only",
    ...(role === "heading" ? { states: ["heading"] } : {}),
    ...(role === "link" ? { roleDescription: "link" } : {}),
    ...(expanded === undefined ? {} : { expanded: expanded ? ("full" as const) : ("collapsed" as const) }),
  };
}
