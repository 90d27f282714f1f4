// Slow; npm test has hand-recording.test.ts and touch-reader.test.ts. A thousand: npm run -s bench -- by-hand
import assert from "node:assert/strict";
import { test } from "node:test";
import { handTrial } from "../../bench/by-hand.js";

test("of 100 touches on controls nearly all resolve to the right element, and none to a wrong one", async () => {
  const { right, unresolved, wrong } = await handTrial(100, 1);
  assert.deepEqual(wrong, []);
  assert.equal(right + unresolved.length, 100);
  assert.ok(right >= 98, unresolved.join("\n"));
});
