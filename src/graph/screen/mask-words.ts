import { REDACTED } from "../../base/redaction.js";
import { normaliseLabel } from "../../screen/label.js";

const LONGEST_LABEL = 80;

/** A label as it is read, without long numbers and what stands for words that were taken out of it. */
export function withoutRedacted(label: string): string {
  return normaliseLabel(label.replaceAll(REDACTED, " ").replace(LONG_NUMBER, "#"));
}

/** Four digits and more, also in groups: codes, numbers of accounts and phones. They never enter a graph. */
const LONG_NUMBER = /\p{Nd}(?:[ -]?\p{Nd}){3,}/gu;

/** A label without what changes by itself: figures (also of clocks, dates, percentages) become `#`, in lower case. */
export function maskWords(label: string): string {
  const words = withoutRedacted(label).slice(0, LONGEST_LABEL).toLowerCase();
  return words.replace(DIGITS, "#").replace(FIGURES, "#").trim();
}

const DIGITS = /\p{Nd}+/gu;
/** Figures of a clock, a date or an amount, joined by what is between them. */
const FIGURES = /#(?:[.,:/%'+-]?#)+/g;

/** The same without figures and brackets around them: "Inbox (3)" and "Inbox" are one title. */
export function titleWords(label: string): string {
  return termsOf(label).join(" ");
}

/** Words of a label, in lower case, without figures; of scripts without blanks, every two characters that follow. */
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
