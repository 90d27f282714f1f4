import assert from "node:assert/strict";
import { test } from "node:test";
import { Lock } from "../../src/base/lock.js";
import { never } from "../support/never.js";

/** Work that ends when it is asked to. */
function held() {
  let end: () => void = () => {};
  const done = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { work: async () => await done, end: () => end() };
}

test("a caller that cancels while it waits leaves the queue, and nobody gets the lock before its holder is done", async () => {
  const lock = new Lock();
  const first = held();
  const holding = lock.run(first.work, never());
  const giving = new AbortController();
  const second = lock.run(async () => assert.fail("it was given up"), giving.signal);
  const order: string[] = [];
  const third = lock.run(async () => void order.push("third"), never());
  giving.abort(new Error("enough"));
  await assert.rejects(second, /enough/);
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(order.length, 0);
  order.push("first ends");
  first.end();
  await Promise.all([holding, third]);
  assert.deepEqual(order, ["first ends", "third"]);
  assert.equal(lock.pending, 0);
});

test("callers get the lock in the order in which they came, even after one that failed", async () => {
  const lock = new Lock();
  const order: number[] = [];
  const served = [1, 2, 3, 4].map(async (caller) => {
    await lock.run(async () => {
      order.push(caller);
      if (caller === 2) throw new Error("no");
    }, never());
  });
  const outcomes = await Promise.allSettled(served);
  assert.deepEqual(order, [1, 2, 3, 4]);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ["fulfilled", "rejected", "fulfilled", "fulfilled"],
  );
});
