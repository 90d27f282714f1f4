import { lookUp } from "./word-table.js";

/**
 * Translates a pattern that is valid in JavaScript with the flag `u` to the syntax of RE2 with the same meaning. The
 * two differ: RE2 knows fewer spaces, and its `.` matches more line ends. Groups do not capture. If a part of the
 * pattern cannot be searched in linear time, the result names it.
 */
export function re2Syntax(pattern: string, { dotAll = false }: { readonly dotAll?: boolean } = {}): string | Unknown {
  const parts: string[] = [];
  for (let at = 0; at < pattern.length; ) {
    const token = tokenAt(pattern, at);
    const part = token === "[" ? classAt(pattern, at) : outsideOf(token, dotAll);
    if (typeof part !== "string" && "unknown" in part) return part;
    const [words, length] = typeof part === "string" ? [part, token.length] : [part.words, part.length];
    parts.push(words);
    at += length;
  }
  return parts.join("");
}

/** The part of a pattern that is not supported. */
export interface Unknown {
  readonly unknown: string;
}

const TOKEN =
  /\\(?:[pP]\{[^}]*\}|k<[^>]*>|u\{[^}]*\}|u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|[1-9]\d*|.)|\((?:\?(?:[:=!]|<[=!]|<[^>]*>|[a-z-]*:))?|./suy;

function tokenAt(pattern: string, at: number): string {
  TOKEN.lastIndex = at;
  return TOKEN.exec(pattern)?.[0] ?? pattern.slice(at, at + 1);
}

/** JavaScript's spaces (ECMA-262, WhiteSpace and LineTerminator), as the content of a character class. */
const SPACES = String.raw`\t-\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`;
const NO_SPACES = String.raw`\x00-\x08\x0e-\x1f!-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}\x{202a}-\x{202e}\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff}`;
const NO_LINE_END = String.raw`[^\n\r\x{2028}\x{2029}]`;

function outsideOf(token: string, dotAll: boolean): string | Unknown {
  if (token === ".") return dotAll ? String.raw`[\x00-\x{10ffff}]` : NO_LINE_END;
  if (token === "\\s") return `[${SPACES}]`;
  if (token === "\\S") return `[${NO_SPACES}]`;
  if (token === "(" || /^\(\?<[^=!]/.test(token)) return "(?:";
  if (token === "(?=" || token === "(?!") return { unknown: `the look-ahead ${token}…)` };
  if (/^\\(?:k|[1-9])/.test(token)) return { unknown: `the repetition of a group, ${token}` };
  return token.startsWith("\\") ? escapeOf(token) : token;
}

/** One character class, from its opening to its closing bracket. */
function classAt(pattern: string, from: number): { readonly words: string; readonly length: number } | Unknown {
  const isNot = pattern[from + 1] === "^";
  const parts: string[] = [];
  let at = from + (isNot ? 2 : 1);
  for (; at < pattern.length && pattern[at] !== "]"; ) {
    const token = tokenAt(pattern, at);
    // A parenthesis has no special meaning in a class.
    const own = token.startsWith("(") ? "(" : token;
    const part = insideOf(own);
    if (typeof part !== "string") return part;
    parts.push(part);
    at += own.length;
  }
  const inside = parts.join("");
  const length = at + 1 - from;
  if (inside === "") return { words: isNot ? String.raw`[\x00-\x{10ffff}]` : String.raw`[^\x00-\x{10ffff}]`, length };
  return { words: `[${isNot ? "^" : ""}${inside}]`, length };
}

function insideOf(token: string): string | Unknown {
  if (token === "\\s") return SPACES;
  if (token === "\\S") return NO_SPACES;
  if (token === "\\b") return String.raw`\x08`;
  if (token === "[" || token === "^") return `\\${token}`;
  return token.startsWith("\\") ? escapeOf(token) : token;
}

function escapeOf(token: string): string | Unknown {
  const kind = token[1] ?? "";
  if (kind === "u") return codePointOf(token);
  if (kind === "c") return hex((token.codePointAt(2) ?? 0) % 32);
  if (token === "\\0") return hex(0);
  if (kind === "p" || kind === "P") return propertyOf(token);
  if (kind === "/" || kind === "-") return `\\x${kind === "/" ? "2f" : "2d"}`;
  return token;
}

function codePointOf(token: string): string {
  const units = [...token.matchAll(/[\da-f]+/gi)].map(([digits]) => Number.parseInt(digits, 16));
  const [high = 0, low] = units;
  return hex(low === undefined ? high : (String.fromCharCode(high, low).codePointAt(0) ?? 0));
}

/** General categories by their short names, and scripts; RE2 has no other properties. */
function propertyOf(token: string): string | Unknown {
  const [, letter = "p", name = ""] = /^\\([pP])\{(?:General_Category=|gc=|Script=|sc=)?(\w+)\}$/.exec(token) ?? [];
  return name === "" ? { unknown: `the property ${token}` } : `\\${letter}{${lookUp(LONG_NAMES, name) ?? name}}`;
}

const LONG_NAMES: Readonly<Record<string, string>> = {
  Letter: "L",
  Lowercase_Letter: "Ll",
  Uppercase_Letter: "Lu",
  Number: "N",
  Decimal_Number: "Nd",
  Punctuation: "P",
  Symbol: "S",
  Mark: "M",
  Separator: "Z",
  Other: "C",
};

function hex(code: number): string {
  return `\\x{${code.toString(16)}}`;
}
