import assert from "node:assert/strict";
import { test } from "node:test";
import { seededRandom } from "../../packages/virtual-android/src/random.js";
import { BENIGN } from "../support/made-apps/benign.js";
import { startMadePlace } from "../support/made-apps/made-place.js";
import { type MadeState, type Meaning, meaningsOf, sameness } from "../support/made-apps/made-state.js";
import { makeApp } from "../support/made-apps/make-app.js";
import { runMeaningTrial } from "../support/made-apps/meaning-trial.js";
import { MUTATIONS } from "../support/made-apps/mutations.js";
import { shownLines } from "../support/made-apps/shown-text.js";

const APPS = 160;

/** Each generated app with each of its controls. */
function* everyThing(): Generator<{ state: MadeState; target: Meaning; random: () => number }> {
  for (let seed = 0; seed < APPS; seed += 1) {
    const random = seededRandom(seed, "app");
    const state = makeApp(random);
    for (const target of meaningsOf(state)) yield { state, target, random };
  }
}

// Mutations with an effect on the phone only are not visible on a page.
for (const mutation of MUTATIONS.filter(({ act }) => !act)) {
  test(`after "${mutation.name}" a generated app shows another element in the same place, one more or one fewer`, () => {
    let tried = 0;
    for (const { state, target, random } of everyThing()) {
      const to = mutation.change(state, { target, random });
      if (!to) continue;
      tried += 1;
      const before = meaningsOf(state);
      const after = meaningsOf(to);
      const here = after.find(({ slot }) => slot === target.slot);
      const isSame = here?.key === target.key && sameness(target, here) === "same" && after.length === before.length;
      assert.ok(!isSame, JSON.stringify(target));
    }
    assert.ok(tried > 10, `${tried} of ${APPS} apps`);
  });
}

for (const mutation of BENIGN) {
  test(`after "${mutation.name}" a generated app still shows the target, with the same meaning`, () => {
    let tried = 0;
    for (const { state, target, random } of everyThing()) {
      const to = mutation.change(state, { target, random });
      if (!to) continue;
      tried += 1;
      const now = meaningsOf(to).find(({ key }) => key === target.key);
      assert.ok(now && sameness(target, now) === "same", JSON.stringify(target));
    }
    assert.ok(tried > 10, `${tried} of ${APPS} apps`);
  });
}

for (const usesCompanion of [false, true]) {
  test(`a seed repeats the same trial on a generated app (${usesCompanion ? "with" : "without"} the companion)`, async () => {
    const run = async (seed: number) => {
      await using place = await startMadePlace({ apiLevel: 33, usesCompanion });
      const { plan, outcome, what, wanted } = await runMeaningTrial(place, seed);
      return { plan: { ...plan, mutation: plan.mutation.name }, outcome, what, wanted };
    };
    for (const seed of [3, 5]) assert.deepEqual(await run(seed), await run(seed));
  });
}

test("type_text types into a field that content above pushes down right before the text", async () => {
  await using place = await startMadePlace({ apiLevel: 34, usesCompanion: true });
  const { plan, outcome, what, wanted } = await runMeaningTrial(place, 42_626);
  assert.deepEqual([plan.verb, plan.mutation.name, plan.moment], ["submit", "strip above", "within"]);
  assert.equal(outcome, "right", what);
  assert.match(what, new RegExp(wanted.shown.words?.text ?? "no words", "u"));
});

test("the test client parses the lines of an answer correctly", () => {
  const lines = shownLines(
    [
      '- e4 "Draft"',
      '~ e91 button "De \\"l\\"" checked was e15 "Cancel"',
      "after e7:",
      '+   e30 "Text" [0,1][2,3]',
    ].join("\n"),
  );
  const brief = lines.map(({ ref, role, labels, was, bounds }) => ({ ref, role, labels, was, bounds }));
  assert.deepEqual(brief, [
    { ref: "e91", role: "button", labels: ['De "l"'], was: "e15", bounds: null },
    { ref: "e30", role: "text", labels: ["Text"], was: null, bounds: { left: 0, top: 1, right: 2, bottom: 3 } },
  ]);
});
