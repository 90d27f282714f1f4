// Slow; npm test has tools/verify.test.ts and screen/expected. A thousand: npm run -s bench -- verdicts
import assert from "node:assert/strict";
import { test } from "node:test";
import { verdictTrials } from "../../support/made-apps/verdict-trials.js";

test("verify calls sentences about an action true, false or unknown correctly, on pairs of screens of any app", async () => {
  const { counts, mistakes } = await verdictTrials({ pairs: 40, firstSeed: 30 });
  assert.deepEqual(mistakes, []);
  assert.ok(counts.size >= 6, [...counts.keys()].join());
});
