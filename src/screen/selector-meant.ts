import { FoveaError, isFoveaError } from "../base/errors.js";
import { quoteLabel } from "./label.js";
import { bareLabel, isPlain, tokensOf } from "./selector-bare.js";
import { foreignSpellings, isXPath } from "./selector-foreign.js";
import type { SelectorPlace } from "./selector-words.js";

/**
 * Reads a text by the grammar, or as one label if it can be nothing else. Errors: SELECTOR_SYNTAX, whose next step
 * suggests spellings of what was probably meant.
 */
export function orBareLabel<Read>(
  text: string,
  place: SelectorPlace,
  read: (text: string) => Read,
  ofLabel: (label: string) => Read,
): Read {
  try {
    return read(text);
  } catch (error) {
    if (!isFoveaError(error, "SELECTOR_SYNTAX")) throw error;
    const label = bareLabel(text, place);
    if (label !== null) return ofLabel(label);
    if (isXPath(text) && foreignSpellings(text.trim()).length === 0) throw noXPath(error);
    throw withSpellings(error, spellingsFor(text, place, read));
  }
}

function withSpellings(error: FoveaError, spellings: readonly string[]): FoveaError {
  if (spellings.length === 0) return error;
  const hint = `Did you mean ${spellings.map((one) => `\`${one}\``).join(" or ")}?`;
  return new FoveaError(error.code, error.message, { hint, cause: error });
}

/** The error for an XPath; its next step says how an element is named in selectors. */
function noXPath(error: FoveaError): FoveaError {
  const hint = 'XPath is not understood: name the element by role, label or id, e.g. `button "Save"` or `id/save`.';
  return new FoveaError(error.code, error.message, { hint, cause: error });
}

const LONGEST = 200;
const MOST_SPELLINGS = 3;

/** Readable spellings in place of the text, the most probable first. */
function spellingsFor(text: string, place: SelectorPlace, read: (text: string) => unknown): readonly string[] {
  const given = text.trim();
  if (given === "" || given.length > LONGEST) return [];
  const foreign = foreignSpellings(given);
  const candidates = foreign.length > 0 ? foreign : [...ownSpellings(given, place), `${given}"`];
  return [...new Set(candidates)].filter((one) => isRead(one, read)).slice(0, MOST_SPELLINGS);
}

function isRead(text: string, read: (text: string) => unknown): boolean {
  try {
    read(text);
    return true;
  } catch {
    return false;
  }
}

/** The whole text as a label, and the text with the parts between grammar words in quotes. */
function ownSpellings(text: string, place: SelectorPlace): readonly string[] {
  const tokens = tokensOf(text);
  if (tokens.length === 0) return [];
  const whole = quoteLabel(text.replace(/\s+/g, " "));
  const hasQuotes = tokens.some(({ kind }) => kind === "string");
  return hasQuotes ? [withQuotes(text, place)] : [whole, withQuotes(text, place)];
}

function withQuotes(text: string, place: SelectorPlace): string {
  const parts: { readonly at: number; readonly end: number; readonly isPlain: boolean }[] = [];
  for (const token of tokensOf(text)) {
    const last = parts.at(-1);
    const isNumber = last !== undefined && text.slice(last.at, last.end).endsWith("#");
    const plain = isPlain(token, place) && !isNumber;
    if (last && isNumber) parts[parts.length - 1] = { ...last, end: token.end };
    else if (last?.isPlain && plain) parts[parts.length - 1] = { at: last.at, end: token.end, isPlain: true };
    else parts.push({ at: token.at, end: token.end, isPlain: plain });
  }
  return parts
    .map(({ at, end, isPlain: plain }) => (plain ? quoteLabel(text.slice(at, end)) : text.slice(at, end)))
    .join(" ");
}
