import assert from "node:assert/strict";
import { test } from "node:test";
import { elementsOf } from "../../src/screen/elements.js";
import { assignRefs } from "../../src/screen/identity.js";
import { at, button, page, screenWith, text } from "../support/build-screen.js";
import { refCounter, type Screen } from "../support/screens.js";
import type { TreeNode } from "../support/ui-tree.js";

const WIDTH = 240;

/** Elements of one line, each in its own column. */
function line(top: number, parts: readonly ((bounds: string) => TreeNode)[]): readonly TreeNode[] {
  return parts.map((part, nth) => part(at(nth * WIDTH, top, nth * WIDTH + WIDTH - 20, top + 80)));
}

const says = (words: string) => (bounds: string) => text(words, { bounds });
const set = (words: string, nth: number) => (bounds: string) =>
  button(words, { bounds, "resource-id": `com.example.app:id/set${nth}` });
const heads = (...names: readonly string[]) => line(200, ["Name", ...names].map(says));
const row = (top: number, name: string, words = ["Set", "Set", "Set"]) => line(top, [says(name), ...words.map(set)]);
const people = [...row(300, "Bob"), ...row(400, "Ann")];

/** The refs of all buttons on one page after another. */
function refsOn(...pages: readonly (readonly TreeNode[])[]): readonly (readonly string[])[] {
  const next = refCounter();
  let last: Screen | null = null;
  return pages.map((parts) => {
    const { viewHierarchy } = screenWith(page(text("Rights", { bounds: at(0, 50, 1000, 130) }), ...parts));
    last = { elements: assignRefs(elementsOf(viewHierarchy, null), viewHierarchy, last, next), viewHierarchy };
    return last.elements.filter(({ role }) => role === "button").map(({ ref }) => ref);
  });
}

/** The numbers of the buttons that kept their refs. */
function kept([before, after]: readonly (readonly string[])[]): readonly number[] {
  return (after ?? []).flatMap((ref, nth) => (before?.[nth] === ref ? [nth] : []));
}

/** The context of each button, without the name of its row. */
function headsOn(...parts: readonly TreeNode[]): readonly string[] {
  const { viewHierarchy } = screenWith(page(text("Rights", { bounds: at(0, 50, 1000, 130) }), ...parts));
  const elements = assignRefs(elementsOf(viewHierarchy, null), viewHierarchy, null, refCounter());
  const buttons = elements.filter(({ role }) => role === "button");
  return buttons.map(({ context }) => context.near.filter((words) => words !== "Bob" && words !== "Ann").join());
}

test("controls of a table get other refs where their column heads change places or one is replaced", () => {
  const table = [...heads("Read", "Write", "Admin"), ...people];
  assert.deepEqual(kept(refsOn(table, table)), [0, 1, 2, 3, 4, 5]);
  assert.deepEqual(kept(refsOn(table, [...heads("Write", "Read", "Admin"), ...people])), [2, 5]);
  const replaced = kept(refsOn(table, [...heads("Read", "Write", "Delete all"), ...people]));
  assert.ok(!replaced.includes(2) && !replaced.includes(5));
});

test("column heads that scroll out of sight change no ref, and the controls still belong to them afterwards", () => {
  const table = [...heads("Read", "Write", "Admin"), ...people];
  const next = [...heads("Write", "Read", "Admin"), ...people];
  const [first, gone, back, other] = refsOn(table, people, table, next);
  assert.deepEqual(gone, first);
  assert.deepEqual(back, first);
  assert.deepEqual(kept([first ?? [], other ?? []]), [2, 5]);
});

test("column heads are names in a line without controls above three equal controls, or above two in two lines", () => {
  const three = heads("Read", "Write", "Admin");
  assert.deepEqual(headsOn(...three, ...row(300, "Bob")), ["Read", "Write", "Admin"]);
  const two = [...heads("Read", "Write"), ...row(300, "Bob", ["Set", "Set"])];
  assert.deepEqual(headsOn(...two), ["", ""]);
  assert.deepEqual(headsOn(...two, ...row(400, "Ann", ["Set", "Set"])), ["Read", "Write", "Read", "Write"]);
  const words = ["One", "Two", "Three"];
  assert.deepEqual(headsOn(...three, ...row(300, "Bob", words)), ["", "", ""], "the buttons have their own labels");
  const wide = text("Rights of the team", { bounds: at(WIDTH, 200, 4 * WIDTH, 280) });
  assert.deepEqual(headsOn(...heads(), wide, ...row(300, "Bob")), ["", "", ""], "a title above all columns");
  const figures = row(300, "Bob", ["1", "2", "3"]);
  assert.deepEqual(headsOn(...three, ...figures), ["Read", "Write", "Admin"], "numbers alone are not names");
  const control = button("Sort", { bounds: at(4 * WIDTH, 200, 1000, 280) });
  assert.deepEqual(headsOn(...three, control, ...row(300, "Bob")).slice(1), ["", "", ""], "the line has a control");
});
