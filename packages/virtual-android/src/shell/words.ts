import { type Cursor, pushText } from "./cursor.js";
import { ansiText } from "./escapes.js";
import type { Word, WordPart } from "./syntax.js";

/** Characters that end an unquoted word. */
const META = new Set([" ", "\t", "\n", ";", "&", "|", "<", ">", "(", ")", ""]);

/** Parses one word; without parts if no word starts at the cursor. */
export function parseWord(cursor: Cursor): Word {
  const parts: WordPart[] = [];
  parseHome(cursor, parts);
  while (!META.has(cursor.peek())) parseUnquoted(cursor, parts);
  return parts;
}

/** Parses the value of an assignment: like a word, but `~` is also expanded after a colon. */
export function parseAssignedWord(cursor: Cursor): Word {
  const parts: WordPart[] = [];
  parseHome(cursor, parts);
  while (!META.has(cursor.peek())) {
    const isColon = cursor.peek() === ":";
    parseUnquoted(cursor, parts);
    if (isColon) parseHome(cursor, parts);
  }
  return parts;
}

/** Parses up to an unquoted character of `ends`, which is not consumed: for the words inside `${…}`. */
export function parseUntil(cursor: Cursor, ends: string, isInQuotes: boolean): Word {
  const parts: WordPart[] = [];
  if (!isInQuotes) parseHome(cursor, parts);
  while (!ends.includes(cursor.peek()) || cursor.isAtEnd) {
    if (cursor.isAtEnd) cursor.failAtEnd("no closing quote");
    if (isInQuotes) parseInQuotes(cursor, parts);
    else parseUnquoted(cursor, parts);
  }
  return parts;
}

/** Parses a text in which only `$`, backquotes and backslash are special: here-documents and arithmetic. */
export function parseExpandable(cursor: Cursor, isEnd: (cursor: Cursor) => boolean): Word {
  const parts: WordPart[] = [];
  while (!isEnd(cursor)) {
    if (cursor.isAtEnd) cursor.failAtEnd("no closing quote");
    parseQuotedCharacter(cursor, parts, "$`\\");
  }
  return parts;
}

function parseHome(cursor: Cursor, parts: WordPart[]): void {
  if (cursor.peek() !== "~" || !/^[/:\s;&|()<>]?$/.test(cursor.peek(1))) return;
  cursor.take("~");
  parts.push({ kind: "home" });
}

