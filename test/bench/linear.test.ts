import assert from "node:assert/strict";
import { test } from "node:test";
import { doublingOf, MOST_RATIO } from "../../bench/linear/double.js";
import { PLANTED, plantedWorks } from "../../bench/linear/planted.js";
import type { Work } from "../../bench/linear/work.js";

const CARE = { leastMs: 4, rounds: 2, collectsAll: false };

test("the linear bench finds a work of quadratic time, and not one that reads its input once", async () => {
  const quadratic = plantedWorks().find(({ name }) => name === PLANTED.quadratic);
  assert.ok(quadratic);
  const { ratio, size } = await doublingOf(quadratic, CARE);
  assert.ok(ratio > MOST_RATIO, `${ratio} at ${size}`);
  const once: Work = {
    name: "once",
    from: 64 * 1024,
    most: 4 * 1024 * 1024,
    prepare: (length) => {
      const bytes = new Uint8Array(length);
      return () => bytes.reduce((sum, byte) => sum + byte, 0);
    },
  };
  const linear = await doublingOf(once, CARE);
  assert.ok(linear.ratio <= MOST_RATIO, `${linear.ratio} at ${linear.size}`);
});

test("a work that takes no measurable time on its largest input is measured in several runs together", async () => {
  const quick: Work = { name: "quick", from: 1, most: 8, prepare: (size) => () => size };
  const { ms, ratio } = await doublingOf(quick, CARE);
  assert.ok(ms < 1 && Number.isFinite(ratio), `${ms} ms, ${ratio}`);
});
