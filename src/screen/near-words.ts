import type { ElementContext } from "./element.js";
import { isMoney, withoutFigures } from "./meaning.js";

/**
 * The words to remember; null if some were replaced. Words that went out of sight stay remembered; figures that were
 * seen counting may change.
 */
export function compareNear(old: readonly string[], now: readonly string[]): readonly string[] | null {
  const words = now.map((one) =>
    old.includes(one) ? one : old.includes(withoutFigures(one)) ? withoutFigures(one) : one,
  );
  const isMissing = old.some((one) => !words.includes(one));
  if (!isMissing) return words;
  return words.every((one) => old.includes(one)) ? old : null;
}

/** The nearby words except for the headings, which may be near the first element of a column and near cards. */
export function besidesHeadings({ near, section, heading }: ElementContext): readonly string[] {
  return near.filter((words) => words !== section && words !== heading);
}

/**
 * The words without figures if the figures changed, and so count; unchanged words and amounts of money are kept whole.
 */
export function asCounting(words: string, old: readonly string[]): string {
  const bare = withoutFigures(words);
  if (bare === words || old.includes(words) || isMoney(words)) return words;
  return old.some((one) => withoutFigures(one) === bare) ? bare : words;
}
