import assert from "node:assert/strict";
import { test } from "node:test";
import { proveSubmitted } from "../../../src/actions/proof/typed-proof.js";
import { proveKey } from "../../../src/actions/text/key-field.js";
import { keyOfWord } from "../../../src/base/key-names.js";
import { elementsOf } from "../../../src/screen/elements.js";
import { assignRefs } from "../../../src/screen/identity.js";
import type { Observation } from "../../../src/screen/observation.js";
import { at, node, page, screenWith, text } from "../../support/build-screen.js";
import { refCounter } from "../../support/screens.js";

/** A dialog with one field under a caption, in its own window. */
function dialog(windowId: string, caption: string, id: string) {
  const field = { class: "android.widget.EditText", "resource-id": id, focused: "true", bounds: at(0, 300, 900, 400) };
  const { viewHierarchy } = screenWith(page(text(caption, { bounds: at(0, 200, 900, 300) }), node(field)));
  const elements = assignRefs(elementsOf(viewHierarchy, null), viewHierarchy, null, refCounter());
  const activeWindow = { windowId, title: "Dialog", package: "com.example.app", type: "app" };
  return { elements, viewHierarchy, activeWindow } as unknown as Observation;
}

const ID = "com.example.app:id/name";
const ENTER = keyOfWord("enter");
const kindsFor = (after: Observation) => {
  const screen = dialog("1", "Name", ID);
  const field = screen.elements.find(({ actions }) => actions.includes("edit"));
  assert.ok(field && ENTER);
  const key = proveKey({ field, screen, window: null }, { key: ENTER, times: 1 }, after);
  const submit = proveSubmitted({ text: "x", isCleared: false, field, screen }, after);
  return [key.proof.kind, submit.proof.kind];
};

test("an Enter is unproven where afterwards the same field is in another window", () => {
  assert.deepEqual(kindsFor(dialog("2", "Name", ID)), ["unproven", "unproven"]);
});

test("an Enter that opens another page is proven, even where that page has a field", () => {
  assert.deepEqual(kindsFor(dialog("2", "Phone", ID)), ["there", "there"]);
  assert.deepEqual(kindsFor(dialog("2", "Name", "com.example.app:id/code")), ["there", "there"]);
});
