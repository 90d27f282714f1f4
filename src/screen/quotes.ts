import { lookUp } from "../base/word-table.js";

/** A part of a text that is in quotes. */
export interface Quoted {
  readonly at: number;
  /** With its quotes. */
  readonly raw: string;
  /** What is meant: without the quotes, and without the backslashes that keep `"` and `\` apart in double ones. */
  readonly content: string;
}

/** How a quote ends that begins with these. */
const CLOSERS: Readonly<Record<string, string>> = { '"': '"', "“": "”", "„": "“”", "«": "»", "'": "'" };

/**
 * The parts in quotes, one after another: "…" with escapes, “…”, „…“, «…», and '…' where the marks are no apostrophes.
 * A quote that is never closed is not one. One pass: a missing closing quote is searched for once.
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

/** Reads the quote that begins at a place; undefined if none does. Ask for one place after another. */
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

/** The text with each part in quotes replaced. */
export function replaceQuotes(text: string, replacement: (quoted: Quoted) => string): string {
  return replaceParts(text, (before) => before, replacement);
}

/** The text with what is in no quotes replaced: what an app or a caller said stays as it is. */
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

/** An apostrophe stands behind a letter. */
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
