import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Mask, rasterize } from "../../../packages/virtual-android/src/draw/mask.js";
import { circleOutline, strokeOutline } from "../../../packages/virtual-android/src/draw/path.js";

function areaOf(mask: Mask): number {
  return mask.coverage.reduce((sum, value) => sum + value, 0) / 255;
}

test("a rectangle on pixel borders covers exactly its pixels", () => {
  const mask = rasterize([[2, 3, 7, 3, 7, 5, 2, 5]]);
  assert.deepEqual([mask.left, mask.top, mask.width, mask.height], [2, 3, 5, 2]);
  assert.ok(mask.coverage.every((value) => value === 255));
});

test("a pixel that is half inside is covered by half", () => {
  const mask = rasterize([[0, 0, 1.5, 0, 1.5, 1, 0, 1]]);
  assert.deepEqual([...mask.coverage], [255, 128]);
});

test("the coverage of a slanted shape adds up to its area", () => {
  const point = fc.tuple(fc.double({ min: 0, max: 60, noNaN: true }), fc.double({ min: 0, max: 60, noNaN: true }));
  fc.assert(
    fc.property(point, point, point, (a, b, c) => {
      const exact = Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 2;
      const mask = rasterize([[...a, ...b, ...c]]);
      // Each pixel is rounded to a 255th.
      const tolerance = 0.01 + (mask.width * mask.height) / 510;
      assert.ok(Math.abs(areaOf(mask) - exact) <= tolerance, `${areaOf(mask)} instead of ${exact}`);
    }),
  );
});

test("a circle has the area of a circle", () => {
  for (const radius of [3, 8, 20.5, 64]) {
    const share = areaOf(rasterize(circleOutline(0.25, 0.5, radius))) / (Math.PI * radius * radius);
    assert.ok(Math.abs(share - 1) < 0.01, `radius ${radius}: ${share}`);
  }
});

test("overlapping strokes of a line count once", () => {
  const mask = rasterize(strokeOutline([5, 5, 25, 5, 5, 5], 4));
  const exact = 20 * 4 + Math.PI * 4;
  assert.ok(Math.abs(areaOf(mask) - exact) < 1, `${areaOf(mask)} instead of ${exact}`);
});

test("an outline without area gives an empty mask", () => {
  assert.equal(rasterize([]).width, 0);
  assert.equal(rasterize([[1, 1, 5, 1, 9, 1]]).width, 0);
});
