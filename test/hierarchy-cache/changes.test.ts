import assert from "node:assert/strict";
import { test } from "node:test";
import { HierarchyCache } from "../../src/hierarchy-cache/cache.js";
import { readLimits } from "../../src/hierarchy-cache/limits.js";
import { type DrawnScreen, drawn } from "../support/drawn-screen.js";
import { Pens } from "../support/drawn-sheet.js";
import { MEASURED_CHANGES, MORE_CHANGES, type ScreenChange } from "../support/screen-changes.js";

const pens = new Pens();
const LIMITS = readLimits([]);
/** Small pixels make small differences: the hardest screens are the coarse ones. */
const DENSITIES = [120, 420];

function at(density: number, screen: DrawnScreen): DrawnScreen {
  return { ...screen, density: Math.round((density * screen.density) / 420) };
}

for (const change of [...MEASURED_CHANGES, ...MORE_CHANGES]) {
  const outcome = change.isHit ? "keeps the cached hierarchy valid" : "makes the cache miss";
  test(`the change "${change.name}" ${outcome}, at every density`, () => {
    for (const density of DENSITIES) check(change, density);
  });
}

function check({ before, after, isHit }: ScreenChange, density: number): void {
  const cache = new HierarchyCache({ policy: "tile", limits: LIMITS });
  const first = drawn(at(density, before), pens);
  const then = drawn(at(density, after), pens);
  assert.equal(cache.keep(first.seen, first.seen.frame, first.tree), null);
  const answer = cache.find(then.seen);
  assert.equal(answer.isHit, isHit, answer.isHit ? "hit" : answer.why);
  if (answer.isHit) assert.deepEqual(answer.tree.hierarchy, then.tree.hierarchy);
}

test("the policy ratio returns outdated hierarchies, which is why it is not the default", () => {
  const stale = [...MEASURED_CHANGES, ...MORE_CHANGES].filter(({ before, after, isHit }) => {
    const cache = new HierarchyCache({ policy: "ratio", limits: LIMITS });
    const first = drawn(before, pens);
    cache.keep(first.seen, first.seen.frame, first.tree);
    return cache.find(drawn(after, pens).seen).isHit && !isHit;
  });
  const names = stale.map(({ name }) => name);
  for (const name of ["one checkbox toggled", "one character typed", "row label 5 to 6"])
    assert.ok(names.includes(name));
});

test("the policy exact misses when the clock changes, and never returns a wrong hierarchy", () => {
  for (const { name, before, after } of [...MEASURED_CHANGES, ...MORE_CHANGES]) {
    const cache = new HierarchyCache({ policy: "exact", limits: LIMITS });
    const first = drawn(at(160, before), pens);
    cache.keep(first.seen, first.seen.frame, first.tree);
    assert.equal(cache.find(drawn(at(160, after), pens).seen).isHit, name.startsWith("nothing"), name);
  }
});
