import assert from "node:assert/strict";
import type { UiElement } from "../../src/screen/element.js";
import { elementsOf } from "../../src/screen/elements.js";
import { assignRefs } from "../../src/screen/identity.js";
import { at, node, page, screenWith, text } from "./build-screen.js";
import { refCounter, type Screen } from "./screens.js";
import type { TreeNode } from "./ui-tree.js";

/** The elements of one observation after another. */
export function observationsOf(...pages: readonly (readonly TreeNode[])[]): readonly (readonly UiElement[])[] {
  const next = refCounter();
  let last: Screen | null = null;
  return pages.map((parts) => {
    const { viewHierarchy } = screenWith(page(...parts));
    last = { elements: assignRefs(elementsOf(viewHierarchy, null), viewHierarchy, last, next), viewHierarchy };
    return last.elements;
  });
}

export function labelled(elements: readonly UiElement[] | undefined, label: string): UiElement {
  const found = elements?.filter(({ labels }) => labels.includes(label)) ?? [];
  const [only, ...others] = found;
  assert.ok(only && others.length === 0, label);
  return only;
}

/** The child of the element with this label. */
export function partOf(elements: readonly UiElement[] | undefined, label: string): UiElement {
  const { ref } = labelled(elements, label);
  const found = elements?.find(({ parent }) => parent === ref);
  assert.ok(found, label);
  return found;
}

/** A page that scrolls. */
export function scroller(...children: readonly TreeNode[]): TreeNode {
  return node({ class: "android.widget.ScrollView", scrollable: "true", bounds: at(0, 100, 1000, 1900) }, ...children);
}

export function toggle(bounds: string, isOn = false): TreeNode {
  const look = { class: "android.widget.Switch", clickable: "true", checkable: "true" };
  return node({ ...look, checked: String(isOn), bounds });
}

/** A row that is not clickable: a name, a number below it, and a switch without words next to both. */
export function line(name: string, figure: string, top: number): readonly TreeNode[] {
  return [
    text(name, { bounds: at(0, top, 500, top + 60) }),
    text(figure, { bounds: at(0, top + 60, 500, top + 120) }),
    toggle(at(800, top, 950, top + 120)),
  ];
}

/** A row that can be pressed, with a switch in it. */
export function row(name: string, figure: string, top: number, end = 1900): TreeNode {
  const inSight = (left: number, from: number, right: number, to: number) => ({
    bounds: at(left, from, right, Math.min(to, end)),
  });
  const words = [
    text(name, inSight(0, top, 500, top + 60)),
    ...(top + 60 < end ? [text(figure, inSight(0, top + 60, 500, top + 120))] : []),
  ];
  const whole = { class: "android.view.ViewGroup", clickable: "true", ...inSight(0, top, 1000, top + 120) };
  return node(whole, ...words, toggle(inSight(800, top, 950, top + 120).bounds));
}

/** The switch in one line with a name. */
export function beside(elements: readonly UiElement[] | undefined, name: string): UiElement {
  const { bounds } = labelled(elements, name);
  const found = elements?.find((one) => one.role === "switch" && one.bounds.top === bounds.top);
  assert.ok(found, name);
  return found;
}
