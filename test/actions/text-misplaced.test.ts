import assert from "node:assert/strict";
import { test } from "node:test";
import { drive } from "../support/drive.js";
import { driveCompanion } from "../support/drive-companion.js";
import { runTypingTrial, type Trial } from "../support/typing/trial.js";
import { startTypingPlace } from "../support/typing/typing-place.js";

test("type_text never reports success for text that went into another field, in a few trials", async () => {
  await using place = await startTypingPlace({ apiLevel: 34, usesCompanion: true });
  const outcomes: Trial["outcome"][] = [];
  // text-misplaced-trials.test.ts runs 160 trials, on four releases, with and without the companion.
  for (let seed = 5_000; outcomes.length < 8; seed += 1) outcomes.push((await runTypingTrial(place, seed)).outcome);
  assert.deepEqual(
    outcomes.filter((outcome) => outcome === "unknown" || outcome === "lost"),
    [],
  );
  assert.ok(outcomes.includes("right"));
});

test("type_text reports the end of a password that went into another field", async () => {
  await using place = await startTypingPlace({ apiLevel: 31, usesCompanion: false });
  const { outcome, said } = await runTypingTrial(place, 2_430);
  assert.equal(outcome, "reported", said);
  assert.match(said, /unknown: a part of the text is not in e\d+ field "Street" but in e\d+ field "City"/);
});

for (const held of ["Port of Paris", "Paris"]) {
  test(`type_text reports text that went into another field although its own field already held it, as in "${held}"`, async () => {
    for (const usesCompanion of [false, true]) {
      const companion = usesCompanion ? await driveCompanion({ app: "com.fovea.form" }) : null;
      await using driven = companion ?? (await drive({ app: "com.fovea.form" }));
      await driven.did("type_text", { target: "id/email", text: "a@b.example" });
      await driven.did("type_text", { target: "id/name", text: held });
      const { typeText } = driven.phone;
      driven.phone.typeText = (text) => {
        driven.phone.typeText = typeText;
        driven.phone.hooks.tap("a@b.example");
        typeText.call(driven.phone, text);
      };
      companion?.before("commitText", () => driven.phone.hooks.tap("a@b.example"));
      const text = await driven.refused("TEXT_MISPLACED", "type_text", { target: "id/name", text: "Paris" });
      assert.match(text, /but the text is not in e\d+ field .* but in e\d+ field /);
    }
  });
}

test("type_text returns an error that names both fields where the text went into another field", async () => {
  for (const usesCompanion of [false, true]) {
    const companion = usesCompanion ? await driveCompanion({ app: "com.fovea.form" }) : null;
    await using driven = companion ?? (await drive({ app: "com.fovea.form" }));
    await driven.did("type_text", { target: "id/email", text: "a@b.example" });
    await driven.did("tap", { target: "id/name" });
    // The focus moves right before the text is typed, by either way.
    const { typeText } = driven.phone;
    driven.phone.typeText = (text) => {
      driven.phone.typeText = typeText;
      driven.phone.hooks.tap("a@b.example");
      typeText.call(driven.phone, text);
    };
    companion?.before("commitText", () => driven.phone.hooks.tap("a@b.example"));
    const text = await driven.refused("TEXT_MISPLACED", "type_text", { target: "id/name", text: "Paris" });
    assert.match(text, /typed 5 characters in e\d+ field; but the text is not in e\d+ field .* but in e\d+ field /);
    assert.match(text, /\(it may have happened\)\nNext: Look at what the fields show now/);
  }
});
