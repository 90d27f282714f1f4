import { functionNameOf, isAssignment, parseAssignment } from "./assignment-syntax.js";
import { Cursor, quotedWord } from "./cursor.js";
import { parseRedirect, parseRedirects, readHereDocuments } from "./redirect-syntax.js";
import type {
  AndOr,
  Assignment,
  CaseItem,
  Command,
  CompoundBody,
  IfBranch,
  List,
  Pipeline,
  Redirect,
  SimpleCommand,
  Word,
} from "./syntax.js";
import {
  failUnclosed,
  isAtOneOf,
  reservedHere,
  skipLineBreaks,
  takeIfReserved,
  takeNewline,
  takeReserved,
  takeSeparator,
} from "./tokens.js";
import { isArithmetic, parseArithmetic, parseWord } from "./words.js";

/** The commands of one line, or of several lines if a command continues on them. */
export interface ParsedLine {
  readonly commands: List;
  /** The position of the next line. */
  readonly end: number;
}

/** The start of the parsing, and whether more text may follow after the end. */
export interface ParseStart {
  readonly start: number;
  readonly isFinal: boolean;
  /** The number of the text's first line; 1 if absent. */
  readonly firstLine?: number;
}

/**
 * Parses the commands of `source` from `start` to the end of their last line. Errors: ShellSyntaxError; IncompleteInput
 * if the text ends inside a command and `isFinal` is false.
 */
export function parseLine(source: string, { start, isFinal, firstLine = 1 }: ParseStart): ParsedLine {
  const cursor = newCursor(source, isFinal, firstLine);
  cursor.at = start;
  const commands = parseList(cursor, []);
  if (!cursor.isAtEnd && cursor.peek() !== "\n") cursor.failUnexpected();
  takeNewline(cursor);
  if (cursor.hereDocuments.length > 0) readHereDocuments(cursor);
  return { commands, end: cursor.at };
}

/** Reserved words at the start of a command. */
const RESERVED_ENDS: ReadonlySet<string> = new Set(["then", "elif", "else", "fi", "do", "done", "esac", "}", "in"]);

function newCursor(source: string, isFinal: boolean, firstLine: number): Cursor {
  return new Cursor({ source, isFinal, firstLine, parseSubstitution, parseText: parseWholeText });
}

/** Parses all lines of a text, as in backquotes. */
function parseWholeText(text: string): List {
  const cursor = newCursor(text, true, 1);
  const commands = parseLines(cursor, []);
  if (!cursor.isAtEnd) cursor.failUnexpected();
  return commands;
}

function parseSubstitution(cursor: Cursor): List {
  const commands = parseLines(cursor, [")"]);
  if (!cursor.take(")")) failUnclosed(cursor, "(");
  return commands;
}

/** Parses commands on any number of lines, up to one of the reserved words or characters, which is not consumed. */
function parseLines(cursor: Cursor, ends: readonly string[]): List {
  const commands: AndOr[] = [];
  for (;;) {
    skipLineBreaks(cursor);
    if (cursor.isAtEnd || isAtOneOf(cursor, ends)) return commands;
    const list = parseList(cursor, ends);
    if (list.length === 0) cursor.failUnexpected();
    commands.push(...list);
    if (cursor.peek() !== "\n" && !cursor.isAtEnd && !isAtOneOf(cursor, ends)) cursor.failUnexpected();
  }
}

/** Parses the commands of one line, separated by `;` and `&`. */
function parseList(cursor: Cursor, ends: readonly string[]): List {
  const commands: AndOr[] = [];
  for (;;) {
    cursor.skipBlanks();
    if (cursor.isAtEnd || cursor.peek() === "\n" || isAtOneOf(cursor, ends)) return commands;
    const command = parseAndOr(cursor);
    cursor.skipBlanks();
    const isBackground = cursor.peek() === "&" && !cursor.startsWith("&&");
    commands.push({ ...command, isBackground });
    const isSeparated = isBackground || (cursor.peek() === ";" && !cursor.startsWith(";;"));
    if (!isSeparated) return commands;
    cursor.at += 1;
  }
}

