/** One of several steps, as the answer shows it. */
export interface StepWords {
  readonly shown: string;
  readonly notes: readonly string[];
}

/** Each step with its notes; a note on several steps is printed once, below the first of them. */
export function stepLines(steps: readonly StepWords[]): readonly string[] {
  return steps.flatMap(({ shown, notes }, place) => {
    const isFirst = (note: string) => steps.findIndex((one) => one.notes.includes(note)) === place;
    return [`${place + 1} ${shown}`, ...notes.filter(isFirst).map((note) => `  ${note}${alsoIn(note, steps, place)}`)];
  });
}

function alsoIn(note: string, steps: readonly StepWords[], first: number): string {
  const places = steps.flatMap(({ notes }, place) => (place > first && notes.includes(note) ? [place + 1] : []));
  return places.length === 0 ? "" : ` (also step ${places.join(", ")})`;
}
