import type { ElementContext } from "./element.js";
import { isMoney, withoutFigures } from "./meaning.js";

/**
 * The words to be remembered; null if some were replaced. What is out of sight is not forgotten, and what was seen
 * counting counts on.
 */
export function compareNear(old: readonly string[], now: readonly string[]): readonly string[] | null {
  const words = now.map((one) =>
    old.includes(one) ? one : old.includes(withoutFigures(one)) ? withoutFigures(one) : one,
  );
  const isMissing = old.some((one) => !words.includes(one));
  if (!isMissing) return words;
  return words.every((one) => old.includes(one)) ? old : null;
}

/** What is near it besides the headings over it, which stand near the first of a column and over cards, too. */
export function besidesHeadings({ near, section, heading }: ElementContext): readonly string[] {
  return near.filter((words) => words !== section && words !== heading);
}

/** Figures that were others before count: they are remembered without their value, unless they are money. */
export function asCounting(words: string, old: readonly string[]): string {
  const bare = withoutFigures(words);
  if (bare === words || old.includes(words) || isMoney(words)) return words;
  return old.some((one) => withoutFigures(one) === bare) ? bare : words;
}
