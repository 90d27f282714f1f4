import assert from "node:assert/strict";
import { test } from "node:test";
import { elementsOf } from "../../src/screen/elements.js";
import { type FieldScreen, fieldNow, fieldPrints, losesItsName, nameField } from "../../src/screen/field-print.js";
import { assignRefs } from "../../src/screen/identity.js";
import { at, node, page, screenWith, text } from "../support/build-screen.js";
import { refCounter, type Screen } from "../support/screens.js";

/** The content of a page from top to bottom, by text; `FIELD` is a field with the text "old". */
type Lines = readonly string[];
const FIELD = "[field]";

/** The result for the first field of a page at a later observation. */
function firstField(before: Lines, after: Lines): string {
  const next = refCounter();
  let last: Screen | null = null;
  const [then, now] = [before, after].map((lines): FieldScreen => {
    const parts = lines.map((words, place) => {
      const bounds = at(0, 100 + place * 100, 1000, 200 + place * 100);
      const field = { class: "android.widget.EditText", clickable: "true", text: "old", bounds };
      return words === FIELD ? node(field) : text(words, { bounds });
    });
    const { viewHierarchy } = screenWith(page(...parts));
    last = { elements: assignRefs(elementsOf(viewHierarchy, null), viewHierarchy, last, next), viewHierarchy };
    return { ...last, activeWindow: null };
  });
  const field = then?.elements.find(({ actions }) => actions.includes("edit"));
  assert.ok(then && now && field);
  return fieldNow(then, field, now).kind;
}

test("a field whose caption moved below it is another field, and one with a new line in between is the same", () => {
  const form = ["Card", FIELD, "Mail", FIELD];
  // The keyboard covers the second field.
  assert.equal(firstField(form, ["Mail", FIELD, "Card"]), "renamed");
  assert.equal(firstField(["Card", FIELD, "Mail"], ["Mail", FIELD, "Card"]), "renamed");
  assert.equal(firstField(["Account", "Card", FIELD, "Mail"], ["Account", FIELD, "Mail"]), "same");
  assert.equal(firstField(form, ["Card", "Read this first.", FIELD, "Mail", FIELD]), "same");
});

test("a field is named by its text, which may be a hint, where another field has no caption, else by its caption", () => {
  const nameOf = (...lines: readonly string[]) => {
    const parts = lines.map((words, place) => {
      const bounds = at(0, 100 + place * 100, 1000, 200 + place * 100);
      const hint = words.startsWith("[") ? words.slice(1, -1) : null;
      return hint === null
        ? text(words, { bounds })
        : node({ class: "android.widget.EditText", clickable: "true", text: hint, bounds });
    });
    const [first] = fieldPrints({ ...screenWith(page(...parts)), activeWindow: null });
    assert.ok(first);
    return nameField(first).replace(/^e\d+ /, "");
  };
  assert.equal(nameOf("Checkout", "[Street]", "[Message to all]"), 'field "Street"');
  assert.equal(nameOf("Street", "[old]", "Message", "[new]"), 'field "Street"');
});

test("the text of a field may be its hint, lost when filled, unless all of several fields have captions", () => {
  const isLost = (...lines: readonly string[]) => {
    const parts = lines.map((words, place) => {
      const bounds = at(0, 100 + place * 100, 1000, 200 + place * 100);
      const isField = words.startsWith("[");
      const field = { class: "android.widget.EditText", clickable: "true", text: words.slice(1, -1), bounds };
      return isField ? node(field) : text(words, { bounds });
    });
    const screen = { ...screenWith(page(...parts)), activeWindow: null };
    const field = screen.elements.find(({ actions }) => actions.includes("edit"));
    assert.ok(field);
    return losesItsName(screen, field);
  };
  assert.equal(isLost("Street", "[Street]", "Town", "[Town]"), false);
  assert.equal(isLost("Address", "[Street]", "[Town]"), true);
  assert.equal(isLost("1 done", "[Street]"), true, "the only field: the text above it may be no caption");
});
