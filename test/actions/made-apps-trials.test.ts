import assert from "node:assert/strict";
import { test } from "node:test";
import { meaningFigures, trialWords } from "../support/made-apps/meaning-tally.js";
import type { MeaningTrial } from "../support/made-apps/meaning-trial.js";
import { runMadeTrials } from "../support/made-apps/run-made.js";

/** The first seeds for each release and path. `npm run -s bench -- act --hostile` runs thousands of seeds. */
const FIRST_SEEDS = [600, 650, 700, 750, 800, 850, 900, 950, 1000, 1050, 1100, 1150];
const RUNS = 12;
/** Trials in which nothing relevant to the target changed. They are too few to measure the share that is doubted. */
const MOST_NEEDLESS = 0.01;

async function trialsFrom(firstSeed: number, runs: number, hasOldRule = false): Promise<readonly MeaningTrial[]> {
  const trials: MeaningTrial[] = [];
  for await (const trial of runMadeTrials({ firstSeed, runs, hasOldRule })) trials.push(trial);
  return trials;
}

test("trials: tap by ref or selector touches the intended element or nothing, on generated apps that change", async () => {
  const trials: MeaningTrial[] = [];
  for (const firstSeed of FIRST_SEEDS) trials.push(...(await trialsFrom(firstSeed, RUNS)));
  const isWrong = ({ outcome, plan }: MeaningTrial) =>
    outcome === "wrong" || (outcome === "reported" && plan.moment === "before");
  assert.deepEqual(trials.filter(isWrong).map(trialWords), []);
  const { benign, needless } = meaningFigures(trials);
  assert.ok(
    needless <= benign * MOST_NEEDLESS,
    [
      `${needless} needless refusals of ${benign}`,
      ...trials.filter(({ outcome }) => outcome === "needless").map(trialWords),
    ].join("\n"),
  );
  // Not everything is refused, and not everything is harmless.
  assert.ok(trials.filter(({ outcome }) => outcome === "right").length >= trials.length / 3);
  assert.ok(trials.filter(({ outcome }) => outcome === "refused").length >= trials.length / 10);
});

test("the trials fail where an element found again by id or position is taken for the same element", async () => {
  const trials = [...(await trialsFrom(0, 20, true)), ...(await trialsFrom(50, RUNS, true))];
  assert.ok(trials.filter(({ outcome }) => outcome === "wrong").length >= 3);
});
