import type { Cursor } from "./cursor.js";
import type { Assignment, Word } from "./syntax.js";
import { parseAssignedWord } from "./words.js";

/** The function name in a word before `()`; "" if the word cannot be a name. */
export function functionNameOf(word: Word | undefined): string {
  const part = word?.[0];
  const isPlain = word?.length === 1 && part?.kind === "text" && !part.isQuoted && /^[\w.-]+$/.test(part.text);
  return isPlain ? part.text : "";
}

/** Whether `NAME=` or `NAME+=` is at the cursor. */
export function isAssignment(cursor: Cursor): boolean {
  const at = cursor.at;
  const found = cursor.takeMatch(/[A-Za-z_]\w*\+?=/y) !== "";
  cursor.at = at;
  return found;
}

/** Parses one `NAME=value`; see isAssignment. */
export function parseAssignment(cursor: Cursor): Assignment {
  const [, name = "", plus = ""] = /^(\w+)(\+?)=$/.exec(cursor.takeMatch(/[A-Za-z_]\w*\+?=/y)) ?? [];
  return { name, isAppending: plus !== "", value: parseAssignedWord(cursor) };
}
