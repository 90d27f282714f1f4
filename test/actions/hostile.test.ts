import assert from "node:assert/strict";
import { test } from "node:test";
import { startQuickPlace } from "../support/hostile/places.js";
import { runTrials } from "../support/hostile/run-trials.js";
import { defectsOf, figuresOf } from "../support/hostile/tally.js";
import { runTrial, type Trial } from "../support/hostile/trial.js";

/** `npm run -s bench -- act --hostile` runs more of them. */
const RUNS = 100;
const MOST_NEEDLESS = 0.02;

for (const [usesCompanion, name] of [
  [false, "without the companion"],
  [true, "through the companion"],
] as const) {
  test(`a tap ${name} touches the target or nothing, whatever changes on the screen before the check`, async () => {
    const trials: Trial[] = [];
    // The seeds cross the end of a block, so that they use phones of two releases.
    const wanted = { firstSeed: 20_200, runs: RUNS, usesCompanion, startPlace: startQuickPlace };
    for await (const trial of runTrials(wanted)) trials.push(trial);
    assert.deepEqual(defectsOf(trials), []);
    const figures = figuresOf(trials);
    const sum = (value: (of: (typeof figures)[number]) => number) => figures.reduce((all, of) => all + value(of), 0);
    // In such a small sample a single case may exceed the share.
    const most = Math.max(1, sum(({ touchable }) => touchable) * MOST_NEEDLESS);
    assert.ok(sum(({ needless }) => needless) <= most);
    // Not everything is refused, and the trials come at every instant.
    assert.ok(trials.filter(({ outcome }) => outcome === "right").length > RUNS / 4);
    assert.ok(sum(({ before }) => before) > RUNS / 4);
    assert.ok(sum(({ gap }) => gap) > RUNS / 10);
    assert.ok(sum(({ touchable }) => touchable) > RUNS / 10);
  });
}

/** Seeds with which a tap once hit the wrong element or nothing, although a reading could have shown the change. */
const ONCE_BLIND: readonly (readonly [what: string, usesCompanion: boolean, apiLevel: number, seed: number])[] = [
  ["a row with the same text came, at a quick check", false, 28, 6_051],
  ["a row with the same text came", true, 28, 11_147],
  ["a phrase with another meaning in another app", false, 24, 21_516],
  ["a keyboard opened between the hierarchy and the following window dump", false, 30, 36_984],
];

for (const [what, usesCompanion, apiLevel, seed] of ONCE_BLIND) {
  test(`a tap is refused or touches its target in a case that once failed: ${what}`, async () => {
    await using place = await startQuickPlace({ apiLevel, usesCompanion });
    const { outcome, said } = await runTrial(place, seed);
    assert.ok(outcome === "refused" || outcome === "right", said);
  });
}
