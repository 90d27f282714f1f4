import assert from "node:assert/strict";
import { test } from "node:test";
import { parseHierarchy } from "../../src/observe/parse/hierarchy.js";
import { elementsOf } from "../../src/screen/elements.js";
import { assignRefs } from "../../src/screen/identity.js";
import { matchElements, similarElements } from "../../src/screen/match.js";
import { parseElement } from "../../src/screen/selector.js";
import { at, button, list, node, page, screenWith, text } from "../support/build-screen.js";
import type { TreeNode } from "../support/ui-tree.js";

type Box = readonly [left: number, top: number, right: number, bottom: number];
const bounds = ([left, top, right, bottom]: Box) => `bounds="[${left},${top}][${right},${bottom}]"`;
const caption = (text: string, box: Box) => `<node class="android.widget.TextView" text="${text}" ${bounds(box)}/>`;
const field = (id: string, box: Box, text = "") =>
  `<node class="android.widget.EditText" resource-id="com.x:id/${id}" clickable="true" enabled="true" text="${text}" ${bounds(box)}/>`;

/** The ids of the nodes that a selector matches. */
function named(selector: string, ...nodes: readonly string[]): readonly (string | null)[] {
  const xml = `<hierarchy rotation="0"><node class="android.widget.FrameLayout" bounds="[0,0][1080,2400]">${nodes.join("")}</node></hierarchy>`;
  const hierarchy = parseHierarchy(xml);
  assert.ok(hierarchy);
  let refs = 0;
  const elements = assignRefs(elementsOf(hierarchy, null), hierarchy, null, () => `e${++refs}`);
  return matchElements(parseElement(selector), elements).map(({ resourceId }) => resourceId?.split("/")[1] ?? null);
}

test("a field is matched by the text directly above it where the field has no label", () => {
  const form = [
    caption("E-mail", [40, 100, 1040, 150]),
    field("mail", [40, 160, 1040, 260], "name@example.com"),
    caption("Full name", [40, 300, 1040, 350]),
    field("name", [40, 360, 1040, 460]),
  ];
  assert.deepEqual(named('field "E-mail"', ...form), ["mail"]);
  assert.deepEqual(named('field "e-mail"', ...form), ["mail"]);
  assert.deepEqual(named('field ~"mail"', ...form), ["mail"]);
  assert.deepEqual(named('field "Full name"', ...form), ["name"]);
  assert.deepEqual(named('field "Full name" = "x"', ...form), []);
  assert.deepEqual(named('"E-mail"', ...form), [null], "the text itself, where the selector names no field");
  assert.deepEqual(named('field "E-mail"', ...form, field("own", [40, 600, 1040, 700], "E-mail")), ["own"]);
});

test("a text beside a field is its caption where no field is below: first on its left, with nothing in between", () => {
  const [age, unit] = [caption("Age", [40, 100, 240, 200]), caption("kg", [900, 100, 1000, 200])];
  const first = [age, field("age", [260, 100, 500, 200])];
  const second = [caption("Weight", [520, 100, 640, 200]), field("weight", [660, 100, 880, 200], "80"), unit];
  assert.deepEqual(named('field "Age"', ...first, ...second), ["age"]);
  assert.deepEqual(named('field "Weight"', ...first, ...second), ["weight"]);
  assert.deepEqual(named('field "kg"', ...first, ...second), ["weight"]);
  assert.deepEqual(named('field "Age"', age, ...second), []);
  const below = field("below", [40, 210, 1040, 310]);
  assert.deepEqual(named('field "Age"', ...first, below), ["below"]);
  assert.deepEqual(named('field "Age"', age, field("far", [260, 400, 500, 500])), []);
});

test("a text above another element, beside another column or far away is not a caption of a field", () => {
  const below: Box = [40, 300, 1040, 400];
  const note = caption("Note", [40, 100, 1040, 150]);
  assert.deepEqual(named('field "Note"', note, field("far", below)), []);
  assert.deepEqual(named('field "Note"', note, caption("Other", [40, 220, 1040, 270]), field("b", below)), []);
  assert.deepEqual(named('field "Note"', caption("Note", [40, 240, 400, 290]), field("b", [500, 300, 1040, 400])), []);
  const between = [field("a", [40, 160, 1040, 220]), field("b", [40, 230, 1040, 290])];
  assert.deepEqual(named('field "Note"', note, ...between), ["a"]);
});

const LAYOUT = { class: "android.widget.LinearLayout" };

/** A clickable row with a button in it. */
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

test("`in row` matches a clickable container shown as a button, where no row matches", () => {
  assert.deepEqual(found(PLAIN, 'button "Frank"'), ["button Frank at 400"]);
  assert.deepEqual(found(PLAIN, '"Delete" in row "Frank"'), ["button Delete at 400"]);
  assert.deepEqual(found(PLAIN, '"Delete" in row #2'), ["button Delete at 400"]);
  assert.deepEqual(found(PLAIN, '"Delete" in row "Bob"'), []);
  assert.deepEqual(found(PLAIN, 'row "Frank"'), []);
});

test("a node with a button class, and an empty node, are not matched as rows", () => {
  const classed = { class: "android.widget.Button" };
  const screen = screenWith(page(node(LAYOUT, clickableRow("Frank", 300, classed), button("Empty"))));
  assert.deepEqual(found(screen, '"Delete" in row "Frank"'), []);
  assert.deepEqual(found(screen, '"Delete" in row'), []);
});

test("where a row matches, containers that resemble rows do not", () => {
  const screen = screenWith(page(clickableRow("Frank", 100), list(clickableRow("Frank", 300))));
  assert.deepEqual(found(screen, '"Delete" in row "Frank"'), ["button Delete at 300"]);
});

test("an exact label precedes one that differs in case, and matches where it is the only one", () => {
  const screen = screenWith(page(node(LAYOUT, button("Delete", { bounds: at(0, 300, 500, 400) }))));
  assert.deepEqual(found(screen, '"DELETE"'), ["button Delete at 300"]);
  const both = screenWith(
    page(
      node(
        LAYOUT,
        button("Delete", { bounds: at(0, 300, 500, 400) }),
        button("DELETE", { bounds: at(0, 500, 500, 600) }),
      ),
    ),
  );
  assert.deepEqual(found(both, '"DELETE"'), ["button DELETE at 500"]);
});

test("a label in a system bar matches only where no other element has it", () => {
  const screen = screenWith(page(node(LAYOUT, text("12:30", { bounds: at(0, 300, 500, 400) }))));
  const bar = screen.elements.map((one) => ({ ...one, ref: `${one.ref}0`, systemBar: true, role: "button" as const }));
  const roles = (elements: typeof screen.elements) =>
    matchElements(parseElement('"12:30"'), elements).map(({ role }) => role);
  assert.deepEqual(roles([...bar, ...screen.elements]), ["text"]);
  assert.deepEqual(roles(bar), ["button"]);
});

test("similarElements finds labels that contain the text, or else labels with small spelling differences", () => {
  const { elements } = screenWith(page(button("Save all"), button("Save"), button("Settings"), text("A")));
  const similar = (selector: string) =>
    similarElements(parseElement(selector), elements).map(({ labels }) => labels.join(" "));
  assert.deepEqual(similar('"save"'), ["Save all", "Save"]);
  assert.deepEqual(similar('"Setings"'), ["Settings"]);
  assert.deepEqual(similar('"Svae"'), ["Save"]);
  assert.deepEqual(similar('"Delete"'), []);
  assert.deepEqual(similar('"B"'), [], "a single letter is not a misspelt one");
});
