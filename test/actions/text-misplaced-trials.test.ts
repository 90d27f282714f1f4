import assert from "node:assert/strict";
import { test } from "node:test";
import { runTypingTrial, type Trial } from "../support/typing/trial.js";
import { startTypingPlace } from "../support/typing/typing-place.js";

/** On each release. */
const RUNS = 40;

for (const [usesCompanion, name] of [
  [false, "by adb alone"],
  [true, "through the companion"],
] as const) {
  for (const apiLevel of usesCompanion ? [34, 30] : [33, 36]) {
    test(`trials: type_text never reports success for text that went into another field (${name}, API ${apiLevel})`, async () => {
      await using place = await startTypingPlace({ apiLevel, usesCompanion });
      const trials: Trial[] = [];
      for (let seed = apiLevel * 1_000; trials.length < RUNS; seed += 1) trials.push(await runTypingTrial(place, seed));
      const reported = (outcome: Trial["outcome"]) => trials.filter((trial) => trial.outcome === outcome);
      assert.deepEqual(reported("unknown"), []);
      assert.deepEqual(reported("lost"), []);
      // Some texts did go into another field and were reported, and most other texts were typed.
      assert.ok(reported("reported").length > RUNS / 10 && reported("refused").length > 0);
      const calm = trials.filter(({ isConcerned }) => !isConcerned);
      assert.ok(calm.filter(({ outcome }) => outcome !== "right").length <= 1, JSON.stringify(calm));
    });
  }
}
