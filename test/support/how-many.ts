/**
 * The number of inputs for a property: `quick` in `npm test`, `slow` in `npm run test:slow`, which repeats the tests of
 * `AGAIN` in scripts/test-plan.mjs.
 */
export function howMany(quick: number, slow: number): number {
  return process.env["FOVEA_TEST_SLOW"] ? slow : quick;
}
