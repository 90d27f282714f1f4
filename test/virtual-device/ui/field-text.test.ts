import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Fonts } from "../../../packages/virtual-android/src/draw/fonts.js";
import { layoutText, widthOf } from "../../../packages/virtual-android/src/draw/text-layout.js";
import { FieldModel } from "../../../packages/virtual-android/src/ui/field.js";
import { caretIndexAt } from "../../../packages/virtual-android/src/ui/field-text.js";
import { rectOf } from "../../../src/base/geometry.js";

const fonts = new Fonts();
const STYLE = { size: 30, weight: "regular", maxLines: 1 } as const;

function boxOf(typed: string, kind: "text" | "multiline", width: number) {
  const text = layoutText(fonts, typed, STYLE, width);
  return { inner: rectOf(0, 0, width, 400), text, field: new FieldModel({ text: typed, kind }), fonts, margin: 0 };
}

test("a tap anywhere in a line moves the caret to the nearest possible place", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-zA-Z .]{1,40}$/), fc.nat(900), (typed, x) => {
      const distance = (index: number) => Math.abs(widthOf(fonts, typed.slice(0, index), STYLE) - x);
      const best = Math.min(...Array.from({ length: typed.length + 1 }, (_, index) => distance(index)));
      assert.ok(distance(caretIndexAt(boxOf(typed, "text", 2000), { x, y: 200 })) <= best + 1);
    }),
    { numRuns: 100 },
  );
});

test("a tap in a text of several lines moves the caret within the tapped line", () => {
  const typed = "one\ntwo three\nfour";
  const box = boxOf(typed, "multiline", 2000);
  const lineHeight = box.text.lineHeight;
  const ends = [0, 1, 2, 9].map((line) => caretIndexAt(box, { x: 1900, y: (line + 0.5) * lineHeight }));
  assert.deepEqual(ends, [3, 13, 18, 18]);
  const starts = [0, 1, 2].map((line) => caretIndexAt(box, { x: -5, y: (line + 0.5) * lineHeight }));
  assert.deepEqual(starts, [0, 4, 14]);
});

test("a caret never splits an emoji, and an empty field has only one place", () => {
  const box = boxOf("a😀b", "text", 2000);
  const indexes = Array.from({ length: 100 }, (_, x) => caretIndexAt(box, { x, y: 200 }));
  assert.deepEqual([...new Set(indexes)], [0, 1, 3, 4]);
  assert.equal(caretIndexAt(boxOf("", "text", 2000), { x: 500, y: 200 }), 0);
});
