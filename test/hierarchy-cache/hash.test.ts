import assert from "node:assert/strict";
import { test } from "node:test";
import { rectOf } from "../../src/base/geometry.js";
import { dHash, hashDistance } from "../../src/hierarchy-cache/hash.js";

const [WIDTH, HEIGHT] = [90, 160];

function picture(levelAt: (x: number, y: number) => number) {
  const rgba = new Uint8Array(WIDTH * HEIGHT * 4);
  for (let y = 0, at = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++, at += 4) rgba.fill(levelAt(x, y), at, at + 4);
  }
  return { width: WIDTH, height: HEIGHT, rgba };
}

const ALL = rectOf(0, 0, WIDTH, HEIGHT);

test("dHash sets every bit for a gradient to the right, and none for a gradient to the left or a plain image", () => {
  assert.deepEqual(
    dHash(
      picture((x) => 255 - x),
      ALL,
    ),
    [0xffffffff, 0xffffffff],
  );
  assert.deepEqual(
    dHash(
      picture((x) => x),
      ALL,
    ),
    [0, 0],
  );
  assert.deepEqual(
    dHash(
      picture(() => 9),
      ALL,
    ),
    [0, 0],
  );
});

test("dHash ignores pixels outside the region, and an empty region has no bits", () => {
  const below = rectOf(0, 20, WIDTH, HEIGHT);
  const clock = picture((x, y) => (y < 20 ? (x * 37) % 256 : 255 - x));
  assert.deepEqual(
    dHash(clock, below),
    dHash(
      picture((x) => 255 - x),
      below,
    ),
  );
  assert.deepEqual(dHash(clock, rectOf(10, 10, 10, 90)), [0, 0]);
});

test("hashDistance counts the bits in which two hashes differ", () => {
  assert.equal(hashDistance([0, 0], [0xffffffff, 0xffffffff]), 64);
  assert.equal(hashDistance([0b1010, 0x80000000], [0b0110, 0]), 3);
  const half = dHash(
    picture((x, y) => (y < HEIGHT / 2 ? 255 - x : x)),
    ALL,
  );
  assert.equal(
    hashDistance(
      half,
      dHash(
        picture((x) => 255 - x),
        ALL,
      ),
    ),
    32,
  );
});

test("a changed checkbox does not change the hash, so the hash is only an index", () => {
  const box = picture((x, y) => (x > 70 && x < 76 && y > 100 && y < 106 ? 0 : 255 - x));
  assert.ok(
    hashDistance(
      dHash(box, ALL),
      dHash(
        picture((x) => 255 - x),
        ALL,
      ),
    ) <= 2,
  );
});