function parseAndOr(cursor: Cursor): Omit<AndOr, "isBackground"> {
  const first = parsePipeline(cursor);
  const rest: AndOr["rest"][number][] = [];
  for (;;) {
    cursor.skipBlanks();
    const operator = cursor.take("&&") ? "&&" : cursor.take("||") ? "||" : null;
    if (!operator) return { first, rest };
    skipLineBreaks(cursor);
    rest.push({ operator, pipeline: parsePipeline(cursor) });
  }
}

function parsePipeline(cursor: Cursor): Pipeline {
  cursor.skipBlanks();
  const isTimed = takeIfReserved(cursor, "time");
  cursor.skipBlanks();
  let isNegated = false;
  while (reservedHere(cursor) === "!") {
    cursor.take("!");
    cursor.skipBlanks();
    isNegated = !isNegated;
  }
  const commands = [parseCommand(cursor)];
  for (;;) {
    cursor.skipBlanks();
    if (cursor.peek() !== "|" || cursor.startsWith("||")) return { isTimed, isNegated, commands };
    cursor.take("|");
    skipLineBreaks(cursor);
    commands.push(parseCommand(cursor));
  }
}

function parseCommand(cursor: Cursor): Command {
  cursor.skipBlanks();
  const line = cursor.line;
  const compound = parseCompound(cursor);
  if (compound) return { ...compound, redirects: parseRedirects(cursor), line };
  return parseSimple(cursor, line);
}

function parseCompound(cursor: Cursor): CompoundBody | null {
  if (isArithmetic(cursor)) {
    cursor.take("((");
    return { kind: "arithmetic", expression: parseArithmetic(cursor) };
  }
  if (cursor.take("(")) return { kind: "subshell", body: parseBody(cursor, ")", "(") };
  const word = reservedHere(cursor);
  if (RESERVED_ENDS.has(word)) cursor.failUnexpected();
  switch (word) {
    case "{":
      return cursor.take("{") ? { kind: "group", body: parseBody(cursor, "}", "{") } : null;
    case "if":
      return parseIf(cursor);
    case "while":
    case "until":
      return parseWhile(cursor, word === "until");
    case "for":
      return parseFor(cursor);
    case "case":
      return parseCase(cursor);
    case "[[":
      return parseCondition(cursor);
    default:
      return null;
  }
}

/** Parses at least one command up to `end`, and consumes `end`. */
function parseBody(cursor: Cursor, end: string, opener: string): List {
  const body = parseLines(cursor, [end]);
  if (cursor.isAtEnd) failUnclosed(cursor, opener);
  if (body.length === 0 && end !== ")") cursor.failUnexpected();
  cursor.take(end);
  return body;
}

function parseIf(cursor: Cursor): CompoundBody {
  const branches: IfBranch[] = [];
  cursor.take("if");
  do {
    const condition = parseLines(cursor, ["then"]);
    takeReserved(cursor, "then", "if");
    branches.push({ condition, body: parseLines(cursor, ["elif", "else", "fi"]) });
  } while (takeIfReserved(cursor, "elif"));
  const otherwise = takeIfReserved(cursor, "else") ? parseLines(cursor, ["fi"]) : null;
  takeReserved(cursor, "fi", "if");
  return { kind: "if", branches, otherwise };
}

function parseWhile(cursor: Cursor, isUntil: boolean): CompoundBody {
  const opener = isUntil ? "until" : "while";
  cursor.take(opener);
  const condition = parseLines(cursor, ["do"]);
  takeReserved(cursor, "do", opener);
  const body = parseLines(cursor, ["done"]);
  takeReserved(cursor, "done", opener);
  return { kind: "while", isUntil, condition, body };
}

