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

test("content that went on by less than its container has something at another place", () => {
  assert.equal(movementBetween(contentAt(0), contentAt(3)), "moved");
  assert.equal(movementBetween(contentAt(0), contentAt(0)), "still");
});

test("content of which nothing is left has jumped, whatever stays at its place in the container", () => {
  assert.equal(movementBetween(contentAt(0), contentAt(5)), "jumped");
  assert.equal(movementBetween(contentAt(0, "All rows"), contentAt(5, "All rows")), "jumped");
  assert.equal(movementBetween(contentAt(0, "All rows"), contentAt(4, "All rows")), "moved");
});

test("a swipe after which no row of before is shown says that rows may have been skipped", () => {
  const said = (after: number) =>
    rowsNote(contentAt(0), contentAt(after), { direction: "up", lengthPx: 900, slopPx: 40 });
  assert.match(said(5), /^! nothing shown before is still visible: rows in between may have been skipped; /);
  assert.equal(said(4), "not at its end: more may follow below");
  assert.equal(said(1), "the end below is reached");
  assert.equal(said(0), "the end below is reached: nothing moved");
});

test("the largest thing that scrolls is the container, and only what lies in it is its content", () => {
  const { container, elements } = contentAt(0);
  assert.equal(container?.role, "list");
  assert.deepEqual(
    elements.map(({ labels }) => labels.join(" ")),
    ["Row 0", "Row 1", "Row 2", "Row 3", "Row 4"],
  );
});

test("a row of which a rim came in is at the rim, and one that ends within is not", () => {
  const content = contentAt(0);
  const [row] = content.elements;
  assert.ok(row);
  const between = (top: number, bottom: number) => ({ ...row, bounds: rectOf(0, top, 1000, bottom) });
  assert.equal(isBarelyVisible(between(1_880, 1_900), content, "down"), true);
  assert.equal(isBarelyVisible(between(1_700, 1_900), content, "down"), false);
  assert.equal(isBarelyVisible(between(1_700, 1_720), content, "down"), false);
  assert.equal(isBarelyVisible(between(100, 120), content, "up"), true);
});
