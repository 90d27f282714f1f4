import { isFoveaError } from "../base/errors.js";
import { replaceQuotes } from "./quotes.js";
import {
  type Condition,
  type ConditionWords,
  NO_WORDS,
  parseCondition,
  parseElement,
  readCondition,
  readElement,
  readTarget,
  type Target,
} from "./selector.js";
import { type ElementSelector, type QuerySelector, RESERVED } from "./selector-element.js";
import { isXPath } from "./selector-foreign.js";

/**
 * Reads the text as a selector, else as a query in plain language, so that `delete on row Milk` needs no question mark.
 * Errors: SELECTOR_SYNTAX if it is neither; a text in the form of a selector with a mistake is not read as a query.
 */
export function parseElementOrQuery(text: string): ElementSelector {
  try {
    return readElement(text);
  } catch (error) {
    if (!isFoveaError(error, "SELECTOR_SYNTAX")) throw error;
    return isPlain(text) && !isXPath(text) ? asQuery(text) : parseElement(text);
  }
}

/**
 * Reads the text as a condition, else as the condition that the element which the plain words describe exists, as
 * `find` reads them. Errors: SELECTOR_SYNTAX if it is neither, and for plain words that contain a keyword of
 * conditions: `Not now`.
 */
export function parseConditionOrQuery(text: string, words: ConditionWords = NO_WORDS): Condition {
  try {
    return readCondition(text, words);
  } catch (error) {
    if (!isFoveaError(error, "SELECTOR_SYNTAX")) throw error;
    const isOfConditions = text
      .toLowerCase()
      .split(/\s+/)
      .some((word) => word !== "in" && RESERVED.has(word));
    if (isOfConditions || isXPath(text) || !isPlain(text)) return parseCondition(text, words);
    return { kind: "exists", element: asQuery(text) };
  }
}

/** Reads the text as a target of the grammar, else as plain words. Errors: SELECTOR_SYNTAX for a text without words. */
export function asTarget(text: string): Target {
  try {
    return readTarget(text);
  } catch (error) {
    if (!isFoveaError(error, "SELECTOR_SYNTAX")) throw error;
    return asQuery(text);
  }
}

/** Reads the text as a query, even if it could be a selector. Errors: SELECTOR_SYNTAX for a text without words. */
export function asQuery(text: string): QuerySelector {
  const selector = parseElement(`? ${text.trim()}`);
  if ("query" in selector) return selector;
  throw new TypeError("a question mark begins a query");
}

/** Whether the text is plain language: outside quotes, it has letters and none of the characters of selectors. */
function isPlain(text: string): boolean {
  const unquoted = replaceQuotes(text, ({ raw }) => (raw.startsWith('"') ? "" : raw));
  return /\p{L}{2}|\p{Script=Han}/u.test(unquoted) && !/["~=(){}?]|\bid\/|(?:^|\s)#/.test(unquoted);
}
