import { FoveaError } from "../../base/errors.js";
import { type Rect, rectOf } from "../../base/geometry.js";
import { FARTHEST_PIXEL } from "../../screen/facts.js";
import type { UiNode, UiWindow, ViewHierarchy } from "../../screen/hierarchy.js";
import { masksTyped, visibleText } from "./password.js";
import { findRect } from "./rects.js";
import { integerOf } from "./text.js";
import { type XmlAttributes as Attributes, type XmlTag, XmlTags } from "./xml-tags.js";

/**
 * Reads a `uiautomator dump` (Android 4.3 to 16, `--compressed`, `--windows`), or the same format written by
 * uiautomator2, Appium and others (several roots, tags named after classes, more or fewer attributes). Text before and
 * after the document (warnings, "UI hierchary dumped to: …") is ignored. The API level helps to distinguish a password
 * field's hint from a secret, if the document does not. Undefined if there is no document. Errors: HIERARCHY_MALFORMED
 * for a document that is broken or cut off, OUTPUT_TOO_LARGE for more than 250,000 elements.
 */
export function parseHierarchy(text: string, apiLevel: number | null = null): ViewHierarchy | undefined {
  return parseWithin(text, apiLevel, { nodes: MOST_NODES, levels: MOST_NODES })?.hierarchy;
}

/** How much of a hierarchy is read: the first `nodes` nodes in document order, and only the upper `levels` levels. */
export interface TreeBounds {
  readonly nodes: number;
  readonly levels: number;
}

/** A hierarchy, and how many nodes the bounds left out. */
export interface BoundedHierarchy {
  readonly hierarchy: ViewHierarchy;
  readonly leftOut: number;
}

/** As parseHierarchy, but reads no more of a large tree than `bounds` allows. Errors: as {@link parseHierarchy}. */
export function parseWithin(text: string, apiLevel: number | null, bounds: TreeBounds): BoundedHierarchy | undefined {
  const xml = findDocument(text);
  return xml === undefined ? undefined : readDocument(xml, masksTyped(apiLevel), bounds);
}

/**
 * The document: from the root tag to its closing tag, or to the end of the text if the closing tag is missing. A
 * hierarchy without nodes is a single empty tag.
 */
function findDocument(text: string): string | undefined {
  const start = /<(hierarchy|displays)(?=[\s>/])(?:[^<>]*\/>)?/.exec(text);
  if (!start) return undefined;
  if (start[0].endsWith("/>")) return start[0];
  const closing = `</${start[1]}>`;
  const end = text.lastIndexOf(closing);
  return end < start.index ? text.slice(start.index) : text.slice(start.index, end + closing.length);
}

/** Real screens have hundreds of nodes, long web pages about ten thousand. */
const MOST_NODES = 250_000;

interface Reading {
  /** The device masks what is typed into password fields, except for those of web pages. */
  readonly masksTyped: boolean;
  readonly bounds: TreeBounds;
  rotation: number | null;
  readonly windows: OpenWindow[];
  readonly nodes: UiNode[];
  leftOut: number;
}

/** A window while it is read: its root may still be missing. */
type OpenWindow = Omit<UiWindow, "root"> & { root: number | null };

/** Facts about an element that come from the elements around it. */
interface Surroundings {
  /** Index of its parent node; null for a root. */
  readonly parent: number | null;
  readonly depth: number;
  /** Index of the `<window>` around it; null for the roots of a plain dump, each of which is its own window. */
  readonly window: number | null;
  readonly displayId: number | null;
  /** The browser engine draws the fields of a web page, so the device does not mask them. */
  readonly isInWebPage: boolean;
  /** Its parent was left out. */
  readonly isLeftOut: boolean;
}

/** An open tag, and the surroundings of the elements in it. */
interface Open {
  readonly name: string;
  readonly inside: Surroundings;
}

const OUTSIDE: Surroundings = {
  parent: null,
  depth: 0,
  window: null,
  displayId: null,
  isInWebPage: false,
  isLeftOut: false,
};

/** Reads the tags in document order. Errors: HIERARCHY_MALFORMED if they are not nested correctly, OUTPUT_TOO_LARGE. */
function readDocument(xml: string, masksTyped: boolean, bounds: TreeBounds): BoundedHierarchy {
  const reading: Reading = { masksTyped, bounds, rotation: null, windows: [], nodes: [], leftOut: 0 };
  const tags = new XmlTags(xml);
  const open: Open[] = [];
  let roots = 0;
  for (let from = tags.place, tag = tags.next(); tag; from = tags.place, tag = tags.next()) {
    if (tag.kind === "close") {
      if (open.pop()?.name !== tag.name) throw malformed(`</${tag.name}> at character ${from} closes nothing`);
      continue;
    }
    if (open.length === 0) roots += 1;
    const inside = visit(reading, tag, open.at(-1)?.inside ?? OUTSIDE);
    if (tag.kind === "open") open.push({ name: tag.name, inside });
  }
  if (!tags.isAtEnd) throw malformed(`it ends early, or has something other than tags, at character ${tags.place}`);
  if (open.length > 0) throw malformed(`it ends with ${open.length} tags still open`);
  if (roots !== 1) throw malformed(`it has ${roots} root elements`);
  return { hierarchy: hierarchyOf(reading), leftOut: reading.leftOut };
}

function malformed(fault: string): FoveaError {
  return new FoveaError("HIERARCHY_MALFORMED", `the hierarchy is not well-formed: ${fault}`);
}

