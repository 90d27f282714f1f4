/** What a slow device of a test does before it answers. Not for tests that wait for something: see pollUntil. */
export function takeTime(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
