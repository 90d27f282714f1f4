/*
 * Shell patterns. In the text of a pattern a backslash makes the next character literal; quoting has been turned into
 * backslashes before (see fragments.ts).
 */

const CLASSES: Readonly<Record<string, string>> = {
  alnum: "0-9A-Za-z",
  alpha: "A-Za-z",
  blank: " \\t",
  cntrl: "\\x00-\\x1f\\x7f",
  digit: "0-9",
  graph: "!-~",
  lower: "a-z",
  print: " -~",
  punct: "!-\\/:-@\\[-`{-~",
  space: "\\s",
  upper: "A-Z",
  xdigit: "0-9A-Fa-f",
};

/** Whether the pattern has wildcards. */
export function hasWildcard(pattern: string): boolean {
  return /(?:^|[^\\])(?:\\\\)*(?:[*?]|\[|[@+!]\()/.test(pattern);
}

/** The pattern without its backslashes: the text that a pattern without wildcards matches. */
export function literalOf(pattern: string): string {
  return pattern.replace(/\\([\s\S])/g, "$1");
}

/** A pattern that matches only this text. */
export function escapePattern(text: string): string {
  return text.replace(/[\\*?[\]@+!()|{},^-]/g, "\\$&");
}

/** Whether the whole text matches. */
export function matchesPattern(text: string, pattern: string): boolean {
  return new RegExp(`^(?:${patternSource(pattern)})$`, "su").test(text);
}

/** The source of a regular expression (flags `s` and `u`) that matches the same texts as the pattern. */
export function patternSource(pattern: string): string {
  let source = "";
  for (let at = 0; at < pattern.length; ) {
    const piece = pieceAt(pattern, at);
    source += piece.source;
    at = piece.end;
  }
  return source;
}

interface Piece {
  readonly source: string;
  readonly end: number;
}

function pieceAt(pattern: string, at: number): Piece {
  const character = String.fromCodePoint(pattern.codePointAt(at) ?? 0);
  const next = pattern[at + 1];
  if (next === "(" && "@*+?!".includes(character)) {
    const end = closingParenthesis(pattern, at + 1);
    if (end > 0) return { source: alternatives(character, pattern.slice(at + 2, end)), end: end + 1 };
  }
  if (character === "*") return { source: ".*", end: at + 1 };
  if (character === "?") return { source: ".", end: at + 1 };
  if (character === "[") return bracketAt(pattern, at);
  if (character !== "\\" || next === undefined) return { source: quote(character), end: at + character.length };
  const escaped = String.fromCodePoint(pattern.codePointAt(at + 1) ?? 0);
  return { source: quote(escaped), end: at + 1 + escaped.length };
}

function quote(character: string): string {
  return /[\^$\\.*+?()[\]{}|/]/.test(character) ? `\\${character}` : character;
}

/** `[…]`; a single `[` if it is not closed. In mksh only `!` negates. */
function bracketAt(pattern: string, at: number): Piece {
  const found = /^\[(!?)(\]?(?:\[:\w+:\]|\\[\s\S]|[^\]\\])*)\]/.exec(pattern.slice(at));
  if (!found) return { source: "\\[", end: at + 1 };
  const [whole, negation = "", body = ""] = found;
  const inside = body.replace(/\[:(\w+):\]|\\([\s\S])|([\^[\]\\])|([\s\S])/gu, (_, name, escaped, special, other) => {
    if (name !== undefined) return CLASSES[name] ?? "";
    if (escaped !== undefined) return /[\w\s]/.test(escaped) ? escaped : `\\${escaped}`;
    return special !== undefined ? `\\${special}` : other;
  });
  return { source: `[${negation ? "^" : ""}${bracketBody(inside)}]`, end: at + whole.length };
}

/** With the flag `u` a range has to be ascending; in the shell other ranges match nothing. */
function bracketBody(inside: string): string {
  try {
    new RegExp(`[${inside}]`, "u");
    return inside;
  } catch {
    return inside.replace(/(?<!\\)-/g, "\\-");
  }
}

function closingParenthesis(pattern: string, open: number): number {
  let depth = 0;
  for (let at = open; at < pattern.length; at += 1) {
    if (pattern[at] === "\\") at += 1;
    else if (pattern[at] === "(") depth += 1;
    else if (pattern[at] === ")") depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

function alternatives(operator: string, body: string): string {
  const choices = `(?:${splitTop(body).map(patternSource).join("|")})`;
  if (operator === "!") return `(?!${choices}$).*`;
  return operator === "@" ? choices : `${choices}${operator}`;
}

function splitTop(body: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < body.length; at += 1) {
    if (body[at] === "\\") at += 1;
    else if (body[at] === "(") depth += 1;
    else if (body[at] === ")") depth -= 1;
    else if (body[at] === "|" && depth === 0) {
      parts.push(body.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, body.slice(start)];
}
