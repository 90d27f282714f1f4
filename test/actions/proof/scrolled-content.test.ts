import assert from "node:assert/strict";
import { test } from "node:test";
import { contentOf, isBarelyVisible, movementBetween } from "../../../src/actions/proof/scrolled-content.js";
import { rowsNote } from "../../../src/actions/proof/scrolled-note.js";
import { rectOf } from "../../../src/base/geometry.js";
import { at, button, list, screenWith, text } from "../../support/build-screen.js";

/** A list from 100 to 1900 with rows of 300 pixels, numbered from `first`; `header` stays at its top. */
function contentAt(first: number, header?: string) {
  const top = header === undefined ? 100 : 200;
  const rows = Array.from({ length: 5 }, (_, place) =>
    button(`Row ${first + place}`, { bounds: at(0, top + place * 300, 1000, top + place * 300 + 300) }),
  );
  const fixed = header === undefined ? [] : [text(header, { bounds: at(0, 100, 1000, 200) })];
  const { elements } = screenWith(text("Title", { bounds: at(0, 0, 1000, 100) }), list(...fixed, ...rows));
  // The refs of the two screens are unrelated here: rows are recognised by their words.
  const named = (ref: string) => `e${1_000 * (first + 1) + Number(ref.slice(1))}`;
  const renamed = elements.map((one) => ({ ...one, ref: named(one.ref), parent: one.parent && named(one.parent) }));
  return contentOf({ elements: renamed }, null);
}

test("movementBetween returns moved where content scrolled by less than the height of its container", () => {
  assert.equal(movementBetween(contentAt(0), contentAt(3)), "moved");
  assert.equal(movementBetween(contentAt(0), contentAt(0)), "still");
});

test("movementBetween returns jumped where no earlier row is left, even if a fixed title stays", () => {
  assert.equal(movementBetween(contentAt(0), contentAt(5)), "jumped");
  assert.equal(movementBetween(contentAt(0, "All rows"), contentAt(5, "All rows")), "jumped");
  assert.equal(movementBetween(contentAt(0, "All rows"), contentAt(4, "All rows")), "moved");
});

test("swipe warns that rows may have been skipped where no row from before is still visible", () => {
  const said = (after: number) =>
    rowsNote(contentAt(0), contentAt(after), { direction: "up", lengthPx: 900, slopPx: 40 });
  assert.match(said(5), /^! nothing shown before is still visible: rows in between may have been skipped; /);
  assert.equal(said(4), "not at its end: more may follow below");
  assert.equal(said(1), "the end below is reached");
  assert.equal(said(0), "the end below is reached: nothing moved");
});

test("the largest scrolling element is the container, and only elements in it are its content", () => {
  const { container, elements } = contentAt(0);
  assert.equal(container?.role, "list");
  assert.deepEqual(
    elements.map(({ labels }) => labels.join(" ")),
    ["Row 0", "Row 1", "Row 2", "Row 3", "Row 4"],
  );
});

test("isBarelyVisible is true for a row cut off at the edge of the container, and false for one that ends inside", () => {
  const content = contentAt(0);
  const [row] = content.elements;
  assert.ok(row);
  const between = (top: number, bottom: number) => ({ ...row, bounds: rectOf(0, top, 1000, bottom) });
  assert.equal(isBarelyVisible(between(1_880, 1_900), content, "down"), true);
  assert.equal(isBarelyVisible(between(1_700, 1_900), content, "down"), false);
  assert.equal(isBarelyVisible(between(1_700, 1_720), content, "down"), false);
  assert.equal(isBarelyVisible(between(100, 120), content, "up"), true);
});
