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
 * A selector where the text is one, else a query where it is plain language, so that `delete on row Milk` needs no
 * question mark. Errors: SELECTOR_SYNTAX where it is neither; what looks like a selector with a mistake is one.
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
 * A condition where the text is one, else that what the plain words mean is there, as `find` reads them. Errors:
 * SELECTOR_SYNTAX where it is neither, and for plain words with a word of conditions in them: `Not now`.
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

/** A target of the grammar where the text is one, else plain words. Errors: SELECTOR_SYNTAX for no words at all. */
export function asTarget(text: string): Target {
  try {
    return readTarget(text);
  } catch (error) {
    if (!isFoveaError(error, "SELECTOR_SYNTAX")) throw error;
    return asQuery(text);
  }
}

/** A text as a query, whatever else it could be. Errors: SELECTOR_SYNTAX for one without words. */
export function asQuery(text: string): QuerySelector {
  const selector = parseElement(`? ${text.trim()}`);
  if ("query" in selector) return selector;
  throw new TypeError("a question mark begins a query");
}

/** Outside quotes, these are in selectors alone. */
function isPlain(text: string): boolean {
  const unquoted = replaceQuotes(text, ({ raw }) => (raw.startsWith('"') ? "" : raw));
  return /\p{L}{2}|\p{Script=Han}/u.test(unquoted) && !/["~=(){}?]|\bid\/|(?:^|\s)#/.test(unquoted);
}
