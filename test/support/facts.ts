import assert from "node:assert/strict";

/**
 * Asserts that `actual` has everything that `expected` names, at any depth; arrays have to have the same length.
 * `label` leads the message of a failure.
 */
export function assertFacts(actual: unknown, expected: unknown, label: string): void {
  if (typeof expected !== "object" || expected === null) {
    assert.equal(actual, expected, label);
    return;
  }
  assert.ok(typeof actual === "object" && actual !== null, `${label} is ${String(actual)}`);
  if (Array.isArray(expected)) assert.equal((actual as unknown[]).length, expected.length, `${label}.length`);
  for (const [key, value] of Object.entries(expected)) {
    assertFacts((actual as Record<string, unknown>)[key], value, `${label}.${key}`);
  }
}
