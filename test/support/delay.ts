/** A delay, as before the answer of a slow device. Not for tests that wait for a condition: see pollUntil. */
export function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
