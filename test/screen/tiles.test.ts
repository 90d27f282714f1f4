import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { contains, intersect, isEmpty, type Rect, rectOf } from "../../src/base/geometry.js";
import { changedPart, isBlackRegion, isSameRegion, TILE, tileGrid, withoutChanges } from "../../src/screen/tiles.js";

const size = fc.record({ width: fc.integer({ min: 1, max: 100 }), height: fc.integer({ min: 1, max: 100 }) });
const region = fc
  .tuple(fc.nat(110), fc.nat(110), fc.nat(110), fc.nat(110))
  .map(([left, top, width, height]) => rectOf(left - 5, top - 5, left - 5 + width, top - 5 + height));

function frame(width: number, height: number, paint: (rgba: Buffer) => void = () => {}) {
  const rgba = Buffer.alloc(width * height * 4);
  paint(rgba);
  return { width, height, rgba };
}

/** The tiles of 32 pixels that contain a point. */
function tileAt(x: number, y: number): Rect {
  const [left, top] = [x - (x % TILE), y - (y % TILE)];
  return rectOf(left, top, left + TILE, top + TILE);
}

test("withoutChanges keeps unchanged tiles equal, and changed tiles equal nothing", () => {
  const before = tileGrid(frame(64, 32));
  const after = tileGrid(frame(64, 32, (rgba) => rgba.writeUInt8(1, 40 * 4)));
  const kept = withoutChanges(before, after);
  const [left, right] = [rectOf(0, 0, 32, 32), rectOf(32, 0, 64, 32)];
  for (const grid of [before, after]) {
    assert.deepEqual([isSameRegion(kept, grid, left), isSameRegion(kept, grid, right)], [true, false]);
  }
});

test("one changed pixel is found in its tile, and in no other", () => {
  fc.assert(
    fc.property(size, fc.nat(9_999), fc.nat(2), region, ({ width, height }, seed, channel, part) => {
      const [x, y] = [seed % width, Math.floor(seed / width) % height];
      const before = tileGrid(frame(width, height));
      const after = tileGrid(frame(width, height, (rgba) => rgba.writeUInt8(1, (y * width + x) * 4 + channel)));
      const whole = rectOf(0, 0, width, height);
      const tile = intersect(tileAt(x, y), whole);
      assert.deepEqual(changedPart(before, after, whole), tile);
      const shown = intersect(part, whole);
      const isTouched = !isEmpty(shown) && !isEmpty(intersect(shown, tile));
      assert.equal(isSameRegion(before, after, part), !isTouched);
      const changed = changedPart(before, after, part);
      assert.equal(changed !== undefined, isTouched);
      assert.ok(changed === undefined || contains(whole, changed));
    }),
  );
});

test("a black frame is black at every size, whatever its alpha, and not with one bright pixel", () => {
  fc.assert(
    fc.property(size, fc.nat(9_999), fc.constantFrom(0, 0xff), ({ width, height }, seed, alpha) => {
      const whole = rectOf(0, 0, width, height);
      const opaque = (rgba: Buffer) => {
        for (let at = 3; at < rgba.length; at += 4) rgba[at] = alpha;
      };
      const black = tileGrid(frame(width, height, opaque));
      assert.ok(isBlackRegion(black, whole));
      const lit = tileGrid(frame(width, height, (rgba) => rgba.writeUInt8(1, (seed % (width * height)) * 4)));
      assert.ok(!isBlackRegion(lit, whole));
    }),
  );
});

test("frames of different sizes are never equal", () => {
  const [small, large] = [tileGrid(frame(32, 32)), tileGrid(frame(32, 64))];
  const part = rectOf(0, 0, 32, 32);
  assert.ok(!isSameRegion(small, large, part));
  assert.deepEqual(changedPart(small, large, part), rectOf(0, 0, 32, 64));
});
