import { FoveaError } from "../base/errors.js";
import { type Quoted, quoteReader } from "./quotes.js";

/** One word of a selector; `at` is its place in the text, counted in characters from 0. */
export interface Token {
  readonly kind: "word" | "string" | "punctuation" | "end";
  /** For strings the unescaped content. */
  readonly text: string;
  readonly at: number;
  /** The place after its last character. */
  readonly end: number;
}

const SPACE = /[\s]+/y;
const PUNCTUATION = /[(),=~#%]/y;
// Refs, roles, ids (`com.app:id/name`, Compose tags with dashes), numbers, package names.
const WORD = /[^\s"(),=~#%]+/y;

/** Whether the text is one word of a selector without quotes. */
export function isWord(text: string): boolean {
  return text !== "" && matchAt(WORD, text, 0) === text;
}

/** The words of a selector. Errors: SELECTOR_SYNTAX for a string that does not end. */
export function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = [];
  const quoteAt = quoteReader(text);
  let at = 0;
  while (at < text.length) {
    const space = matchAt(SPACE, text, at);
    if (space) {
      at += space.length;
      continue;
    }
    const quoted = quoteAt(at);
    const token = quoted ? stringToken(quoted) : readPlain(text, at);
    tokens.push(token);
    at = token.end;
  }
  return [...tokens, { kind: "end", text: "", at: text.length, end: text.length }];
}

function stringToken({ at, raw, content }: Quoted) {
  return { kind: "string" as const, text: content, at, end: at + raw.length };
}

function readPlain(text: string, at: number) {
  if (text[at] === '"') throw syntaxError(text, at, "this quote is never closed");
  const mark = matchAt(PUNCTUATION, text, at);
  if (mark) return { kind: "punctuation" as const, text: mark, at, end: at + mark.length };
  const word = matchAt(WORD, text, at) ?? "";
  return { kind: "word" as const, text: word, at, end: at + word.length };
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

/** The SELECTOR_SYNTAX error that shows the place: the text up to it, a mark, and the rest. */
function syntaxError(text: string, at: number, what: string): FoveaError {
  const shown = `${text.slice(Math.max(0, at - 40), at)}\u25b8${text.slice(at, at + 40)}`;
  return new FoveaError("SELECTOR_SYNTAX", `${what}, at character ${at + 1}: ${shown}`);
}

const MOST_CHARACTERS = 10_000;

/** Reads the words of a selector in order, and reports errors with their place. */
export class TokenReader {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  #next = 0;

  constructor(text: string) {
    if (text.length > MOST_CHARACTERS) throw syntaxError(text, MOST_CHARACTERS, "this is too long for a selector");
    this.#text = text;
    this.#tokens = tokenize(text);
  }

  protected peek(ahead = 0): Token {
    return (
      this.#tokens[Math.min(this.#next + ahead, this.#tokens.length - 1)] ?? { kind: "end", text: "", at: 0, end: 0 }
    );
  }

  protected take(): Token {
    const token = this.peek();
    this.#next += 1;
    return token;
  }

  /** The text from the present token to the end, as it was written. */
  protected restOfText(): string {
    return this.#text.slice(this.peek().at);
  }

  /** As restOfText, and moves to the end. */
  protected takeRest(): string {
    const rest = this.restOfText();
    this.#next = this.#tokens.length - 1;
    return rest;
  }

  protected isWord(...words: readonly string[]): boolean {
    const token = this.peek();
    return token.kind === "word" && words.includes(token.text.toLowerCase());
  }

  protected isMark(mark: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.kind === "punctuation" && token.text === mark;
  }

  protected fail(what: string, token = this.peek()): never {
    throw syntaxError(this.#text, token.at, what);
  }
}
