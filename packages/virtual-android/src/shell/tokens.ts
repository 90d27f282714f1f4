import type { Cursor } from "./cursor.js";
import { readHereDocuments } from "./redirect-syntax.js";

/** The unquoted word at the cursor if it ends there: it may be a reserved word. */
export function reservedHere(cursor: Cursor): string {
  const at = cursor.at;
  const word = cursor.takeMatch(/(?:[a-z]+|[{}!]|\[\[)(?=[\s;&|<>()]|$)/y);
  cursor.at = at;
  return word;
}

/** Whether one of these reserved words or characters is at the cursor. */
export function isAtOneOf(cursor: Cursor, ends: readonly string[]): boolean {
  return ends.some((end) => (/^[a-z}]/.test(end) ? reservedHere(cursor) === end : cursor.startsWith(end)));
}

/** Moves past a reserved word if it is at the cursor. */
export function takeIfReserved(cursor: Cursor, word: string): boolean {
  return reservedHere(cursor) === word && cursor.take(word);
}

/** Moves past a reserved word that has to be at the cursor; `opener` is the word that it closes. */
export function takeReserved(cursor: Cursor, word: string, opener: string): void {
  if (takeIfReserved(cursor, word)) return;
  if (cursor.isAtEnd) failUnclosed(cursor, opener);
  cursor.failUnexpected();
}

/** The text ends before the end of `opener`. */
export function failUnclosed(cursor: Cursor, opener: string): never {
  return cursor.failAtEnd(`syntax error: unmatched '${opener}'`);
}

/** Moves past a `;` or a line break. */
export function takeSeparator(cursor: Cursor): void {
  cursor.skipBlanks();
  if (!cursor.take(";")) takeNewline(cursor);
}

/** Moves past a line break, and past the here-documents after it. */
export function takeNewline(cursor: Cursor): void {
  if (!cursor.take("\n")) return;
  if (cursor.hereDocuments.length > 0) readHereDocuments(cursor);
}

/** Moves to the next token, past any number of line breaks. */
export function skipLineBreaks(cursor: Cursor): void {
  cursor.skipBlanks();
  while (cursor.peek() === "\n") {
    takeNewline(cursor);
    cursor.skipBlanks();
  }
}
