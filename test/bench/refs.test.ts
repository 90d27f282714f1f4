import assert from "node:assert/strict";
import { test } from "node:test";
import { missedBudgets } from "../../bench/bench.js";
import { compareRefs, refsBench } from "../../bench/refs.js";

function rows(words: Readonly<Record<string, string>>) {
  return Object.entries(words).map(([ref, label]) => ({ ref, role: "row", labels: [label] }) as const);
}

test("compareRefs counts a ref that moved to another row as wrong, and a row with a new ref as not kept", () => {
  const before = rows({ e1: "A", e2: "B", e3: "C", e4: "D", e5: "D" });
  const after = rows({ e2: "B", e9: "C", e1: "E", e4: "D" });
  assert.deepEqual(compareRefs(before, after), { stayed: 2, kept: 1, wrong: 1 });
});

test("refs are kept over a scroll where the row stayed visible, on the lists of the virtual phone", async () => {
  const { text, figures } = await refsBench.run([]);
  assert.deepEqual(missedBudgets(figures), [], text);
});
