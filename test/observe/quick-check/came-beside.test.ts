import assert from "node:assert/strict";
import { test } from "node:test";
import { type Rect, rectOf } from "../../../src/base/geometry.js";
import { cameBeside } from "../../../src/observe/quick-check/came-beside.js";
import { TILE, tileGrid } from "../../../src/screen/tiles.js";

const [WIDTH, HEIGHT] = [10 * TILE, 20 * TILE];
const BUTTON = rectOf(2 * TILE, 3 * TILE, 4 * TILE, 4 * TILE);
const TEXT = rectOf(0, 8 * TILE, WIDTH, 9 * TILE);
const PICTURE = rectOf(0, 12 * TILE, WIDTH, 14 * TILE);
const NO_BARS = { insets: null, imeVisible: false };

/**
 * White except for a button, a text and an image without a name, in which no two places are equal; and later
 * drawings.
 */
function grid(...drawn: readonly Rect[]) {
  const rgba = Buffer.alloc(WIDTH * HEIGHT * 4, 255);
  const paint = ({ left, top, right, bottom }: Rect, shade: (x: number, y: number) => number) => {
    for (let y = top; y < bottom; y += 1) {
      for (let x = left; x < right; x += 1) rgba.writeUInt8(shade(x, y), (y * WIDTH + x) * 4);
    }
  };
  paint(PICTURE, (x, y) => (x * 7 + y * 13) % 251);
  for (const rect of drawn) paint(rect, () => 0);
  return tileGrid({ width: WIDTH, height: HEIGHT, rgba });
}

function hasCome(drawn: Rect): boolean {
  return cameBeside(grid(), grid(drawn), { bounds: BUTTON, others: [BUTTON, TEXT], bars: NO_BARS });
}

test("hasCome is true for a change on empty background in the column or row of an element, which may be it moved", () => {
  assert.equal(hasCome(rectOf(2 * TILE, 5 * TILE, 4 * TILE, 6 * TILE)), true, "below");
  assert.equal(hasCome(rectOf(6 * TILE, 3 * TILE, 8 * TILE, 4 * TILE)), true, "beside");
});

test("hasCome is false for a change over content, in an image, or outside the element's column and row", () => {
  assert.equal(hasCome(rectOf(0, 8 * TILE, 40, 9 * TILE)), false, "a text");
  assert.equal(hasCome(rectOf(2 * TILE, 12 * TILE, 4 * TILE, 13 * TILE)), false, "an image");
  assert.equal(hasCome(rectOf(6 * TILE, 16 * TILE, 8 * TILE, 17 * TILE)), false, "elsewhere");
});
