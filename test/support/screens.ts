import assert from "node:assert/strict";
import { isEmpty } from "../../src/base/geometry.js";
import { parseHierarchy } from "../../src/observe/parse/hierarchy.js";
import type { UiElement } from "../../src/screen/element.js";
import { elementsOf } from "../../src/screen/elements.js";
import type { UiNode, ViewHierarchy } from "../../src/screen/hierarchy.js";
import { assignRefs } from "../../src/screen/identity.js";
import { normaliseLabel } from "../../src/screen/label.js";
import { systemBarWindows } from "../../src/screen/system-bars.js";

/** The input for outlines and identities. */
export interface Screen {
  readonly elements: readonly UiElement[];
  readonly viewHierarchy: ViewHierarchy;
}

/** Gives a function that returns e1, e2, … */
export function refCounter(): () => string {
  let last = 0;
  return () => {
    last += 1;
    return `e${last}`;
  };
}

/** The elements of a hierarchy in XML, with refs from e1. */
export function screenOf(xml: string): Screen {
  const viewHierarchy = parseHierarchy(xml);
  assert.ok(viewHierarchy, "not read as a hierarchy");
  const elements = assignRefs(elementsOf(viewHierarchy, null), viewHierarchy, null, refCounter());
  return { elements, viewHierarchy };
}

/** Whether a user could see the node: it has an area, and is not reported as hidden. */
export function isVisible(node: UiNode): boolean {
  return node.bounds !== null && !isEmpty(node.bounds) && node.visibleToUser !== false;
}

/** Every label of every visible node outside of the system bars, sorted; a node's equal texts count once. */
export function visibleLabels(hierarchy: ViewHierarchy): readonly string[] {
  const bars = systemBarWindows(hierarchy, null);
  return hierarchy.nodes
    .filter((node) => isVisible(node) && !bars.has(node.window))
    .flatMap((node) => {
      const said = [node.text, node.contentDescription, node.hint, node.stateDescription];
      return [...new Set(said.map((label) => normaliseLabel(label ?? "")).filter((label) => label !== ""))];
    })
    .sort();
}

const STRING = /"((?:[^"\\]|\\.)*)"/g;

/** Every string in the lines of an outline, unescaped and sorted. */
export function printedLabels(lines: readonly string[]): readonly string[] {
  return lines
    .flatMap((line) => [...line.matchAll(STRING)].map((found) => (found[1] ?? "").replace(/\\(.)/g, "$1")))
    .sort();
}

const ACTION_CLASSES = /EditText|AutoComplete/;

/** Whether a user could act on the node by touch or keyboard. */
export function isActionableNode(node: UiNode): boolean {
  const flags = [node.clickable, node.longClickable, node.checkable, node.scrollable];
  return isVisible(node) && (flags.includes(true) || ACTION_CLASSES.test(node.className ?? ""));
}
