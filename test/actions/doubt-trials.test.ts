import assert from "node:assert/strict";
import { test } from "node:test";
import type { DoubtTrial } from "../support/doubt/doubt-trial.js";
import { isWrongReported, runDoubtTrials } from "../support/doubt/run-doubt-trials.js";

/** `npm run -s bench -- act --doubt` runs more of them, of all scenes. */
const SCENES = [
  ["companion", "ticking 150", 50],
  ["companion", "just changed", 50],
  ["input", "just changed", 50],
  ["input", "earlier touch", 25],
  ["input", "renamed", 25],
] as const;

/** The largest allowed number: in such a small sample a single one exceeds the share of the bench. */
const MOST_DOUBTED = 2;

for (const [way, scene, runs] of SCENES) {
  test(`trials: taps on the right element are seldom doubted, and a tap on a wrong one never succeeds (${way}, ${scene})`, async () => {
    const trials: DoubtTrial[] = [];
    // The seeds cross the end of a block, so that they use phones of two releases.
    const wanted = { firstSeed: 110, runs, usesCompanion: way === "companion", scene };
    for await (const trial of runDoubtTrials(wanted)) trials.push(trial);
    assert.deepEqual(trials.filter(isWrongReported), []);
    const right = trials.filter(({ isRight }) => isRight);
    assert.ok(right.length > runs / 4, `${right.length} of ${runs}`);
    if (scene === "renamed") return;
    const doubted = right.filter(({ isDoubted }) => isDoubted);
    assert.ok(doubted.length <= MOST_DOUBTED, doubted.map(({ seed, words }) => `${seed} ${words}`).join("\n"));
  });
}
