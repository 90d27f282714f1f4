import assert from "node:assert/strict";
import { test } from "node:test";
import { drive } from "../support/drive.js";
import { driveHalf } from "../support/drive-half.js";
import { runTypingTrial, type Trial } from "../support/typing/trial.js";
import { startTypingPlace } from "../support/typing/typing-place.js";

/** On each release. */
const RUNS = 40;

for (const [usesHalf, name] of [
  [false, "by adb alone"],
  [true, "through the on-device half"],
] as const) {
  for (const apiLevel of usesHalf ? [34, 30] : [33, 36]) {
    test(`no text is told as typed that is in another field than was meant (${name}, API ${apiLevel})`, async () => {
      await using place = await startTypingPlace({ apiLevel, usesHalf });
      const trials: Trial[] = [];
      for (let seed = apiLevel * 1_000; trials.length < RUNS; seed += 1) trials.push(await runTypingTrial(place, seed));
      const told = (outcome: Trial["outcome"]) => trials.filter((trial) => trial.outcome === outcome);
      assert.deepEqual(told("untold"), []);
      assert.deepEqual(told("lost"), []);
      // Something did go wrong, was told, and most of what nothing was wrong with was done.
      assert.ok(told("told").length > RUNS / 10 && told("refused").length > 0);
      const calm = trials.filter(({ isConcerned }) => !isConcerned);
      assert.ok(calm.filter(({ outcome }) => outcome !== "right").length <= 1, JSON.stringify(calm));
    });
  }
}

test("the end of a password that went into another field is told of", async () => {
  await using place = await startTypingPlace({ apiLevel: 31, usesHalf: false });
  const { outcome, said } = await runTypingTrial(place, 2_430);
  assert.equal(outcome, "told", said);
  assert.match(said, /unknown: a part of the text is not in e\d+ field "Street" but in e\d+ field "City"/);
});

test("a text that went into another field is an error that names both", async () => {
  for (const usesHalf of [false, true]) {
    const half = usesHalf ? await driveHalf({ app: "com.fovea.form" }) : null;
    await using driven = half ?? (await drive({ app: "com.fovea.form" }));
    await driven.did("type_text", { target: "id/email", text: "a@b.example" });
    await driven.did("tap", { target: "id/name" });
    // The focus jumps right before the text goes in, whichever way it goes.
    const { typeText } = driven.phone;
    driven.phone.typeText = (text) => {
      driven.phone.typeText = typeText;
      driven.phone.hooks.tap("a@b.example");
      typeText.call(driven.phone, text);
    };
    half?.before("commitText", () => driven.phone.hooks.tap("a@b.example"));
    const text = await driven.refused("TEXT_MISPLACED", "type_text", { target: "id/name", text: "Paris" });
    assert.match(text, /typed 5 characters in e\d+ field; but the text is not in e\d+ field .* but in e\d+ field /);
    assert.match(text, /\(it may have happened\)\nNext: Look at what the fields show now/);
  }
});
