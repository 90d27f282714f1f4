import { REDACTED } from "../base/redaction.js";
import { type RecordedStep, type Worded, wordsRecorded } from "./recorded-step.js";
import { isSameRecordedFront } from "./steady-words.js";

/** A screen, of which only the words are read. */
export interface Shown {
  readonly elements: Iterable<Worded>;
}

/** A recording may leave out words of a screen that has this many. */
const MOST_WORDS = 200;

/**
 * Words that appeared without an action between two recorded steps, and were on no screen since the step before. If
 * they are missing, an effect of that step is not finished. Words with digits are left out: they are times and
 * counters.
 */
export function pendingTexts(
  { before }: RecordedStep,
  previous: RecordedStep | null,
  screens: readonly Shown[],
): readonly string[] {
  const then = previous?.after;
  if (!then || !before.isKnown || !isSameRecordedFront(then.front, before.front)) return [];
  const seen = screens.map(({ elements }) => wordsRecorded(elements));
  if ([then.words, before.words, ...seen].some(({ size }) => size >= MOST_WORDS)) return [];
  const isSteady = (word: string) => !/\d/.test(word) && !word.includes(REDACTED) && /\S/.test(word);
  return [...before.words].filter(
    (word) => isSteady(word) && !then.words.has(word) && !seen.some((words) => words.has(word)),
  );
}

/** Words that appeared without an action since the step before, and are not in the recording. */
export function unexpectedTexts({ before }: RecordedStep, left: Shown | null, screen: Shown): readonly string[] {
  if (!left || !before.isKnown) return [];
  const were = wordsRecorded(left.elements);
  return [...wordsRecorded(screen.elements)].filter(
    (word) => !/\d/.test(word) && !were.has(word) && !before.words.has(word) && before.words.size < MOST_WORDS,
  );
}
