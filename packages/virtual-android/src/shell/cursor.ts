import type { List, Word, WordPart } from "./syntax.js";

/** The text is not valid shell syntax. `message` is mksh's, without its prefix. */
export class ShellSyntaxError extends Error {
  readonly line: number;

  constructor(message: string, line: number) {
    super(message);
    this.name = "ShellSyntaxError";
    this.line = line;
  }
}

/** The text ends inside a command, and more text may follow. */
export class IncompleteInput extends Error {}

/** A here-document whose body comes after the next line break. */
export interface PendingHereDocument {
  readonly delimiter: string;
  readonly isQuoted: boolean;
  readonly stripsTabs: boolean;
  /** Filled when the body of the here-document is read. */
  readonly body: WordPart[];
}

/** The facts about a text that all parts of the parser share. */
export interface CursorStart {
  readonly source: string;
  /** False if more text may follow after the end. */
  readonly isFinal: boolean;
  /** The number of the first line. */
  readonly firstLine: number;
  /** Parses the commands between `$(` and `)`; passed in, because words and commands can contain each other. */
  readonly parseSubstitution: (cursor: Cursor) => List;
  /** Parses the commands between backquotes. */
  readonly parseText: (text: string) => List;
}

/** A position in a script. */
export class Cursor {
  readonly start: CursorStart;
  readonly source: string;
  at = 0;
  hereDocuments: PendingHereDocument[] = [];

  constructor(start: CursorStart) {
    this.start = start;
    this.source = start.source;
  }

  get isAtEnd(): boolean {
    return this.at >= this.source.length;
  }

  /** The number of the current line. */
  get line(): number {
    let line = this.start.firstLine;
    for (let at = this.source.indexOf("\n"); at >= 0 && at < this.at; at = this.source.indexOf("\n", at + 1)) line += 1;
    return line;
  }

  /** The character at the cursor, or `offset` after it; "" at the end. */
  peek(offset = 0): string {
    return this.source[this.at + offset] ?? "";
  }

  startsWith(text: string): boolean {
    return this.source.startsWith(text, this.at);
  }

  /** Moves past `text` if it is at the cursor. */
  take(text: string): boolean {
    if (!this.startsWith(text)) return false;
    this.at += text.length;
    return true;
  }

  /** Moves past the text that the sticky pattern matches at the cursor, and gives it; "" if there is no match. */
  takeMatch(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.source)?.[0] ?? "";
    this.at += found.length;
    return found;
  }

  /** Moves past spaces, tabs, continued lines and comments. */
  skipBlanks(): void {
    this.takeMatch(/(?:[ \t]|\\\n)*/y);
    if (this.peek() === "#") this.takeMatch(/[^\n]*/y);
  }

  fail(message: string): never {
    throw new ShellSyntaxError(message, this.line);
  }

  /** The text ends too early: an error, or IncompleteInput if more text may follow. */
  failAtEnd(message: string): never {
    if (!this.start.isFinal) throw new IncompleteInput();
    this.fail(message);
  }

  /** The text at the cursor is unexpected. */
  failUnexpected(): never {
    if (this.isAtEnd) this.failAtEnd("syntax error: unexpected EOF");
    if (this.peek() === "\n") this.fail("syntax error: unexpected newline");
    const token = this.takeMatch(/&&|\|\||;;|<<-?|>>|[;&|()<>]|[^\s;&|()<>]+/y);
    this.fail(`syntax error: unexpected '${token}'`);
  }
}

/** Adds text to a word; merges it with the last part if both have the same quoting. */
export function pushText(parts: WordPart[], text: string, isQuoted: boolean): void {
  const last = parts[parts.length - 1];
  if (last?.kind === "text" && last.isQuoted === isQuoted) {
    parts[parts.length - 1] = { kind: "text", text: last.text + text, isQuoted };
  } else if (text !== "" || isQuoted) {
    parts.push({ kind: "text", text, isQuoted });
  }
}

/** A word that means exactly this text. */
export function quotedWord(text: string): Word {
  return [{ kind: "text", text, isQuoted: true }];
}
