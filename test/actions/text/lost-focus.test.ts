import assert from "node:assert/strict";
import { test } from "node:test";
import { proveKey } from "../../../src/actions/text/key-field.js";
import { keyOfWord } from "../../../src/base/key-names.js";
import { elementsOf } from "../../../src/screen/elements.js";
import { assignRefs } from "../../../src/screen/identity.js";
import type { Observation } from "../../../src/screen/observation.js";
import { at, node, page, screenWith } from "../../support/build-screen.js";
import { refCounter } from "../../support/screens.js";

/** The only visible field. */
function fieldWith(text: string, focused: boolean): Observation {
  const field = { class: "android.widget.EditText", "content-desc": "City", bounds: at(0, 300, 900, 400) };
  const { viewHierarchy } = screenWith(page(node({ ...field, text, focused: `${focused}` })));
  const elements = assignRefs(elementsOf(viewHierarchy, null), viewHierarchy, null, refCounter());
  const activeWindow = { windowId: "1", title: "Form", package: "com.example.app", type: "app" };
  return { elements, viewHierarchy, activeWindow } as unknown as Observation;
}

test("a key is not reported as done where its field is unchanged and lost the focus", () => {
  const screen = fieldWith("Paris", true);
  const field = screen.elements.find(({ actions }) => actions.includes("edit"));
  const key = keyOfWord("delete");
  assert.ok(field && key);
  const proofOf = (after: Observation) => proveKey({ field, screen, window: null }, { key, times: 1 }, after).proof;
  assert.deepEqual(proofOf(fieldWith("Paris", false)), {
    kind: "unproven",
    why: `${field.ref} field "City" is unchanged, and has lost the focus`,
  });
  assert.equal(proofOf(fieldWith("Paris", true)).kind, "there");
  assert.equal(proofOf(fieldWith("Pari", false)).kind, "there");
});
