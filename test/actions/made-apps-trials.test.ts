import assert from "node:assert/strict";
import { test } from "node:test";
import { trialWords } from "../support/made-apps/meaning-tally.js";
import type { MeaningTrial } from "../support/made-apps/meaning-trial.js";
import { runMadeTrials } from "../support/made-apps/run-made.js";

/** `npm run -s bench -- act --hostile` runs thousands. */
const BLOCKS = [
  [0, "input, Android 13"],
  [50, "the on-device half, Android 13"],
  [300, "input, Android 16"],
  [350, "the on-device half, Android 16"],
] as const;
const RUNS = 14;

for (const [firstSeed, where] of BLOCKS) {
  test(`what a ref or a selector means is touched, or nothing, on apps of any shape that change (${where})`, async () => {
    const trials: MeaningTrial[] = [];
    for await (const trial of runMadeTrials({ firstSeed, runs: RUNS })) trials.push(trial);
    const isWrong = ({ outcome, plan }: MeaningTrial) =>
      outcome === "wrong" || outcome === "needless" || (outcome === "told" && plan.moment === "before");
    assert.deepEqual(trials.filter(isWrong).map(trialWords), []);
    // Not everything is refused, and not everything is harmless.
    assert.ok(trials.filter(({ outcome }) => outcome === "right").length > RUNS / 4);
    assert.ok(trials.some(({ outcome }) => outcome === "refused"));
  });
}
