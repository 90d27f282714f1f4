import assert from "node:assert/strict";
import { test } from "node:test";
import type { UiElement } from "../../src/screen/element.js";
import { elementsOf } from "../../src/screen/elements.js";
import { assignRefs } from "../../src/screen/identity.js";
import { at, button, list, node, page, screenWith, text } from "../support/build-screen.js";
import { refCounter, type Screen } from "../support/screens.js";
import type { TreeNode } from "../support/ui-tree.js";

/** The elements of one look after another. */
function looksAt(...pages: readonly (readonly TreeNode[])[]): readonly (readonly UiElement[])[] {
  const next = refCounter();
  let last: Screen | null = null;
  return pages.map((parts) => {
    const { viewHierarchy } = screenWith(page(...parts));
    last = { elements: assignRefs(elementsOf(viewHierarchy, null), viewHierarchy, last, next), viewHierarchy };
    return last.elements;
  });
}

function labelled(elements: readonly UiElement[] | undefined, label: string): UiElement {
  const found = elements?.filter(({ labels }) => labels.includes(label)) ?? [];
  const [only, ...others] = found;
  assert.ok(only && others.length === 0, label);
  return only;
}

/** What lies in the element with a label. */
function partOf(elements: readonly UiElement[] | undefined, label: string): UiElement {
  const { ref } = labelled(elements, label);
  const found = elements?.find(({ parent }) => parent === ref);
  assert.ok(found, label);
  return found;
}

/** A page that scrolls. */
function scroller(...children: readonly TreeNode[]): TreeNode {
  return node({ class: "android.widget.ScrollView", scrollable: "true", bounds: at(0, 100, 1000, 1900) }, ...children);
}

function toggle(bounds: string): TreeNode {
  return node({ class: "android.widget.Switch", clickable: "true", checkable: "true", bounds });
}

/** A row that takes no touch: a name, a figure below it, and a switch without words beside both. */
function line(name: string, figure: string, top: number): readonly TreeNode[] {
  return [
    text(name, { bounds: at(0, top, 500, top + 60) }),
    text(figure, { bounds: at(0, top + 60, 500, top + 120) }),
    toggle(at(800, top, 950, top + 120)),
  ];
}

/** A row that can be pressed, with a switch in it. */
function row(name: string, figure: string, top: number): TreeNode {
  const words = [
    text(name, { bounds: at(0, top, 500, top + 60) }),
    text(figure, { bounds: at(0, top + 60, 500, top + 120) }),
  ];
  const bounds = at(0, top, 1000, top + 120);
  return node(
    { class: "android.view.ViewGroup", clickable: "true", bounds },
    ...words,
    toggle(at(800, top, 950, top + 120)),
  );
}

/** The switch in one line with a name. */
function beside(elements: readonly UiElement[] | undefined, name: string): UiElement {
  const { bounds } = labelled(elements, name);
  const found = elements?.find((one) => one.role === "switch" && one.bounds.top === bounds.top);
  assert.ok(found, name);
  return found;
}

test("a button that was seen counting keeps its ref while it counts on elsewhere, because something came above it", () => {
  const at1 = (top: number) => ({ bounds: at(0, top, 400, top + 100) });
  const rest = (top: number) => [button("Save", at1(top - 200)), button("Stop", at1(top + 200))];
  const [first, second, third] = looksAt(
    [...rest(500), button("Mute (5)", at1(500))],
    [...rest(500), button("Mute (7)", at1(500))],
    [text("Nothing is lost.", at1(200)), ...rest(700), button("Mute (10)", { bounds: at(0, 700, 430, 800) })],
  );
  const counting = labelled(second, "Mute (7)");
  assert.deepEqual(counting.was, [labelled(first, "Mute (5)").ref]);
  assert.equal(labelled(third, "Mute (10)").ref, counting.ref);
});

test("a row of a list that was seen counting keeps its ref and those of its parts, whatever comes above", () => {
  const rows = (minutes: string, top = 200) => [
    row("Bob", "3 min", top),
    row("Carol", minutes, top + 120),
    row("Frank", "7 min", top + 240),
    row("Greta", "9 min", top + 360),
  ];
  const [first, second, third] = looksAt(
    [list(...rows("10 min"))],
    [list(...rows("11 min"))],
    [list(row("Ines", "1 min", 200), ...rows("12 min", 320))],
  );
  assert.deepEqual(labelled(second, "11 min").was, [labelled(first, "10 min").ref]);
  assert.deepEqual(partOf(second, "11 min").was, [partOf(first, "10 min").ref]);
  assert.equal(labelled(third, "12 min").ref, labelled(second, "11 min").ref);
  assert.equal(partOf(third, "12 min").ref, partOf(second, "11 min").ref);
});

test("a switch in one line with a name keeps its ref on a page that scrolls, whatever comes below and counts", () => {
  const [first, second, third] = looksAt(
    [scroller(...line("Bob", "3 min", 200), ...line("Carol", "10 min", 400), ...line("Frank", "7 min", 600))],
    [scroller(...line("Bob", "3 min", 200), ...line("Carol", "11 min", 400), ...line("Frank", "7 min", 600))],
    [
      scroller(
        ...line("Bob", "3 min", 200),
        ...line("Carol", "12 min", 400),
        ...line("Ines", "1 min", 600),
        ...line("Frank", "7 min", 800),
      ),
    ],
  );
  assert.deepEqual(beside(second, "Carol").was, [beside(first, "Carol").ref]);
  assert.equal(beside(third, "Carol").ref, beside(second, "Carol").ref);
  assert.equal(beside(third, "Frank").ref, beside(first, "Frank").ref);
});

test("a sum of money in a row is no counter, however often it changes", () => {
  const rows = (sum: string) => [list(row("Bob", "3 min", 200), row("Carol", sum, 320), row("Frank", "7 min", 440))];
  const [first, second, third] = looksAt(rows("5 €"), rows("50 €"), rows("500 €"));
  const refs = [first, second, third].map(
    (elements, index) => labelled(elements, ["5 €", "50 €", "500 €"][index] ?? "").ref,
  );
  assert.equal(new Set(refs).size, 3);
});

test("of two rows with one name, nobody knows which one counted on", () => {
  const rows = (one: string, other: string) => [
    list(row("Bob", "3 min", 200), row("Carol", one, 320), row("Carol", other, 440), row("Frank", "7 min", 560)),
  ];
  const [first, second] = looksAt(rows("10 min", "20 min"), rows("11 min", "20 min"));
  assert.deepEqual(labelled(second, "11 min").was, []);
  assert.notEqual(labelled(second, "11 min").ref, labelled(first, "10 min").ref);
});

test("what comes to where a counter stood, while its neighbours move on, is not that counter", () => {
  const rows = (top: number, words: string, where: number) => [
    list(
      row("Bob", "x", top),
      row("Carol", "y", top + 240),
      row("Frank", "z", top + 360),
      row("Message", words, where),
    ),
  ];
  const [, second] = looksAt(rows(300, "1", 420), rows(240, "2", 420));
  assert.deepEqual(labelled(second, "2").was, []);
});
