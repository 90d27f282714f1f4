import { intersect, isEmpty, type Rect, rectOf, type Size } from "../../../../src/base/geometry.js";
import type { AccessibilityNodeState, AccessibilityWindowState } from "../accessibility-state.js";

/** The facts besides the nodes that determine the file. */
export interface DumpFacts {
  readonly apiLevel: number;
  readonly rotation: number;
  readonly size: Size;
  /**
   * `--compressed`: leaves out wrappers that are not important for the framework, and puts their children in their
   * place.
   */
  readonly isCompressed: boolean;
}

const HEAD = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>";

/** The file that `uiautomator dump` writes: one line without a newline at its end. */
export function hierarchyXml(root: AccessibilityNodeState, facts: DumpFacts): string {
  return `${HEAD}${hierarchy(root, facts)}`;
}

/** The file of `uiautomator dump --windows` (Android 11 and later): all windows, front first. */
export function windowsXml(windows: readonly AccessibilityWindowState[], facts: DumpFacts): string {
  const inner = windows.map((window, i) => windowElement(window, { index: i, layer: windows.length - 1 - i, facts }));
  return `${HEAD}<displays><display id="0">${inner.join("")}</display></displays>`;
}

const WINDOW_TYPES = {
  application: "TYPE_APPLICATION",
  inputMethod: "TYPE_INPUT_METHOD",
  system: "TYPE_SYSTEM",
} as const;

function windowElement(
  window: AccessibilityWindowState,
  place: { index: number; layer: number; facts: DumpFacts },
): string {
  const attributes = [
    ["index", place.index],
    ["title", window.kind === "application" ? window.title : ""],
    ["bounds", shortString(window.bounds)],
    ["active", window.isActive],
    ["focused", window.isActive],
    ["accessibility-focused", false],
    ["id", place.layer + 1],
    ["layer", place.layer],
    ["type", WINDOW_TYPES[window.kind]],
  ] as const;
  const body = window.root ? hierarchy(window.root, place.facts) : "";
  return element("window", attributes, body);
}

function hierarchy(root: AccessibilityNodeState, facts: DumpFacts): string {
  const [top = root] = facts.isCompressed ? importantOf(root, true) : [root];
  return `<hierarchy rotation="${facts.rotation}">${nodeElement(top, { index: 0, order: 0, facts })}</hierarchy>`;
}

/**
 * The node with only important nodes below it; the children of an unimportant node take its place, except at the root.
 */
function importantOf(node: AccessibilityNodeState, isRoot: boolean): readonly AccessibilityNodeState[] {
  const children = node.children.flatMap((child) => importantOf(child, false));
  return isRoot || node.isImportant ? [{ ...node, children }] : children;
}

type Attributes = readonly (readonly [string, string | number | boolean])[];

/** AccessibilityNodeInfoDumper of AOSP; Android 14 added drawing order and hint. */
function nodeElement(node: AccessibilityNodeState, place: { index: number; order: number; facts: DumpFacts }): string {
  const { facts } = place;
  const naf: Attributes = isNotFriendly(node) ? [["NAF", true]] : [];
  const extra: Attributes =
    facts.apiLevel >= 34
      ? [
          ["drawing-order", place.order],
          ["hint", node.hint],
        ]
      : [];
  const attributes: Attributes = [
    ...naf,
    ["index", place.index],
    ["text", node.text],
    ["resource-id", node.resourceId],
    ["class", node.className],
    ["package", node.packageName],
    ["content-desc", node.contentDescription],
    ["checkable", node.isCheckable],
    ["checked", node.isChecked],
    ["clickable", node.isClickable],
    ["enabled", node.isEnabled],
    ["focusable", node.isFocusable],
    ["focused", node.isFocused],
    ["scrollable", node.isScrollable],
    ["long-clickable", node.isLongClickable],
    ["password", node.isPassword],
    ["selected", node.isSelected],
    ["bounds", shortString(clipped(node.bounds, facts.size))],
    ...extra,
  ];
  const children = node.children.map((child, i) =>
    child.isVisibleToUser ? nodeElement(child, { index: i, order: i + 1, facts }) : "",
  );
  return element("node", attributes, children.join(""), facts.apiLevel);
}

function clipped(bounds: Rect, size: Size): Rect {
  const visible = intersect(bounds, rectOf(0, 0, size.width, size.height));
  return isEmpty(visible) ? rectOf(0, 0, 0, 0) : visible;
}

function shortString({ left, top, right, bottom }: Rect): string {
  return `[${left},${top}][${right},${bottom}]`;
}

const NAF_EXCLUDED = /android\.widget\.(GridView|GridLayout|ListView|TableLayout)$/;

/** "Not accessibility friendly": a clickable node without text or description in it or in its descendants. */
function isNotFriendly(node: AccessibilityNodeState): boolean {
  if (NAF_EXCLUDED.test(node.className) || !node.isClickable || !node.isEnabled) return false;
  return !saysSomething(node) && !node.children.some(hasWords);
}

function saysSomething(node: AccessibilityNodeState): boolean {
  return node.text !== "" || node.contentDescription !== "";
}

function hasWords(node: AccessibilityNodeState): boolean {
  return saysSomething(node) || node.children.some(hasWords);
}

function element(name: string, attributes: Attributes, body: string, apiLevel = 33): string {
  const written = attributes.map(([key, value]) => ` ${key}=${quoted(String(value), apiLevel)}`).join("");
  return body === "" ? `<${name}${written} />` : `<${name}${written}>${body}</${name}>`;
}

/** KXmlSerializer uses single quotes for a value that contains double quotes. */
function quoted(value: string, apiLevel: number): string {
  const quote = value.includes('"') ? "'" : '"';
  return quote + escaped(strippedOf(value), quote, apiLevel) + quote;
}

/** AccessibilityNodeInfoDumper.stripInvalidXMLChars: control characters and some non-characters become dots. */
function strippedOf(value: string): string {
  return value.replace(/[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufdd0-\ufddf]/g, ".");
}

const ENTITIES = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ["'", "&apos;"],
  ["\n", "&#10;"],
  ["\r", "&#13;"],
  ["\t", "&#9;"],
]);

/** A character above U+FFFF is written as one reference; on Android 7 as two references to its surrogates. */
function escaped(value: string, quote: string, apiLevel: number): string {
  return value.replace(/[&<>'\n\r\t]|[\u{10000}-\u{10ffff}]/gu, (character) => {
    if (character === "'" && quote !== "'") return character;
    return ENTITIES.get(character) ?? reference(character, apiLevel);
  });
}

function reference(character: string, apiLevel: number): string {
  if (apiLevel >= 26) return `&#${character.codePointAt(0) ?? 0};`;
  return `&#${character.charCodeAt(0)};&#${character.charCodeAt(1)};`;
}
