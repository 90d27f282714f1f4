import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isSameElement } from "../../src/screen/element.js";
import { howMany } from "../support/how-many.js";
import { isKnowable } from "../support/knowable.js";
import { type PageObservation, pageObserver, type Source } from "../support/page-observations.js";
import { anyHistory, type Moment, STEPS } from "../support/page-world.js";

/** Another seed makes other histories: `FOVEA_IDENTITY_SEED=2 node scripts/test.mjs lasting-identity`. */
const SEED = Number(process.env.FOVEA_IDENTITY_SEED ?? 1);

/** Counts of elements in the observations that follow one kind of step. */
interface Tally {
  pairs: number;
  knowable: number;
  kept: number;
  /** Elements that kept exactly the same ref, because their meaning is the same, too. */
  unchanged: number;
}

/** The last observation of the same window before `at` with this element, and the later ones of the window. */
function lastSeen(looks: readonly PageObservation[], at: number, truth: string) {
  const same = looks.slice(0, at).filter(({ windowName }) => windowName === looks[at]?.windowName);
  const index = same.findLastIndex(({ truths }) => truths.includes(truth));
  const before = same[index];
  return before && { before, between: same.slice(index + 1) };
}

/** The observations of a session during a history; fails if a ref moves to another element. */
function looksAt(history: readonly Moment[], source: Source): readonly PageObservation[] {
  const look = pageObserver(source);
  const meant = new Map<string, string>();
  return history.map(({ world }, at) => {
    const now = look(world);
    for (const [place, { ref }] of now.elements.entries()) {
      const is = now.truths[place] ?? "";
      const was = meant.get(ref) ?? is;
      const steps = () => history.slice(0, at + 1).map(({ step, world: { isPictured } }) => `${step} ${isPictured}`);
      if (was !== is) assert.fail(`${ref} was ${was} and is ${is}; steps, and whether pictured: ${steps()}`);
      meant.set(ref, is);
    }
    return now;
  });
}

function count(looks: readonly PageObservation[], at: number, tally: Tally): void {
  const now = looks[at];
  tally.pairs += 1;
  for (const [place, truth] of now?.truths.entries() ?? []) {
    const seen = lastSeen(looks, at, truth);
    if (!now || !seen || !isKnowable(truth, { ...seen, now })) continue;
    tally.knowable += 1;
    const old = seen.before.elements[seen.before.truths.indexOf(truth)];
    const element = now.elements[place];
    if (!old || !element) continue;
    if (isSameElement(old, element)) tally.kept += 1;
    if (old.ref === element.ref) tally.unchanged += 1;
  }
}

const percent = ({ kept, knowable }: Tally) => (knowable === 0 ? "none" : `${((100 * kept) / knowable).toFixed(2)} %`);

test("no ref ever moves to another element, whatever happens in an app, and recognisable elements keep theirs", (context) => {
  const tallies = new Map<string, Tally>();
  const all: Tally = { pairs: 0, knowable: 0, kept: 0, unchanged: 0 };
  for (const [number, history] of fc.sample(anyHistory, { numRuns: howMany(250, 1_000), seed: SEED }).entries()) {
    const looks = looksAt(history, number % 2 === 0 ? "a11y-service" : "uiautomator");
    for (const [at, { step }] of history.entries()) {
      if (step === null) continue;
      const tally = tallies.get(step) ?? { pairs: 0, knowable: 0, kept: 0, unchanged: 0 };
      tallies.set(step, tally);
      count(looks, at, tally);
    }
  }
  for (const [step, tally] of tallies) {
    context.diagnostic(
      `${step}: ${percent(tally)} of ${tally.knowable} knowable kept, ${tally.unchanged} with the same ref, ${tally.pairs} pairs of looks`,
    );
    for (const key of ["pairs", "knowable", "kept", "unchanged"] as const) all[key] += tally[key];
  }
  context.diagnostic(`all: 0 wrong, ${percent(all)} of ${all.knowable} knowable kept, ${all.pairs} pairs of looks`);
  assert.ok(all.kept / all.knowable >= 0.98, `only ${percent(all)} kept their refs`);
  assert.ok(all.pairs >= howMany(1_250, 5_000));
  assert.equal(tallies.size, Object.keys(STEPS).length);
});
