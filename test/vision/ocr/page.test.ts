import assert from "node:assert/strict";
import { test } from "node:test";
import { contains, intersect, isEmpty, type Rect, rectOf } from "../../../src/base/geometry.js";
import { blotsOf } from "../../../src/vision/ocr/blots.js";
import { placedWords, setPage } from "../../../src/vision/ocr/page.js";

/** White paper with black rectangles. */
function edgeDensityWith(...rects: readonly Rect[]) {
  const [width, height] = [1080, 600];
  const grey = new Uint8Array(width * height).fill(255);
  for (const { left, top, right, bottom } of rects)
    for (let y = top; y < bottom; y += 1) grey.fill(0, y * width + left, y * width + right);
  return { width, height, grey };
}

const LINES = [
  rectOf(100, 50, 400, 90),
  rectOf(700, 60, 1080, 180),
  rectOf(0, 300, 1080, 320),
  rectOf(10, 560, 60, 600),
];
const WORDS = [
  rectOf(120, 60, 180, 80),
  rectOf(720, 90, 1000, 150),
  rectOf(500, 305, 540, 315),
  rectOf(20, 570, 50, 595),
];

test("each line is placed in its own row, and the words read there are mapped back to its place", () => {
  const page = setPage(edgeDensityWith(...WORDS), LINES);
  assert.ok(page);
  const blots = blotsOf(page.picture);
  assert.equal(blots.length, WORDS.length);
  const words = placedWords(
    page,
    blots.map((bounds) => ({ bounds, confidence: 90, text: "x", line: "?" })),
  );
  for (const [at, word] of words.entries()) {
    const truth = WORDS[at];
    assert.ok(truth);
    const off = [
      word.bounds.left - truth.left,
      word.bounds.top - truth.top,
      word.bounds.right - truth.right,
      word.bounds.bottom - truth.bottom,
    ];
    assert.ok(
      off.every((pixels) => Math.abs(pixels) <= 3),
      `${at}: ${off.join()}`,
    );
    assert.equal(word.line, String(at));
  }
});

test("rows have a fixed height, and never overlap", () => {
  const page = setPage(edgeDensityWith(...LINES), LINES);
  const blots = blotsOf(page?.picture ?? edgeDensityWith());
  assert.equal(blots.length, LINES.length);
  const heights = blots.map(({ top, bottom }) => bottom - top);
  assert.deepEqual(heights.slice(0, 2), [52, 52]);
  assert.equal(blots.filter((a) => blots.some((b) => a !== b && !isEmpty(intersect(a, b)))).length, 0);
});

test("words outside the rows are left out, and others stay within their lines", () => {
  const page = setPage(edgeDensityWith(), LINES);
  assert.ok(page);
  const far = { bounds: rectOf(0, 9_000, 10, 9_010), confidence: 90, text: "x", line: "?" };
  const wide = { bounds: rectOf(0, 0, 5_000, 60), confidence: 90, text: "x", line: "?" };
  const [only, ...more] = placedWords(page, [far, wide]);
  assert.equal(more.length, 0);
  assert.ok(only && LINES[0] && contains(LINES[0], only.bounds));
});

test("no lines give no page", () => assert.equal(setPage(edgeDensityWith(), []), undefined));
