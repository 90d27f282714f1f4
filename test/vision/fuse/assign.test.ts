import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { assign, type Pairing } from "../../../src/vision/fuse/assign.js";

const sum = (pairings: readonly Pairing[]) => pairings.reduce((total, { value }) => total + value, 0);

/** The best sum, by trying everything. */
function best(pairings: readonly Pairing[]): number {
  const [first, ...rest] = pairings;
  if (!first) return 0;
  const others = rest.filter(({ row, column }) => row !== first.row && column !== first.column);
  return Math.max(first.value + best(others), best(rest));
}

test("the assignment has the largest possible sum, and uses each row and column once", () => {
  const pairing = fc.record({ row: fc.nat(4), column: fc.nat(4), value: fc.integer({ min: 1, max: 100 }) });
  const unique = fc.uniqueArray(pairing, { maxLength: 12, selector: ({ row, column }) => row * 10 + column });
  fc.assert(
    fc.property(unique, (pairings) => {
      const found = assign(pairings);
      assert.equal(new Set(found.map(({ row }) => row)).size, found.length);
      assert.equal(new Set(found.map(({ column }) => column)).size, found.length);
      assert.ok(Math.abs(sum(found) - best(pairings)) < 1e-9);
    }),
    { numRuns: 500 },
  );
});

test("a group too large for the exact method is assigned from the best pair on", () => {
  const pairings = Array.from({ length: 400 }, (_, row) =>
    [0, 1].map((off) => ({ row, column: row + off, value: off === 0 ? 1 : 0.6 })),
  ).flat();
  const found = assign(pairings);
  assert.equal(found.length, 400);
  assert.ok(found.every(({ row, column }) => row === column));
});