function parseFor(cursor: Cursor): CompoundBody {
  cursor.take("for");
  cursor.skipBlanks();
  const name = cursor.takeMatch(/[A-Za-z_]\w*/y);
  if (name === "") cursor.failUnexpected();
  skipLineBreaks(cursor);
  const words = takeIfReserved(cursor, "in") ? parseWordsToSeparator(cursor) : null;
  if (words === null) takeSeparator(cursor);
  skipLineBreaks(cursor);
  const [opener, closer] = reservedHere(cursor) === "{" ? ["{", "}"] : ["do", "done"];
  takeReserved(cursor, opener ?? "", "for");
  const body = parseLines(cursor, [closer ?? ""]);
  takeReserved(cursor, closer ?? "", "for");
  return { kind: "for", name, words, body };
}

function parseWordsToSeparator(cursor: Cursor): readonly Word[] {
  const words: Word[] = [];
  for (cursor.skipBlanks(); !/^[;\n]?$/.test(cursor.peek()); cursor.skipBlanks()) words.push(takeWord(cursor));
  takeSeparator(cursor);
  return words;
}

function parseCase(cursor: Cursor): CompoundBody {
  cursor.take("case");
  cursor.skipBlanks();
  const subject = takeWord(cursor);
  skipLineBreaks(cursor);
  takeReserved(cursor, "in", "case");
  const items: CaseItem[] = [];
  for (skipLineBreaks(cursor); reservedHere(cursor) !== "esac"; skipLineBreaks(cursor))
    items.push(parseCaseItem(cursor));
  takeReserved(cursor, "esac", "case");
  return { kind: "case", subject, items };
}

function parseCaseItem(cursor: Cursor): CaseItem {
  cursor.take("(");
  const patterns: Word[] = [];
  do {
    cursor.skipBlanks();
    patterns.push(takeWord(cursor));
    cursor.skipBlanks();
  } while (cursor.take("|"));
  if (!cursor.take(")")) cursor.failUnexpected();
  const body = parseLines(cursor, [";;", ";&", ";|", "esac"]);
  const terminator = cursor.takeMatch(/;[;&|]/y);
  return { patterns, body, fallsThrough: terminator === ";&" };
}

function parseCondition(cursor: Cursor): CompoundBody {
  cursor.take("[[");
  const words: Word[] = [];
  for (skipLineBreaks(cursor); !cursor.startsWith("]]"); skipLineBreaks(cursor)) {
    const operator = cursor.takeMatch(/&&|\|\||[()<>]/y);
    words.push(operator === "" ? takeWord(cursor) : quotedWord(operator));
  }
  cursor.take("]]");
  return { kind: "condition", words };
}

function parseSimple(cursor: Cursor, line: number): Command {
  const assignments: Assignment[] = [];
  const words: Word[] = [];
  const redirects: Redirect[] = [];
  for (;;) {
    cursor.skipBlanks();
    const redirect = parseRedirect(cursor);
    if (redirect) redirects.push(redirect);
    else if (words.length === 0 && isAssignment(cursor)) assignments.push(parseAssignment(cursor));
    else {
      const before = cursor.at;
      const word = parseWord(cursor);
      if (cursor.at === before) break;
      if (word.length > 0) words.push(word);
    }
    const name = words.length === 1 && assignments.length + redirects.length === 0 ? functionNameOf(words[0]) : "";
    if (name !== "" && cursor.takeMatch(/[ \t]*\([ \t]*\)/y) !== "") return parseFunction(cursor, name);
  }
  if (assignments.length + words.length + redirects.length === 0) cursor.failUnexpected();
  return { kind: "simple", line, assignments, words, redirects } satisfies SimpleCommand;
}

function parseFunction(cursor: Cursor, name: string): Command {
  skipLineBreaks(cursor);
  return { kind: "function", name, body: parseCommand(cursor) };
}

function takeWord(cursor: Cursor): Word {
  const before = cursor.at;
  const word = parseWord(cursor);
  if (cursor.at === before) cursor.failUnexpected();
  return word;
}
