/**
 * How many inputs a property is tried with: `quick` in `npm test`, `slow` in `npm run test:slow`, which does the tests
 * that `AGAIN` of scripts/test-plan.mjs lists once more.
 */
export function howMany(quick: number, slow: number): number {
  return process.env["FOVEA_TEST_SLOW"] ? slow : quick;
}
