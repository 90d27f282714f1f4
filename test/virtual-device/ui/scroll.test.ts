import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { flingOf, ScrollModel } from "../../../packages/virtual-android/src/ui/scroll.js";

const DENSITY = 2.625;

function scrolled(max: number, offset = 0): ScrollModel {
  const model = new ScrollModel();
  model.setRange(max);
  model.scrollTo(offset);
  return model;
}

test("a fling goes on after the finger lifts, slows down and stops at the formula's distance", () => {
  const model = scrolled(100_000);
  const { distance, durationMs } = flingOf(6000, DENSITY);
  model.fling(6000, DENSITY, 0);
  const steps = [0, 0.25, 0.5, 0.75, 1].map((share) => model.offsetAt(share * durationMs));
  const gains = steps.slice(1).map((offset, i) => offset - (steps[i] ?? 0));
  assert.deepEqual(
    gains.toSorted((a, b) => b - a),
    gains,
  );
  assert.equal(model.offsetAt(durationMs), distance);
  assert.equal(model.offsetAt(durationMs + 5000), distance);
  assert.equal(model.movesUntil(durationMs / 2), durationMs);
  assert.equal(model.movesUntil(durationMs), undefined);
});

test("a fling of 5000 px/s at 420 dpi moves about 1560 px in 890 ms, as in AOSP", () => {
  const { distance, durationMs } = flingOf(5000, DENSITY);
  assert.ok(Math.abs(distance - 1560) < 30, `${distance} px`);
  assert.ok(Math.abs(durationMs - 890) < 10, `${durationMs} ms`);
});

test("a finger that lifts slower than 50 dp/s does not fling", () => {
  assert.deepEqual(flingOf(49 * DENSITY, DENSITY), { distance: 0, durationMs: 0 });
  assert.ok(flingOf(51 * DENSITY, DENSITY).durationMs > 0);
});

test("scrolling never leaves its range, however it is dragged or flung", () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant("drag" as const), amount: fc.integer({ min: -5000, max: 5000 }) }),
    fc.record({ kind: fc.constant("fling" as const), amount: fc.integer({ min: -20000, max: 20000 }) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), fc.integer({ min: 0, max: 8000 }), (steps, max) => {
      const model = scrolled(max);
      let now = 0;
      for (const { kind, amount } of steps) {
        if (kind === "drag") model.scrollBy(amount, now);
        else model.fling(amount, DENSITY, now);
        now += 137;
        const offset = model.offsetAt(now);
        assert.ok(offset >= 0 && offset <= max && Number.isInteger(offset), `${offset} of ${max}`);
      }
    }),
  );
});

test("a fling ends where the content ends", () => {
  const model = scrolled(300);
  model.fling(9000, DENSITY, 0);
  assert.equal(model.offsetAt(1000), 300);
  assert.equal(model.movesUntil(1000), undefined);
});

test("a touch stops a flung list in its place", () => {
  const model = scrolled(50_000);
  model.fling(8000, DENSITY, 0);
  const there = model.offsetAt(200);
  assert.equal(model.stop(200), true);
  assert.equal(model.offsetAt(900), there);
  assert.equal(model.stop(900), false);
});
