import type { Cursor } from "./cursor.js";
import { readHereDocuments } from "./redirect-syntax.js";

/** The unquoted word here, if it is delimited: a candidate for a reserved word. */
export function reservedHere(cursor: Cursor): string {
  const at = cursor.at;
  const word = cursor.takeMatch(/(?:[a-z]+|[{}!]|\[\[)(?=[\s;&|<>()]|$)/y);
  cursor.at = at;
  return word;
}

/** Whether one of these reserved words or characters stands here. */
export function isAtOneOf(cursor: Cursor, ends: readonly string[]): boolean {
  return ends.some((end) => (/^[a-z}]/.test(end) ? reservedHere(cursor) === end : cursor.startsWith(end)));
}

/** Moves over a reserved word if it stands here. */
export function takeIfReserved(cursor: Cursor, word: string): boolean {
  return reservedHere(cursor) === word && cursor.take(word);
}

/** Moves over a reserved word that has to stand here; `opener` is the word that it belongs to. */
export function takeReserved(cursor: Cursor, word: string, opener: string): void {
  if (takeIfReserved(cursor, word)) return;
  if (cursor.isAtEnd) failUnclosed(cursor, opener);
  cursor.failUnexpected();
}

/** The text ends before what closes `opener`. */
export function failUnclosed(cursor: Cursor, opener: string): never {
  return cursor.failAtEnd(`syntax error: unmatched '${opener}'`);
}

/** Moves over a `;` or a line break. */
export function takeSeparator(cursor: Cursor): void {
  cursor.skipBlanks();
  if (!cursor.take(";")) takeNewline(cursor);
}

/** Moves over a line break, and over the here-documents that follow it. */
export function takeNewline(cursor: Cursor): void {
  if (!cursor.take("\n")) return;
  if (cursor.hereDocuments.length > 0) readHereDocuments(cursor);
}

/** Moves to the next token, over any number of lines. */
export function skipLineBreaks(cursor: Cursor): void {
  cursor.skipBlanks();
  while (cursor.peek() === "\n") {
    takeNewline(cursor);
    cursor.skipBlanks();
  }
}
