import { withoutEnd } from "../../base/cut-text.js";
import { FoveaError } from "../../base/errors.js";
import { normaliseLabel } from "../label.js";
import { type Quoted, quotesIn } from "../quotes.js";
import { foldCase, plainLetters } from "./fold.js";

/** One word of a query as it was written, or one quoted part. */
export interface Token {
  /** As written, without quotes and without the punctuation at its end. */
  readonly text: string;
  /** Folded, for comparing with the words of the grammar; empty for quoted parts, which are never grammar. */
  readonly word: string;
  readonly isQuoted: boolean;
}

const WORD = /[^\s"“”„«»]+/gu;

/** No element needs more words than this to be described. */
const MOST_TOKENS = 30;

/**
 * The words of a query. Errors: SELECTOR_SYNTAX for an empty query, for more words than are allowed, and for an open
 * quote.
 */
export function queryTokens(query: string): readonly Token[] {
  const quotes = quotesIn(query);
  const plain = quotes.map((quoted, place) => query.slice(endOf(quotes[place - 1]), quoted.at));
  const rest = query.slice(endOf(quotes.at(-1)));
  const tokens = [...quotes.flatMap((quoted, place) => [...wordsOf(plain[place] ?? ""), ...quotedToken(quoted)])];
  tokens.push(...wordsOf(rest));
  if (tokens.length > MOST_TOKENS) throw refusal(`the query has more than ${MOST_TOKENS} words`);
  if (/["“”„«»]/.test(plain.join("") + rest)) throw refusal("a quote of the query is never closed");
  if (tokens.length === 0) throw refusal("there are no words in the query");
  return tokens;
}

function refusal(what: string): FoveaError {
  const hint = 'Name one thing in a few words, with its label in quotes where it may be misread: delete on row "Milk".';
  return new FoveaError("SELECTOR_SYNTAX", what, { hint });
}

function endOf(quoted: Quoted | undefined): number {
  return quoted ? quoted.at + quoted.raw.length : 0;
}

function wordsOf(text: string): readonly Token[] {
  return [...text.matchAll(WORD)].flatMap(([word]) => plainToken(word));
}

function quotedToken({ content }: Quoted): readonly Token[] {
  const text = normaliseLabel(content);
  return text === "" ? [] : [{ text, word: "", isQuoted: true }];
}

/**
 * The word without punctuation at its end: up to the last letter, digit or `%`, or else including its first bracket.
 */
function withoutPunctuation(word: string): string {
  const bare = withoutEnd(word, (one) => ".,;:!?)".includes(one));
  if (/[\p{L}\p{N}%]$/u.test(bare)) return bare;
  const bracket = word.indexOf(")", bare.length);
  return bracket < 0 ? word : word.slice(0, bracket + 1);
}

function plainToken(raw: string): readonly Token[] {
  const bare = withoutPunctuation(raw.replace(/^[(¿¡]+(?=[\p{L}\p{N}])/u, ""));
  if (bare === "") return [];
  const owner = /^(.+)['’]s$/u.exec(bare)?.[1];
  const plain = (text: string): Token => ({ text, word: plainLetters(foldCase(text)), isQuoted: false });
  return owner === undefined ? [plain(bare)] : [plain(owner), { text: OWNER, word: OWNER, isQuoted: false }];
}

/** The ending of `Milk's`, as a separate token: the following words belong to the word before it. */
export const OWNER = "'s";

/** The tokens as they were written, except for the quotes. */
export function textOfTokens(tokens: readonly Token[]): string {
  return tokens
    .map(({ text, word }) => (word === OWNER ? text : ` ${text}`))
    .join("")
    .trim();
}

/** How many tokens from `at` on match these words in sequence; 0 if they do not match. */
export function matchWords(tokens: readonly Token[], at: number, words: string): number {
  const wanted = words.split(" ");
  return wanted.every((word, place) => tokens[at + place]?.word === word) ? wanted.length : 0;
}
