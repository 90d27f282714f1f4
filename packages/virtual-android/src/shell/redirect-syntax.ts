import { Cursor, type PendingHereDocument } from "./cursor.js";
import type { Redirect, Word, WordPart } from "./syntax.js";
import { parseExpandable, parseWord } from "./words.js";

const OPERATORS = ["<<<", "<<-", "<<", "<>", "<&", "<", ">>", ">|", ">&", ">", "&>"] as const;

/** Parses a redirection at the cursor; null if there is none. `readHereDocuments` reads the body of a here-document. */
export function parseRedirect(cursor: Cursor): Redirect | null {
  const at = cursor.at;
  const digits = cursor.takeMatch(/\d+(?=[<>])/y);
  const operator = OPERATORS.find((candidate) => cursor.take(candidate));
  if (!operator) {
    cursor.at = at;
    return null;
  }
  const descriptor = digits === "" ? null : Number(digits);
  cursor.skipBlanks();
  const start = cursor.at;
  const word = parseWord(cursor);
  if (cursor.at === start) cursor.failUnexpected();
  if (operator !== "<<" && operator !== "<<-") return { descriptor, operator, target: word };
  const body: WordPart[] = [];
  cursor.hereDocuments.push({
    delimiter: delimiterOf(word, cursor),
    isQuoted: word.some((part) => part.kind === "text" && part.isQuoted),
    stripsTabs: operator === "<<-",
    body,
  });
  return { descriptor, operator, target: body };
}

/** Parses all redirections at the cursor. */
export function parseRedirects(cursor: Cursor): readonly Redirect[] {
  const redirects: Redirect[] = [];
  for (;;) {
    cursor.skipBlanks();
    const redirect = parseRedirect(cursor);
    if (!redirect) return redirects;
    redirects.push(redirect);
  }
}

/** Reads the bodies of all pending here-documents; the cursor is at the start of a line. */
export function readHereDocuments(cursor: Cursor): void {
  const pending = cursor.hereDocuments;
  cursor.hereDocuments = [];
  for (const document of pending) readOne(cursor, document);
}

function readOne(cursor: Cursor, document: PendingHereDocument): void {
  const lines: string[] = [];
  for (;;) {
    if (cursor.isAtEnd) cursor.failAtEnd(`here document '${document.delimiter}' unclosed`);
    const line = cursor.takeMatch(/[^\n]*/y);
    cursor.take("\n");
    const text = document.stripsTabs ? line.replace(/^\t+/, "") : line;
    if (text === document.delimiter) break;
    lines.push(`${text}\n`);
  }
  document.body.push(...bodyOf(lines.join(""), document.isQuoted, cursor));
}

function bodyOf(text: string, isQuoted: boolean, parent: Cursor): Word {
  if (isQuoted) return [{ kind: "text", text, isQuoted: true }];
  const cursor = new Cursor({ ...parent.start, source: text, isFinal: true });
  return parseExpandable(cursor, () => cursor.isAtEnd);
}

function delimiterOf(word: Word, cursor: Cursor): string {
  return word.map((part) => (part.kind === "text" ? part.text : cursor.fail("syntax error: bad delimiter"))).join("");
}
