import assert from "node:assert/strict";
import { test } from "node:test";
import { isSameScreen } from "../../../src/actions/targets/same-screen.js";
import type { Ime } from "../../../src/screen/facts.js";
import { at, page, screenWith, text } from "../../support/build-screen.js";

const HIDDEN: Ime = { visible: false, frame: null, inputMethod: null };
const SHOWN: Ime = { visible: true, frame: { left: 0, top: 700, right: 1000, bottom: 2000 }, inputMethod: null };

/** This number of lines of a page; a line has the same ref in each. */
function linesOf(count: number, ime: Ime) {
  const lines = Array.from({ length: count }, (_, line) =>
    text(`Line ${line}`, { bounds: at(0, line * 100, 1000, line * 100 + 90) }),
  );
  return { elements: screenWith(page(...lines)).elements, activeWindow: null, ime };
}

test("isSameScreen is true for a page that is mostly covered by the keyboard", () => {
  assert.ok(isSameScreen(linesOf(20, HIDDEN), linesOf(7, SHOWN)));
});

test("isSameScreen is false for a page that is mostly gone, with and without the keyboard", () => {
  assert.ok(!isSameScreen(linesOf(20, HIDDEN), linesOf(7, HIDDEN)));
  assert.ok(!isSameScreen(linesOf(20, HIDDEN), linesOf(3, SHOWN)));
  assert.ok(!isSameScreen(linesOf(20, SHOWN), linesOf(7, SHOWN)));
});
