import type { List, Word, WordPart } from "./syntax.js";

/** The text is not a command of the shell. `message` is mksh's, without its prefix. */
export class ShellSyntaxError extends Error {
  readonly line: number;

  constructor(message: string, line: number) {
    super(message);
    this.name = "ShellSyntaxError";
    this.line = line;
  }
}

/** The text ends in the middle of a command, and more may come. */
export class IncompleteInput extends Error {}

/** A here-document whose body comes after the next line break. */
export interface PendingHereDocument {
  readonly delimiter: string;
  readonly isQuoted: boolean;
  readonly stripsTabs: boolean;
  /** Filled when the body is read. */
  readonly body: WordPart[];
}

/** What the parts of the parser share about a text. */
export interface CursorStart {
  readonly source: string;
  /** False if more text may follow the end. */
  readonly isFinal: boolean;
  /** The number of the first line. */
  readonly firstLine: number;
  /** Parses what is between `$(` and its `)`; given from outside because words and commands hold each other. */
  readonly parseSubstitution: (cursor: Cursor) => List;
  /** Parses what is between backquotes. */
  readonly parseText: (text: string) => List;
}

/** A place in a script. */
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

  /** The number of this line. */
  get line(): number {
    let line = this.start.firstLine;
    for (let at = this.source.indexOf("\n"); at >= 0 && at < this.at; at = this.source.indexOf("\n", at + 1)) line += 1;
    return line;
  }

  /** The character here, or so much further; "" at the end. */
  peek(offset = 0): string {
    return this.source[this.at + offset] ?? "";
  }

  startsWith(text: string): boolean {
    return this.source.startsWith(text, this.at);
  }

  /** Moves over `text` if it stands here. */
  take(text: string): boolean {
    if (!this.startsWith(text)) return false;
    this.at += text.length;
    return true;
  }

  /** Moves over what the pattern (sticky) matches here, and gives it; "" where it does not match. */
  takeMatch(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.source)?.[0] ?? "";
    this.at += found.length;
    return found;
  }

  /** Blanks, continued lines and comments. */
  skipBlanks(): void {
    this.takeMatch(/(?:[ \t]|\\\n)*/y);
    if (this.peek() === "#") this.takeMatch(/[^\n]*/y);
  }

  fail(message: string): never {
    throw new ShellSyntaxError(message, this.line);
  }

  /** The text ends too early: an error, or a reason to ask for more. */
  failAtEnd(message: string): never {
    if (!this.start.isFinal) throw new IncompleteInput();
    this.fail(message);
  }

  /** What stands here was not expected. */
  failUnexpected(): never {
    if (this.isAtEnd) this.failAtEnd("syntax error: unexpected EOF");
    if (this.peek() === "\n") this.fail("syntax error: unexpected newline");
    const token = this.takeMatch(/&&|\|\||;;|<<-?|>>|[;&|()<>]|[^\s;&|()<>]+/y);
    this.fail(`syntax error: unexpected '${token}'`);
  }
}

/** Text joined to the last part where both are alike, so that words stay short. */
export function pushText(parts: WordPart[], text: string, isQuoted: boolean): void {
  const last = parts[parts.length - 1];
  if (last?.kind === "text" && last.isQuoted === isQuoted) {
    parts[parts.length - 1] = { kind: "text", text: last.text + text, isQuoted };
  } else if (text !== "" || isQuoted) {
    parts.push({ kind: "text", text, isQuoted });
  }
}

/** A word that stands for exactly this text. */
export function quotedWord(text: string): Word {
  return [{ kind: "text", text, isQuoted: true }];
}
