import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isKnowable } from "../support/knowable.js";
import { type PageLook, pageLooker, type Source } from "../support/page-looks.js";
import { anyHistory, type Moment, STEPS } from "../support/page-world.js";

/** Another seed looks at other histories: `FOVEA_IDENTITY_SEED=2 node scripts/test.mjs lasting-identity`. */
const SEED = Number(process.env.FOVEA_IDENTITY_SEED ?? 1);

interface Tally {
  pairs: number;
  wrong: number;
  knowable: number;
  kept: number;
}

/** The last look at the window of the `at`th one that had this element, and those at the window since. */
function lastSeen(looks: readonly PageLook[], at: number, truth: string) {
  const now = looks[at];
  const same = looks.slice(0, at).filter((look) => look.windowName === now?.windowName);
  const index = same.findLastIndex((look) => look.truths.includes(truth));
  const before = same[index];
  return before && { before, between: same.slice(index + 1) };
}

function check(history: readonly Moment[], source: Source, tallies: Map<string, Tally>): void {
  const look = pageLooker(source);
  const looks = history.map(({ world }) => look(world));
  const meant = new Map<string, string>();
  for (const [at, now] of looks.entries()) {
    const step = history[at]?.step ?? "first";
    const tally = tallies.get(step) ?? { pairs: 0, wrong: 0, knowable: 0, kept: 0 };
    tallies.set(step, tally);
    tally.pairs += 1;
    for (const [place, { ref }] of now.elements.entries()) {
      const truth = now.truths[place] ?? "";
      const was = meant.get(ref) ?? truth;
      meant.set(ref, truth);
      if (was !== truth) {
        tally.wrong += 1;
        const steps = history
          .slice(0, at + 1)
          .map((moment) => `${moment.step}${moment.world.isPictured ? "" : " (no picture)"}`);
        if (process.env.SHOW) console.log(`${ref} was ${was} and is ${truth} after ${steps.join(", ")}`);
      }
      const seen = lastSeen(looks, at, truth);
      if (!seen || !isKnowable(truth, { ...seen, now })) continue;
      tally.knowable += 1;
      const old = seen.before.elements[seen.before.truths.indexOf(truth)];
      if (old?.ref === ref) tally.kept += 1;
      else if (process.env.SHOW) {
        const steps = history
          .slice(0, at + 1)
          .map((moment) => `${moment.step}${moment.world.isPictured ? "" : " (no picture)"}`);
        console.log(`LOST ${truth} between ${seen.between.length} after ${steps.join(", ")}`);
      }
    }
  }
}

test("over histories of an app no ref ever comes to mean another element, and nearly all that can be known keep theirs", (context) => {
  const tallies = new Map<string, Tally>();
  const started = performance.now();
  for (const [at, history] of fc.sample(anyHistory, { numRuns: 1_000, seed: SEED }).entries()) {
    check(history, at % 2 === 0 ? "a11y-service" : "uiautomator", tallies);
  }
  const all = { pairs: 0, wrong: 0, knowable: 0, kept: 0 };
  for (const [step, { pairs, wrong, knowable, kept }] of tallies) {
    context.diagnostic(
      `${step}: ${pairs} pairs, ${wrong} wrong, ${kept} of ${knowable} kept (${((100 * kept) / knowable).toFixed(1)} %)`,
    );
    all.pairs += step === "first" ? 0 : pairs;
    all.wrong += wrong;
    all.knowable += knowable;
    all.kept += kept;
  }
  context.diagnostic(
    `all: ${all.pairs} pairs in ${Math.round(performance.now() - started)} ms, ${all.wrong} wrong, ${((100 * all.kept) / all.knowable).toFixed(2)} % of ${all.knowable} kept`,
  );
  assert.equal(all.wrong, 0);
  assert.ok(all.kept / all.knowable >= 0.98);
  assert.ok(all.pairs >= 5_000);
  assert.ok(tallies.size > Object.keys(STEPS).length);
});
