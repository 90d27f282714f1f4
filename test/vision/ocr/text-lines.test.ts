import assert from "node:assert/strict";
import { test } from "node:test";
import { contains, type Rect, rectOf } from "../../../src/base/geometry.js";
import { textLinesOf } from "../../../src/vision/ocr/text-lines.js";

const PICTURE = { width: 1080, height: 2400 };

/** Blots of so many letters, each 20 wide and `high` high, 6 apart. */
function letters(left: number, top: number, count: number, high = 30): readonly Rect[] {
  return Array.from({ length: count }, (_, at) => rectOf(left + 26 * at, top, left + 26 * at + 20, top + high));
}

function lines(...blots: readonly Rect[]): readonly Rect[] {
  return textLinesOf(blots, PICTURE);
}

test("letters beside each other are a line, with space for dots and accents", () => {
  assert.deepEqual(lines(...letters(100, 200, 4)), [rectOf(86, 189, 212, 241)]);
});

test("columns, rows and letters of very different height are separate lines", () => {
  const found = lines(
    ...letters(100, 200, 4),
    ...letters(400, 200, 4),
    ...letters(100, 260, 4),
    ...letters(205, 190, 2, 90),
  );
  assert.equal(found.length, 4);
});

test("letters with descenders and lower ones are on one line", () => {
  assert.equal(lines(...letters(100, 200, 3), ...letters(178, 208, 3, 38), ...letters(256, 212, 2, 18)).length, 1);
});

test("a small mark at either end belongs to its line, and one farther away does not", () => {
  const [line] = lines(
    rectOf(88, 210, 96, 214),
    ...letters(100, 200, 4),
    rectOf(204, 216, 212, 224),
    rectOf(240, 216, 248, 224),
  );
  assert.deepEqual(line, rectOf(74, 189, 226, 241));
});

test("a percent sign at the end of a line is part of it, and not a line of its own", () => {
  const sign = [rectOf(204, 192, 217, 206), rectOf(210, 196, 226, 220), rectOf(219, 208, 232, 222)];
  assert.deepEqual(lines(...letters(100, 192, 4, 40), ...sign).length, 1);
});

test("dividers, specks and images are not letters", () => {
  assert.deepEqual(lines(rectOf(0, 100, 1080, 110), rectOf(5, 5, 9, 9), rectOf(100, 300, 500, 700)), []);
});

test("blots within a line, such as the holes of letters, are not another line", () => {
  assert.equal(lines(...letters(100, 200, 8), rectOf(180, 205, 190, 220)).length, 1);
});

test("lines are sorted by their tops, within the image, and at most as many as a screen has", () => {
  const texture = Array.from({ length: 900 }, (_, at) =>
    rectOf((at % 20) * 54, Math.floor(at / 20) * 52, (at % 20) * 54 + 8, Math.floor(at / 20) * 52 + 10),
  );
  const found = lines(...texture, ...letters(300, 2370, 12));
  assert.equal(found.length, 200);
  assert.ok(found.every((line) => contains(rectOf(0, 0, 1080, 2400), line)));
  assert.ok(
    found.some((line) => line.right - line.left > 300),
    "the longest stay",
  );
  assert.deepEqual(
    found.map(({ top }) => top),
    found.map(({ top }) => top).sort((a, b) => a - b),
  );
});
