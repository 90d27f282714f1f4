import assert from "node:assert/strict";
import { startRealPlace } from "../support/hostile/places.js";
import { runTrials } from "../support/hostile/run-trials.js";
import { defectsOf } from "../support/hostile/tally.js";
import type { Trial } from "../support/hostile/trial.js";
import { needsPrograms } from "../support/needs.js";

const { test } = needsPrograms("adb");

/** `npm run -s bench -- act --hostile --real-adb` runs a thousand. */
const RUNS = 24;

for (const [usesCompanion, name] of [
  [false, "without the companion"],
  [true, "through the companion"],
] as const) {
  test(`behind a real adb server a tap ${name} touches the target or nothing`, async () => {
    const trials: Trial[] = [];
    for await (const trial of runTrials({ firstSeed: 30_000, runs: RUNS, usesCompanion, startPlace: startRealPlace })) {
      trials.push(trial);
    }
    assert.deepEqual(defectsOf(trials), []);
    assert.ok(trials.some(({ phase, outcome }) => phase === "before" && outcome === "refused"));
    assert.ok(trials.filter(({ outcome }) => outcome === "right").length > RUNS / 4);
  });
}
