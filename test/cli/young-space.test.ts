import assert from "node:assert/strict";
import { test } from "node:test";
import { growthFlag } from "../../src/cli/young-space.js";

test("the space of young objects of a server grows to 16 MB, and no further", () => {
  const sizes = [1, 8, 15, 16, 64].map((mb) => growthFlag(mb * 2 ** 20).at(-1));
  assert.deepEqual(sizes, ["2", "2", "2", "1", "1"]);
});