function hierarchyOf({ rotation, windows, nodes }: Reading): ViewHierarchy {
  return {
    rotation,
    windows,
    nodes,
    epoch: null,
    nodeCount: nodes.length,
    depth: nodes.reduce((most, node) => Math.max(most, node.depth + 1), 0),
    packages: [...new Set(nodes.flatMap((node) => node.package || []))],
  };
}

/** Reads one element, and gives the surroundings of the elements in it. */
function visit(reading: Reading, { name, attributes }: XmlTag, around: Surroundings): Surroundings {
  if (name === "hierarchy" || name === "displays") {
    reading.rotation ??= rotationOf(attributes.get("rotation"));
    return { ...around, parent: null, depth: 0 };
  }
  if (name === "display") return { ...around, parent: null, depth: 0, displayId: integerOf(attributes.get("id")) };
  if (name === "window" && around.parent === null) {
    const window = reading.windows.push(windowOf(attributes, around.displayId)) - 1;
    return { ...around, depth: 0, window };
  }
  const { bounds, nodes } = reading;
  if (nodes.length + reading.leftOut >= MOST_NODES) {
    throw new FoveaError("OUTPUT_TOO_LARGE", `the hierarchy has more than ${MOST_NODES} elements`);
  }
  const { parent, depth } = around;
  if (around.isLeftOut || nodes.length >= bounds.nodes || depth >= bounds.levels) {
    reading.leftOut += 1;
    return { ...around, isLeftOut: true };
  }
  const window = parent === null ? rootWindow(reading, attributes, around) : (nodes[parent]?.window ?? 0);
  const isMasked = reading.masksTyped && !around.isInWebPage;
  const node = nodeOf(name, attributes, { parent, depth, window, isMasked });
  const place = nodes.push(node) - 1;
  const isInWebPage = around.isInWebPage || /WebView/.test(node.className ?? "");
  return { ...around, parent: place, depth: depth + 1, isInWebPage };
}

/** The window of a root: the `<window>` around it, whose child windows may come before its nodes; else a new window. */
function rootWindow(reading: Reading, attributes: Attributes, { window, displayId }: Surroundings): number {
  const index = window ?? reading.windows.push(bareWindow(attributes, displayId)) - 1;
  const entry = reading.windows[index];
  if (entry) entry.root ??= reading.nodes.length;
  return index;
}

/** `<window>` of `uiautomator dump --windows` (since Android 11): its nodes follow inside a `<hierarchy>`. */
function windowOf(attributes: Attributes, displayId: number | null): OpenWindow {
  return {
    windowId: integerOf(attributes.get("id")),
    title: attributes.get("title") ?? null,
    type: attributes.get("type") ?? null,
    layer: integerOf(attributes.get("layer")),
    active: flagOf(attributes.get("active")),
    focused: flagOf(attributes.get("focused")),
    displayId: integerOf(attributes.get("display-id")) ?? displayId,
    bounds: boundsOf(attributes),
    touchable: null,
    tree: null,
    root: null,
  };
}

function bareWindow(attributes: Attributes, displayId: number | null): OpenWindow {
  const nothing = { windowId: null, title: null, type: null, layer: null, active: null, focused: null, root: null };
  const unknown = { touchable: null, tree: null };
  return {
    ...nothing,
    ...unknown,
    displayId: integerOf(attributes.get("display-id")) ?? displayId,
    bounds: boundsOf(attributes),
  };
}

/** Web pages report positions far outside the screen, up to the limits of an int: they are clamped. */
function boundsOf(attributes: Attributes): Rect | null {
  const bounds = findRect(attributes.get("bounds") ?? "");
  if (!bounds) return null;
  const { left, top, right, bottom } = bounds;
  return rectOf(clampPixel(left), clampPixel(top), clampPixel(right), clampPixel(bottom));
}

function clampPixel(value: number): number {
  return Math.max(-FARTHEST_PIXEL, Math.min(FARTHEST_PIXEL, value));
}

type NodePlace = Pick<UiNode, "parent" | "depth" | "window"> & { readonly isMasked: boolean };

function nodeOf(tag: string, attributes: Attributes, place: NodePlace): UiNode {
  const get = (name: string) => attributes.get(name) ?? null;
  const flag = (name: string) => flagOf(attributes.get(name));
  const password = flag("password");
  const hint = get("hint");
  // Written out, because a spread before so many properties makes V8 build each node as a dictionary.
  return {
    parent: place.parent,
    depth: place.depth,
    window: place.window,
    className: get("class") ?? (tag === "node" ? null : tag),
    package: get("package"),
    resourceId: get("resource-id"),
    text: password === true ? visibleText(get("text"), hint, place.isMasked) : get("text"),
    contentDescription: get("content-desc"),
    hint,
    stateDescription: get("state-description"),
    bounds: boundsOf(attributes),
    checkable: flag("checkable"),
    checked: flag("checked"),
    clickable: flag("clickable"),
    longClickable: flag("long-clickable"),
    enabled: flag("enabled"),
    focusable: flag("focusable"),
    focused: flag("focused"),
    scrollable: flag("scrollable"),
    selected: flag("selected"),
    password,
    // Appium writes AccessibilityNodeInfo.isVisibleToUser as "displayed".
    visibleToUser: flag("visible-to-user") ?? flag("displayed"),
    naf: flag("NAF"),
    drawingOrder: integerOf(attributes.get("drawing-order")),
    details: null,
  };
}

function flagOf(word: string | undefined): boolean | null {
  return word === "true" ? true : word === "false" ? false : null;
}

function rotationOf(digits: string | undefined): number | null {
  const value = integerOf(digits);
  return value !== null && value >= 0 && value <= 3 ? value : null;
}
