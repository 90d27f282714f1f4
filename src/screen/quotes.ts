import { lookUp } from "../base/word-table.js";

/** A quoted part of a text. */
export interface Quoted {
  readonly at: number;
  /** The part with its quotes. */
  readonly raw: string;
  /** The content: without the quotes; in double quotes also without the backslashes before `"` and `\`. */
  readonly content: string;
}

/** The marks that close a quote, by the mark that opens it. */
const CLOSERS: Readonly<Record<string, string>> = { '"': '"', "“": "”", "„": "“”", "«": "»", "'": "'" };

/**
 * The quoted parts, in order: "…" with escapes, “…”, „…“, «…», and '…' where the marks are not apostrophes. A quote
 * that is never closed does not count. Takes one pass: a missing closing mark is searched for only once.
 */
export function quotesIn(text: string): readonly Quoted[] {
  const found: Quoted[] = [];
  const quoteAt = quoteReader(text);
  for (let at = 0; at < text.length; at += 1) {
    const quoted = quoteAt(at);
    if (!quoted) continue;
    found.push(quoted);
    at += quoted.raw.length - 1;
  }
  return found;
}

/** Reads the quote that begins at a place; undefined if none begins there. Call it for increasing places. */
export function quoteReader(text: string): (at: number) => Quoted | undefined {
  const open = new Set<string>();
  return (at) => {
    const mark = text.charAt(at);
    if (lookUp(CLOSERS, mark) === undefined || open.has(mark) || !mayOpen(text, at)) return undefined;
    const end = closing(text, at);
    if (end === undefined) open.add(mark);
    if (end === undefined || (mark === "'" && end === at + 1)) return undefined;
    const inner = text.slice(at + 1, end);
    return { at, raw: text.slice(at, end + 1), content: mark === '"' ? inner.replace(/\\(.)/gs, "$1") : inner };
  };
}

/** The text with each quoted part replaced. */
export function replaceQuotes(text: string, replacement: (quoted: Quoted) => string): string {
  return replaceParts(text, (before) => before, replacement);
}

/** The text with everything outside quotes replaced: quoted words of an app or a caller stay unchanged. */
export function replaceAroundQuotes(text: string, replacement: (part: string) => string): string {
  return replaceParts(text, replacement, ({ raw }) => raw);
}

function replaceParts(text: string, around: (part: string) => string, inside: (quoted: Quoted) => string): string {
  let from = 0;
  const parts = quotesIn(text).map((quoted) => {
    const before = text.slice(from, quoted.at);
    from = quoted.at + quoted.raw.length;
    return around(before) + inside(quoted);
  });
  return parts.join("") + around(text.slice(from));
}

/** Whether a quote may open here: a `'` after a letter is an apostrophe. */
function mayOpen(text: string, at: number): boolean {
  return text.charAt(at) !== "'" || at === 0 || /[\s(=~]/.test(text.charAt(at - 1));
}

function closing(text: string, from: number): number | undefined {
  const mark = text.charAt(from);
  const closers = lookUp(CLOSERS, mark) ?? "";
  for (let at = from + 1; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (mark === '"' && character === "\\") at += 1;
    else if (closers.includes(character) && (mark !== "'" || !isLetter(text, at + 1))) return at;
  }
  return undefined;
}

function isLetter(text: string, at: number): boolean {
  return /^\p{L}/u.test(text.slice(at, at + 2));
}
