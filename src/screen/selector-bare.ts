import { normaliseLabel } from "./label.js";
import { type Token, tokenize } from "./selector-tokens.js";
import { attributeNamed, isGrammarWord, type SelectorPlace } from "./selector-words.js";

/** Punctuation that a label may contain without quotes: no selector has the form of `Inbox (3)` or `Hello, you`. */
const PUNCTUATION_OF_LABELS: ReadonlySet<string> = new Set([",", "%", "(", ")"]);

/** The selector syntax of other tools; selector-meant.ts translates it. */
const FOREIGN: readonly RegExp[] = [
  /^\(*\/\/|^\/hierarchy\b/, // XPath
  /^[@[{?]/, // @e12, @id/login, [ref=e12], JSON
  /^-?\d+(?:\.\d+)?\s*[,%]/, // a point or a share with a mistake
  /^-?\d+\s+-?\d+$/, // 100 200
  /^new\s+UiSelector|^By[.]\w+\(/, // UiAutomator, Appium
  /^(?:android|androidx|com)(?:\.\w+)*\.[A-Z]\w*$/, // a class
];

/** A longer text is not a label. */
const LONGEST_LABEL = 200;

/**
 * Reads a whole text without quotes as one label: `Settings`, `Sign up`, `Inbox (3)`. Null if one of its words means
 * something in the grammar, or if it looks like the syntax of another tool: then it could mean two things.
 */
export function bareLabel(text: string, place: SelectorPlace): string | null {
  if (text.length > LONGEST_LABEL || isForeign(text.trim())) return null;
  const tokens = tokensOf(text);
  const last = tokens.at(-1);
  // `Sign in`: no container follows the last word, so `in` is a part of the label.
  const isEnd = tokens.length > 1 && last?.kind === "word" && last.text.toLowerCase() === "in";
  const words = isEnd ? tokens.slice(0, -1) : tokens;
  if (words[0]?.kind !== "word" || !words.every((token) => isPlain(token, place)) || !hasPairedBrackets(text))
    return null;
  const label = normaliseLabel(text);
  return label === "" ? null : label;
}

function isForeign(text: string): boolean {
  const attribute = /^([\w-]+)\s*:/.exec(text)?.[1] ?? "";
  return attributeNamed(attribute) !== undefined || FOREIGN.some((pattern) => pattern.test(text));
}

/** Whether a token of a text without quotes can only be part of a label. */
export function isPlain({ kind, text }: Token, place: SelectorPlace): boolean {
  if (kind === "word") return !isGrammarWord(text, place);
  return kind === "punctuation" && PUNCTUATION_OF_LABELS.has(text);
}

/** The words of a text; none if a quote is never closed. */
export function tokensOf(text: string): readonly Token[] {
  try {
    return tokenize(text).slice(0, -1);
  } catch {
    return [];
  }
}

function hasPairedBrackets(text: string): boolean {
  return !/[()]/.test(text.replace(/\([^()]*\)/g, ""));
}