function parseUnquoted(cursor: Cursor, parts: WordPart[]): void {
  const character = cursor.peek();
  if (character === "\\") parseEscape(cursor, parts);
  else if (character === "'") parseSingleQuotes(cursor, parts);
  else if (character === '"') parseDoubleQuotes(cursor, parts);
  else if (character === "`") parts.push(parseBackquotes(cursor, false));
  else if (character === "$") parseDollar(cursor, parts, false);
  else if ("@*+?!".includes(character) && cursor.peek(1) === "(") parseAlternatives(cursor, parts);
  else pushText(parts, cursor.takeMatch(/[^\s;&|<>()\\'"`$@*+?!{}/:=[\]]+/y) || takeCharacter(cursor), false);
}

function parseEscape(cursor: Cursor, parts: WordPart[]): void {
  cursor.take("\\");
  if (cursor.take("\n")) return;
  if (cursor.isAtEnd) pushText(parts, "\\", true);
  else pushText(parts, takeCharacter(cursor), true);
}

function parseSingleQuotes(cursor: Cursor, parts: WordPart[]): void {
  const end = cursor.source.indexOf("'", cursor.at + 1);
  if (end < 0) cursor.failAtEnd("no closing quote");
  pushText(parts, cursor.source.slice(cursor.at + 1, end), true);
  cursor.at = end + 1;
}

function parseDoubleQuotes(cursor: Cursor, parts: WordPart[]): void {
  cursor.take('"');
  pushText(parts, "", true);
  while (cursor.peek() !== '"') {
    if (cursor.isAtEnd) cursor.failAtEnd("no closing quote");
    parseQuotedCharacter(cursor, parts, '$`"\\');
  }
  cursor.take('"');
}

/** Inside `"${…}"`, double quotes may start again. */
function parseInQuotes(cursor: Cursor, parts: WordPart[]): void {
  if (cursor.peek() === '"') parseDoubleQuotes(cursor, parts);
  else parseQuotedCharacter(cursor, parts, '$`"\\}');
}

/** Parses one character between double quotes; a backslash is special only before `escapable` and a line break. */
function parseQuotedCharacter(cursor: Cursor, parts: WordPart[], escapable: string): void {
  const character = cursor.peek();
  if (character === "$") parseDollar(cursor, parts, true);
  else if (character === "`") parts.push(parseBackquotes(cursor, true));
  else if (!cursor.take("\\\n")) pushText(parts, takeQuoted(cursor, escapable), true);
}

function takeQuoted(cursor: Cursor, escapable: string): string {
  const next = cursor.peek(1);
  if (cursor.peek() === "\\" && next !== "" && escapable.includes(next)) cursor.take("\\");
  return cursor.takeMatch(/[^\\`$"}/()\n]+/y) || takeCharacter(cursor);
}

function takeCharacter(cursor: Cursor): string {
  const character = cursor.peek();
  cursor.at += character.length;
  return character;
}

/** `@(a|b)`, `*(…)`, `+(…)`, `?(…)`, `!(…)`: kept unchanged for the pattern matcher. */
function parseAlternatives(cursor: Cursor, parts: WordPart[]): void {
  const start = cursor.at;
  cursor.at += 1;
  let depth = 0;
  do {
    if (cursor.isAtEnd) cursor.failAtEnd("no closing quote");
    const character = takeCharacter(cursor);
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
  } while (depth > 0);
  pushText(parts, cursor.source.slice(start, cursor.at), false);
}

function parseBackquotes(cursor: Cursor, isQuoted: boolean): WordPart {
  cursor.take("`");
  let text = "";
  while (cursor.peek() !== "`") {
    if (cursor.isAtEnd) cursor.failAtEnd("no closing quote");
    const escapable = isQuoted ? '$`\\"' : "$`\\";
    if (cursor.peek() === "\\" && cursor.peek(1) !== "" && escapable.includes(cursor.peek(1))) cursor.take("\\");
    text += takeCharacter(cursor);
  }
  cursor.take("`");
  return { kind: "command", commands: cursor.start.parseText(text), isQuoted };
}

/** The operators of `${name…}` whose word is a pattern: quotes are special in it, even between double quotes. */
const PATTERN_OPERATORS: ReadonlySet<string> = new Set(["#", "##", "%", "%%", "/", "//", "/#", "/%"]);

function parseDollar(cursor: Cursor, parts: WordPart[], isQuoted: boolean): void {
  cursor.take("$");
  if (!isQuoted && cursor.peek() === "'") pushText(parts, parseAnsiQuotes(cursor), true);
  else if (!isQuoted && cursor.peek() === '"') parseDoubleQuotes(cursor, parts);
  else if (cursor.peek() === "(") parts.push(parseParenthesis(cursor, isQuoted));
  else if (cursor.take("{")) parts.push(parseBraces(cursor, isQuoted));
  else parseName(cursor, parts, isQuoted);
}

function parseName(cursor: Cursor, parts: WordPart[], isQuoted: boolean): void {
  const name = cursor.takeMatch(/[A-Za-z_]\w*|[0-9@*#?$!-]/y);
  if (name === "") pushText(parts, "$", isQuoted);
  else parts.push(parameter(name, null, isQuoted));
}

function parseAnsiQuotes(cursor: Cursor): string {
  const body = cursor.takeMatch(/'(?:[^'\\]|\\[\s\S])*'/y);
  if (body === "") cursor.failAtEnd("no closing quote");
  return ansiText(body.slice(1, -1));
}

function parseParenthesis(cursor: Cursor, isQuoted: boolean): WordPart {
  if (!isArithmetic(cursor)) {
    cursor.take("(");
    return { kind: "command", commands: cursor.start.parseSubstitution(cursor), isQuoted };
  }
  cursor.take("((");
  const expression = parseArithmetic(cursor);
  return { kind: "arithmetic", expression, isQuoted };
}

/** Parses the expression up to `))`, and consumes `))`. */
export function parseArithmetic(cursor: Cursor): Word {
  let depth = 0;
  const expression = parseExpandable(cursor, () => {
    if (depth === 0 && cursor.startsWith("))")) return true;
    if (cursor.peek() === "(") depth += 1;
    if (cursor.peek() === ")") depth -= 1;
    return false;
  });
  cursor.take("))");
  return expression;
}

/** Whether a `))` closes the `((` at the cursor; if not, it is a subshell in a substitution. */
export function isArithmetic(cursor: Cursor): boolean {
  if (!cursor.startsWith("((")) return false;
  let depth = 0;
  for (let at = cursor.at; at < cursor.source.length; at += 1) {
    const character = cursor.source[at];
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (depth === 1 && character === ")") return cursor.source[at + 1] === ")";
  }
  return false;
}

function parseBraces(cursor: Cursor, isQuoted: boolean): WordPart {
  const start = cursor.at;
  const length = cursor.takeMatch(/#(?:[A-Za-z_]\w*|\d+|[@*#?$!-])\}/y);
  if (length !== "") return parameter(length.slice(1, -1), "length", isQuoted);
  const name = cursor.takeMatch(/[A-Za-z_]\w*|\d+|[@*#?$!-]/y);
  if (name !== "" && cursor.take("}")) return parameter(name, null, isQuoted);
  const operator = cursor.takeMatch(/:[-=?+]|[-=?+]|##?|%%?|\/[/#%]?|:/y);
  if (name === "" || operator === "") return parseBad(cursor, start);
  const isPattern = PATTERN_OPERATORS.has(operator) || operator === ":";
  const separator = operator === ":" ? ":" : operator.startsWith("/") ? "/" : "";
  const word = parseUntil(cursor, `${separator}}`, isQuoted && !isPattern);
  const secondWord = separator !== "" && cursor.take(separator) ? parseUntil(cursor, "}", isQuoted) : null;
  cursor.take("}");
  return { kind: "parameter", name, operator, word, secondWord, isQuoted };
}

function parameter(name: string, operator: string | null, isQuoted: boolean): WordPart {
  return { kind: "parameter", name, operator, word: [], secondWord: null, isQuoted };
}

function parseBad(cursor: Cursor, start: number): WordPart {
  parseUntil(cursor, "}", false);
  cursor.take("}");
  return { kind: "bad", text: `\${${cursor.source.slice(start, cursor.at)}` };
}
