import { REDACTED } from "../../base/redaction.js";
import { normaliseLabel } from "../../screen/label.js";

const LONGEST_LABEL = 80;

/** A label without long numbers, and without the marks in place of redacted words. */
export function withoutRedacted(label: string): string {
  return normaliseLabel(label.replaceAll(REDACTED, " ").replace(LONG_NUMBER, "#"));
}

/** Four digits and more, also in groups: codes, account numbers, phone numbers. Graphs never contain them. */
const LONG_NUMBER = /\p{Nd}(?:[ -]?\p{Nd}){3,}/gu;

/**
 * A label in lower case, with figures (also of clocks, dates, percentages) replaced by `#`, since they change by
 * themselves.
 */
export function maskWords(label: string): string {
  const words = withoutRedacted(label).slice(0, LONGEST_LABEL).toLowerCase();
  return words.replace(DIGITS, "#").replace(FIGURES, "#").trim();
}

const DIGITS = /\p{Nd}+/gu;
/** The figures of a clock, a date or an amount, with the characters between them. */
const FIGURES = /#(?:[.,:/%'+-]?#)+/g;

/** The words of a label without figures and the brackets around them: "Inbox (3)" and "Inbox" are the same title. */
export function titleWords(label: string): string {
  return termsOf(label).join(" ");
}

/**
 * The words of a label in lower case, without figures. In scripts without blanks, each pair of neighbouring characters
 * is a term.
 */
export function termsOf(label: string): readonly string[] {
  const words = maskWords(label).match(WORDS) ?? [];
  return words.flatMap((word) => (WITHOUT_BLANKS.test(word) ? pairsOf(word) : [word]));
}

const WORDS = /[\p{L}\p{M}]+/gu;
const WITHOUT_BLANKS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

function pairsOf(word: string): readonly string[] {
  const characters = [...word];
  if (characters.length < 2) return [word];
  return characters.slice(1).map((character, before) => `${characters[before] ?? ""}${character}`);
}
