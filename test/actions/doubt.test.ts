import assert from "node:assert/strict";
import { test } from "node:test";
import type { DoubtTrial } from "../support/doubt/doubt-trial.js";
import { isWrongReported, runDoubtTrials } from "../support/doubt/run-doubt-trials.js";

// doubt-trials.test.ts runs 200 trials, of more scenes.

for (const [way, scene] of [
  ["companion", "just changed"],
  ["input", "earlier touch"],
] as const) {
  test(`taps on the right element are seldom doubted, and taps on a wrong one are never a success (${way}, ${scene})`, async () => {
    const trials: DoubtTrial[] = [];
    for await (const trial of runDoubtTrials({ firstSeed: 200, runs: 8, usesCompanion: way === "companion", scene }))
      trials.push(trial);
    assert.deepEqual(trials.filter(isWrongReported), []);
    const right = trials.filter(({ isRight }) => isRight);
    assert.ok(right.length > 2, `${right.length}`);
    const doubted = right.filter(({ isDoubted }) => isDoubted);
    assert.ok(doubted.length <= 1, doubted.map(({ seed, words }) => `${seed} ${words}`).join("\n"));
  });
}
