/** Work that may pause after each of its steps. */
export type Steps<T> = Generator<void, T>;

/** All steps without a pause. */
export function inOneGo<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** With a turn of the event loop between two steps, so that other calls are served meanwhile. */
export async function inTurns<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
