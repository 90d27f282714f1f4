import assert from "node:assert/strict";
import { test } from "node:test";
import { elementsOf } from "../../src/screen/elements.js";
import { assignRefs } from "../../src/screen/identity.js";
import { at, button, node, page, screenWith, text } from "../support/build-screen.js";
import { refCounter, type Screen } from "../support/screens.js";
import type { TreeNode } from "../support/ui-tree.js";

const line = (top: number, left = 0, right = 1000) => ({ bounds: at(left, top, right, top + 80) });

/** The header of a group, with the sign that shows whether it is expanded. */
const header = (name: string, top: number, sign = "▾") =>
  node(
    { class: "android.widget.LinearLayout", clickable: "true", ...line(top) },
    text(`${name} (2)`, line(top, 0, 700)),
    text(sign, line(top, 900)),
  );

const item = (name: string, top: number) =>
  node(
    { class: "android.widget.LinearLayout", ...line(top) },
    text(name, line(top, 0, 600)),
    button("Edit", { "resource-id": "com.example.app:id/edit", ...line(top, 700) }),
  );

function refsOfEdit(...pages: readonly (readonly TreeNode[])[]) {
  const next = refCounter();
  let last: Screen | null = null;
  return pages.map((parts) => {
    const { viewHierarchy } = screenWith(page(text("Lists", line(0)), ...parts));
    last = { elements: assignRefs(elementsOf(viewHierarchy, null), viewHierarchy, last, next), viewHierarchy };
    const found = last.elements.findLast(({ labels }) => labels.includes("Edit"));
    assert.ok(found);
    return { ref: found.ref, near: found.context.near };
  });
}

test("an element in an expanded group gets another ref where the group's header changed or is a different one", () => {
  const [first, same, other] = refsOfEdit(
    [header("Ann", 100), item("Milk", 200)],
    [header("Ann", 100), item("Milk", 200)],
    [header("Bob", 100), item("Milk", 200)],
  );
  assert.equal(same?.ref, first?.ref);
  assert.notEqual(other?.ref, first?.ref);
  assert.ok(first?.near.includes("Ann (#)"), "it may be a counter");
  const [closed] = refsOfEdit([header("Ann", 100), header("Bob", 200, "▸"), item("Milk", 300)]);
  assert.deepEqual(closed?.near, ["Milk"], "a collapsed group is empty, and ends the group above it");
});

test("a group header that scrolled out of sight, or another one collapsed further below, changes no ref", () => {
  const [first, gone, folded] = refsOfEdit(
    [header("Ann", 100), item("Milk", 200), header("Bob", 300)],
    [item("Milk", 100), header("Bob", 200)],
    [header("Ann", 100), item("Milk", 200), header("Bob", 300, "▸")],
  );
  assert.equal(gone?.ref, first?.ref);
  assert.equal(folded?.ref, first?.ref);
});
