import assert from "node:assert/strict";
import { test } from "node:test";
import { inOneGo, inTurns, mapInSteps, type Steps } from "../../src/base/steps.js";

const STEPS = ["one", "two", "three"] as const;

function* work(done: string[]): Steps<string> {
  for (const step of STEPS) {
    done.push(step);
    yield;
  }
  return "all";
}

test("work in steps has the same result in one go and in turns", async () => {
  for (const run of [inOneGo, inTurns]) {
    const done: string[] = [];
    assert.equal(await run(work(done)), "all");
    assert.deepEqual(done, STEPS);
  }
});

test("mapInSteps pauses after every given number of entries, and keeps each result in its place", () => {
  const done: string[] = [];
  const steps = mapInSteps(STEPS, {
    perStep: 2,
    of: (step, place) => {
      done.push(step);
      return `${place} ${step}`;
    },
  });
  assert.equal(steps.next().done, false);
  assert.deepEqual(done, ["one", "two"]);
  assert.deepEqual(steps.next().value, ["0 one", "1 two", "2 three"]);
});

test("other work in the event loop gets its turn before all steps are done", async () => {
  const done: string[] = [];
  setImmediate(() => done.push("another call"));
  await inTurns(work(done));
  assert.deepEqual(done, ["one", "another call", "two", "three"]);
});
