import assert from "node:assert/strict";
import { test } from "node:test";
import { OPTIONS } from "../../src/base/config.js";
import { isFoveaError } from "../../src/base/errors.js";
import { cacheOptions, readLimits } from "../../src/hierarchy-cache/limits.js";

test("the default limits are those in the table of options", () => {
  const reported = OPTIONS.find(({ key }) => key === "hierarchyCacheLimits")?.default?.split(", ");
  assert.deepEqual(readLimits(reported ?? []), readLimits([]));
  assert.equal(reported?.length, Object.keys(readLimits([])).length);
  assert.deepEqual(readLimits([]), { tilePixels: 0, colour: 0, ratio: 99.8, hashBits: 6, mb: 192, screens: 64 });
});

test("each limit is read by its name, and the last value applies", () => {
  const words = ["tile-pixels=16", "colour=0.1", " ratio = 99.98 ", "hash-bits=0", "mb=64", "screens=3", "mb=32"];
  assert.deepEqual(readLimits(words), {
    tilePixels: 16,
    colour: 0.1,
    ratio: 99.98,
    hashBits: 0,
    mb: 32,
    screens: 3,
  });
});

test("an invalid limit is refused, and the error names valid values", () => {
  const wrong: readonly (readonly [string, RegExp])[] = [
    [
      "pixels=3",
      /--hierarchy-cache-limits \(FOVEA_HIERARCHY_CACHE_LIMITS\): "pixels=3" has to be one of tile-pixels, /,
    ],
    ["toString=1", /one of tile-pixels/],
    ["mb", /one of tile-pixels/],
    ["mb=0", /a whole number from 1 to 16384/],
    ["mb=1.5", /a whole number/],
    ["ratio=101", /a number from 50 to 100/],
    ["tile-pixels=-1", /one of tile-pixels/],
  ];
  for (const [word, words] of wrong) {
    assert.throws(
      () => readLimits([word]),
      (error) => isFoveaError(error, "INVALID_ARGUMENT") && words.test(error.message),
    );
  }
});

test("a cache that is off does not exist, and its limits are still checked", () => {
  assert.equal(cacheOptions({ hierarchyCache: "off", hierarchyCacheLimits: [] }), null);
  assert.equal(cacheOptions({ hierarchyCache: "exact", hierarchyCacheLimits: [] })?.policy, "exact");
  assert.throws(() => cacheOptions({ hierarchyCache: "off", hierarchyCacheLimits: ["x=1"] }), /x=1/);
});
