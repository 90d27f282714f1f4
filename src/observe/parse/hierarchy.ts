import { XMLParser } from "fast-xml-parser";
import { FoveaError } from "../../base/errors.js";
import { type Rect, rectOf } from "../../base/geometry.js";
import { FARTHEST_PIXEL } from "../../screen/facts.js";
import type { UiNode, UiWindow, ViewHierarchy } from "../../screen/hierarchy.js";
import { visibleText } from "./password.js";
import { findRect } from "./rects.js";
import { integerOf } from "./text.js";
import { decodeAttribute, findXmlFault } from "./xml-text.js";

/**
 * A `uiautomator dump` (Android 4.3 to 16, `--compressed`, `--windows`), or the same dialect written by uiautomator2,
 * Appium and others (several roots, tags named after classes, more or fewer attributes). What stands before and after
 * the document (warnings, "UI hierchary dumped to: …") is ignored.
 * Errors: HIERARCHY_MALFORMED for a document that is broken or cut off. Undefined where there is no document at all.
 */
export function parseHierarchy(text: string): ViewHierarchy | undefined {
  const xml = findDocument(text);
  if (xml === undefined) return undefined;
  const fault = findXmlFault(xml);
  if (fault !== undefined) throw new FoveaError("HIERARCHY_MALFORMED", `the hierarchy is not whole: ${fault}`);
  return readDocument(parseXml(xml));
}

/** From the root tag to its closing tag, or to the end where that is missing. A tree without nodes is one empty tag. */
function findDocument(text: string): string | undefined {
  const start = /<(hierarchy|displays)(?=[\s>/])(?:[^<>]*\/>)?/.exec(text);
  if (!start) return undefined;
  if (start[0].endsWith("/>")) return start[0];
  const closing = `</${start[1]}>`;
  const end = text.lastIndexOf(closing);
  return end < start.index ? text.slice(start.index) : text.slice(start.index, end + closing.length);
}

/** An element as the library gives it with `preserveOrder`: one key for the tag, `:@` for the attributes. */
type XmlElement = Readonly<Record<string, unknown>>;

const PARSER_OPTIONS = {
  // Only this output form is built without recursion, so that 5,000 levels are no danger.
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: "",
  parseAttributeValue: false,
  parseTagValue: false,
  trimValues: false,
  // The library knows no surrogate references and limits how many entities it expands.
  processEntities: false,
  maxNestedTags: 1_000_000,
  ignoreDeclaration: true,
};

function parseXml(xml: string): readonly XmlElement[] {
  try {
    return new XMLParser(PARSER_OPTIONS).parse(xml);
  } catch (cause) {
    throw new FoveaError("HIERARCHY_MALFORMED", "the hierarchy is not XML", { cause });
  }
}

interface Reading {
  rotation: number | null;
  readonly windows: OpenWindow[];
  readonly nodes: UiNode[];
}

/** A window whose root is not read yet, or just was. */
type OpenWindow = Omit<UiWindow, "root"> & { root: number | null };

interface Pending {
  readonly element: XmlElement;
  readonly parent: number | null;
  readonly depth: number;
  readonly place: Surroundings;
}

/** What the elements around a tree say about it. */
interface Surroundings {
  /** Place of the `<window>` around it; null for the roots of a plain dump, each of which is a window of its own. */
  readonly window: number | null;
  readonly displayId: number | null;
}

function readDocument(document: readonly XmlElement[]): ViewHierarchy {
  const reading: Reading = { rotation: null, windows: [], nodes: [] };
  const stack: Pending[] = pendingOf(document, null, 0, { window: null, displayId: null });
  for (let next = stack.pop(); next; next = stack.pop()) {
    for (const pending of visit(reading, next)) stack.push(pending);
  }
  const { nodes } = reading;
  return {
    ...reading,
    epoch: null,
    nodeCount: nodes.length,
    depth: nodes.reduce((most, node) => Math.max(most, node.depth + 1), 0),
    packages: [...new Set(nodes.flatMap((node) => node.package || []))],
  };
}

/** Reads one element and gives what is to be read next, last first. */
function visit(reading: Reading, { element, parent, depth, place }: Pending): readonly Pending[] {
  const tag = Object.keys(element).find((key) => key !== ":@" && key !== "#text");
  if (tag === undefined) return [];
  const attributes = attributesOf(element);
  const children = childElements(element[tag]);
  if (tag === "hierarchy" || tag === "displays") {
    reading.rotation ??= rotationOf(attributes.get("rotation"));
    return pendingOf(children, null, 0, place);
  }
  if (tag === "display") return pendingOf(children, null, 0, { ...place, displayId: integerOf(attributes.get("id")) });
  if (tag === "window" && parent === null) {
    reading.windows.push(windowOf(attributes, place.displayId));
    return pendingOf(children, null, 0, { ...place, window: reading.windows.length - 1 });
  }
  const window = parent === null ? rootWindow(reading, attributes, place) : (reading.nodes[parent]?.window ?? 0);
  reading.nodes.push(nodeOf(tag, attributes, { parent, depth, window }));
  return pendingOf(children, reading.nodes.length - 1, depth + 1, place);
}

/** The window of a root: the `<window>` around it, which may hold windows of its own before its tree, or a new one. */
function rootWindow(reading: Reading, attributes: Attributes, { window, displayId }: Surroundings): number {
  const index = window ?? reading.windows.push(bareWindow(attributes, displayId)) - 1;
  const entry = reading.windows[index];
  if (entry) entry.root ??= reading.nodes.length;
  return index;
}

/** `<window>` of `uiautomator dump --windows` (Android 11+): its nodes follow inside a `<hierarchy>`. */
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
  const untold = { touchable: null, tree: null };
  return {
    ...nothing,
    ...untold,
    displayId: integerOf(attributes.get("display-id")) ?? displayId,
    bounds: boundsOf(attributes),
  };
}

/** Web pages report places beyond every screen, up to the ends of an int: they are brought back to what a place can be. */
function boundsOf(attributes: Attributes): Rect | null {
  const bounds = findRect(attributes.get("bounds") ?? "");
  if (!bounds) return null;
  const { left, top, right, bottom } = bounds;
  return rectOf(clampPixel(left), clampPixel(top), clampPixel(right), clampPixel(bottom));
}

function clampPixel(value: number): number {
  return Math.max(-FARTHEST_PIXEL, Math.min(FARTHEST_PIXEL, value));
}

function pendingOf(
  elements: readonly XmlElement[],
  parent: number | null,
  depth: number,
  place: Surroundings,
): Pending[] {
  return elements.map((element) => ({ element, parent, depth, place })).reverse();
}

type Attributes = ReadonlyMap<string, string>;

function attributesOf(element: XmlElement): Attributes {
  const raw = element[":@"];
  if (typeof raw !== "object" || raw === null) return new Map();
  return new Map(Object.entries(raw).map(([name, value]) => [name, decodeAttribute(String(value))]));
}

function childElements(value: unknown): readonly XmlElement[] {
  return Array.isArray(value) ? value : [];
}

function nodeOf(tag: string, attributes: Attributes, place: Pick<UiNode, "parent" | "depth" | "window">): UiNode {
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
    text: password === true ? visibleText(get("text"), hint) : get("text"),
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
    // Appium calls AccessibilityNodeInfo.isVisibleToUser "displayed".
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
