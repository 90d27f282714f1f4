import assert from "node:assert/strict";
import { test } from "node:test";
import { matchElements } from "../../src/screen/match.js";
import { parseElement } from "../../src/screen/selector.js";
import { at, button, list, node, page, screenWith, text } from "../support/build-screen.js";
import type { TreeNode } from "../support/ui-tree.js";

const LAYOUT = { class: "android.widget.LinearLayout" };

/** A row that can be clicked, with a button in it. */
function clickableRow(name: string, top: number, attributes: Readonly<Record<string, string>> = {}): TreeNode {
  return node(
    { ...LAYOUT, clickable: "true", bounds: at(0, top, 1000, top + 100), ...attributes },
    text(name, { bounds: at(0, top, 500, top + 100) }),
    button("Delete", { bounds: at(700, top, 1000, top + 100) }),
  );
}

function found(screen: ReturnType<typeof screenWith>, selector: string): readonly string[] {
  return matchElements(parseElement(selector), screen.elements).map(
    ({ role, labels, bounds }) => `${role} ${labels.join(" ")} at ${bounds.top}`,
  );
}

const PLAIN = screenWith(page(node(LAYOUT, clickableRow("Alice", 300), clickableRow("Frank", 400))));

test("`in row` means a clickable container that is printed as a button, where no row fits", () => {
  assert.deepEqual(found(PLAIN, 'button "Frank"'), ["button Frank at 400"]);
  assert.deepEqual(found(PLAIN, '"Delete" in row "Frank"'), ["button Delete at 400"]);
  assert.deepEqual(found(PLAIN, '"Delete" in row #2'), ["button Delete at 400"]);
  assert.deepEqual(found(PLAIN, '"Delete" in row "Bob"'), []);
  assert.deepEqual(found(PLAIN, 'row "Frank"'), []);
});

test("what is a button by its class, or holds nothing, is no row", () => {
  const classed = { class: "android.widget.Button" };
  const screen = screenWith(page(node(LAYOUT, clickableRow("Frank", 300, classed), button("Empty"))));
  assert.deepEqual(found(screen, '"Delete" in row "Frank"'), []);
  assert.deepEqual(found(screen, '"Delete" in row'), []);
});

test("where a row fits, containers that look like rows are not meant", () => {
  const screen = screenWith(page(clickableRow("Frank", 100), list(clickableRow("Frank", 300))));
  assert.deepEqual(found(screen, '"Delete" in row "Frank"'), ["button Delete at 300"]);
});
