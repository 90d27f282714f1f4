import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { containsPoint, rectOf } from "../../src/base/geometry.js";
import { type Comparison, comparePixels, nothingButMasks } from "../../src/hierarchy-cache/compare.js";
import { readLimits } from "../../src/hierarchy-cache/limits.js";
import type { Pixels } from "../../src/hierarchy-cache/pixels.js";
import { ruleOf } from "../../src/hierarchy-cache/policy.js";

const [WIDTH, HEIGHT] = [75, 100];

function gray(level: number, width = WIDTH, height = HEIGHT): Pixels {
  return { width, height, rgba: new Uint8Array(width * height * 4).fill(level) };
}

/** The picture with some channel of some pixels changed by so much. */
function changed(base: Pixels, places: readonly { x: number; y: number }[], by = 1, channel = 0): Pixels {
  const rgba = Uint8Array.from(base.rgba);
  for (const { x, y } of places) {
    const at = (y * base.width + x) * 4 + channel;
    rgba[at] = ((rgba[at] ?? 0) + by) & 255;
  }
  return { ...base, rgba };
}

const point = fc.record({ x: fc.nat(WIDTH - 1), y: fc.nat(HEIGHT - 1) });
const masks = fc.array(
  fc
    .tuple(fc.nat(WIDTH), fc.nat(HEIGHT), fc.integer({ min: 1, max: WIDTH }), fc.integer({ min: 1, max: HEIGHT }))
    .map(([left, top, width, height]) => rectOf(left, top, left + width, top + height)),
  { maxLength: 3 },
);

test("comparePixels finds one pixel that differs by one level, except under a mask", () => {
  fc.assert(
    fc.property(point, masks, fc.nat(2), fc.integer({ min: 1, max: 255 }), (place, covered, channel, by) => {
      const base = gray(120);
      const { isAllowed, tile } = comparePixels(base, changed(base, [place], by, channel), nothingButMasks(covered));
      const isMasked = covered.some((mask) => containsPoint(mask, place));
      assert.equal(isAllowed, isMasked);
      assert.equal(tile !== null && containsPoint(tile, place), !isMasked);
    }),
    { numRuns: 500 },
  );
});

test("a mask includes its first row and column, and excludes its right and bottom edges", () => {
  const mask = rectOf(8, 6, 20, 12);
  const base = gray(120);
  for (const y of [5, 6, 11, 12]) {
    for (const x of [7, 8, 19, 20]) {
      const { isAllowed } = comparePixels(base, changed(base, [{ x, y }], 1), nothingButMasks([mask]));
      assert.equal(isAllowed, containsPoint(mask, { x, y }), `${x},${y}`);
    }
  }
});

test("comparePixels ignores alpha", () => {
  const base = gray(120);
  const other = changed(base, [{ x: 3, y: 3 }], 77, 3);
  assert.deepEqual(comparePixels(base, other, nothingButMasks([])).isAllowed, true);
});

test("images of different sizes or rotations are never equal", () => {
  assert.equal(comparePixels(gray(1), gray(1, WIDTH + 1), nothingButMasks([])).isAllowed, false);
  assert.equal(comparePixels(gray(1), gray(1, HEIGHT, WIDTH), nothingButMasks([])).isAllowed, false);
});

test("comparePixels reads an image whose bytes are not aligned to words", () => {
  const bytes = new Uint8Array(WIDTH * HEIGHT * 4 + 2).fill(120);
  const shifted = { width: WIDTH, height: HEIGHT, rgba: bytes.subarray(2) };
  assert.equal(comparePixels(gray(120), shifted, nothingButMasks([])).isAllowed, true);
  assert.equal(comparePixels(gray(121), shifted, nothingButMasks([])).isAllowed, false);
});

const line = (length: number) => Array.from({ length }, (_, x) => ({ x, y: 5 }));

function tileRule(words: readonly string[]): Comparison {
  return { ...ruleOf("tile", readLimits(words), WIDTH * HEIGHT), masks: [], exact: [] };
}

test("the pixel threshold allows some differing pixels in each tile, and none in a part that must be exact", () => {
  const base = gray(120);
  const rule = tileRule(["tile-pixels=4"]);
  assert.equal(comparePixels(base, changed(base, line(4), 90), rule).isAllowed, true);
  assert.deepEqual(comparePixels(base, changed(base, line(5), 90), rule), {
    isAllowed: false,
    tile: rectOf(0, 0, 32, 32),
    inTile: 5,
    pixels: 5,
  });
  // Four in each of two tiles.
  assert.equal(comparePixels(base, changed(base, [...line(4), { x: 40, y: 40 }], 90), rule).isAllowed, true);
  const exact = { ...rule, exact: [rectOf(2, 4, 3, 6)] };
  assert.equal(comparePixels(base, changed(base, line(4), 90), exact).isAllowed, false);
  assert.equal(comparePixels(base, changed(base, [{ x: 3, y: 5 }], 90), exact).isAllowed, true);
});

test("the colour threshold allows small differences and no large ones", () => {
  const base = gray(120);
  const rule = tileRule(["colour=0.02"]);
  assert.equal(comparePixels(base, changed(base, line(20), 2), rule).isAllowed, true);
  assert.equal(comparePixels(base, changed(base, line(1), 90), rule).isAllowed, false);
});

test("the policy ratio needs more than its share of equal pixels", () => {
  const pixels = WIDTH * HEIGHT;
  const rule = { ...ruleOf("ratio", readLimits([]), pixels), masks: [], exact: [] };
  // 0.2 % of 7,500 are 15.
  const base = gray(120);
  assert.equal(comparePixels(base, changed(base, line(14), 120), rule).isAllowed, true);
  assert.equal(comparePixels(base, changed(base, line(15), 120), rule).isAllowed, false);
});
