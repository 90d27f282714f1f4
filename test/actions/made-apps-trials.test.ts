import assert from "node:assert/strict";
import { test } from "node:test";
import { trialWords } from "../support/made-apps/meaning-tally.js";
import type { MeaningTrial } from "../support/made-apps/meaning-trial.js";
import { runMadeTrials } from "../support/made-apps/run-made.js";

/** `npm run -s bench -- act --hostile` runs thousands. */
const BLOCKS = [
  [0, "by dumps, Android 13"],
  [50, "by the on-device half, Android 13"],
  [250, "by the on-device half, Android 11"],
  [300, "by dumps, Android 16"],
] as const;
const RUNS = 20;

async function trialsFrom(firstSeed: number, hasOldRule = false): Promise<readonly MeaningTrial[]> {
  const trials: MeaningTrial[] = [];
  for await (const trial of runMadeTrials({ firstSeed, runs: RUNS, hasOldRule })) trials.push(trial);
  return trials;
}

function isWrong({ outcome, plan }: MeaningTrial): boolean {
  return outcome === "wrong" || outcome === "needless" || (outcome === "told" && plan.moment === "before");
}

for (const [firstSeed, where] of BLOCKS) {
  test(`what a ref or a selector means is touched, or nothing, on apps of any shape that change (${where})`, async () => {
    const trials = await trialsFrom(firstSeed);
    assert.deepEqual(trials.filter(isWrong).map(trialWords), []);
    // Not everything is refused, and not everything is harmless.
    assert.ok(trials.filter(({ outcome }) => outcome === "right").length >= RUNS / 5);
    assert.ok(trials.some(({ outcome }) => outcome === "refused"));
  });
}

test("where what an id or a place finds again were taken for the same, these trials would fail", async () => {
  const trials = [...(await trialsFrom(0, true)), ...(await trialsFrom(50, true))];
  assert.ok(trials.filter(({ outcome }) => outcome === "wrong").length >= 3);
});
