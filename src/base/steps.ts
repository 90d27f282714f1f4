/** Work that may pause after each of its steps. */
export type Steps<T> = Generator<void, T>;

/** Maps all values, with a pause after every `perStep` of them. */
export function* mapInSteps<T, U>(
  all: readonly T[],
  { perStep, of }: { readonly perStep: number; readonly of: (one: T, place: number) => U },
): Steps<readonly U[]> {
  const done: U[] = [];
  for (const [place, one] of all.entries()) {
    if (place > 0 && place % perStep === 0) yield;
    done.push(of(one, place));
  }
  return done;
}

/** Runs all steps without a pause. */
export function inOneGo<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Runs all steps with a turn of the event loop between two steps, so that other calls are served meanwhile. */
export async function inTurns<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await nextTurn();
  }
}

/** Resolves after everything else that waits for the event loop had its turn. */
export async function nextTurn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
