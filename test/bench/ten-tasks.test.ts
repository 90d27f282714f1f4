import assert from "node:assert/strict";
import { test } from "node:test";
import { missedBudgets } from "../../bench/bench.js";
import { tenTasksBench } from "../../bench/ten-tasks.js";

test("ten tasks are done by outlines alone, within their budgets of calls and tokens", async () => {
  const { figures } = await tenTasksBench.run([]);
  assert.deepEqual(missedBudgets(figures), []);
  assert.equal(figures.filter(({ name }) => name.endsWith(": calls")).length, 10);
});
