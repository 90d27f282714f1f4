import { FoveaError } from "../../base/errors.js";

/**
 * The text of a dump from the bytes of a file or stream: UTF-8, or UTF-16 with a byte order mark (PowerShell's `>`) or
 * without one (recognised by its zero bytes). CRLF becomes LF; a byte order mark and terminal colours are removed.
 */
export function decodeText(bytes: Uint8Array): string {
  return plainLineEnds(new TextDecoder(encodingOf(bytes)).decode(bytes)).replace(TERMINAL_COLOUR, "");
}

/** Removes the carriage returns right before each newline. */
function plainLineEnds(text: string): string {
  if (!text.includes("\r\n")) return text;
  const lines = text.split("\n");
  const last = lines.pop() ?? "";
  return [...lines.map((line) => (line.endsWith("\r") ? withoutReturns(line) : line)), last].join("\n");
}

function withoutReturns(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === "\r") end -= 1;
  return line.slice(0, end);
}

/** CSI sequences that set colours or clear the line, as `grep --color` writes them. */
const TERMINAL_COLOUR = /\u001b\[[\d;]*[mK]/g;

function encodingOf(bytes: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const sample = bytes.subarray(0, 512);
  const zerosAt = [0, 0];
  sample.forEach((byte, index) => {
    if (byte === 0) zerosAt[index % 2] = (zerosAt[index % 2] ?? 0) + 1;
  });
  const most = sample.length / 4;
  if ((zerosAt[1] ?? 0) > most && zerosAt[0] === 0) return "utf-16le";
  if ((zerosAt[0] ?? 0) > most && zerosAt[1] === 0) return "utf-16be";
  return "utf-8";
}

/** More than any dump of a phone: a phone with a hundred windows prints 15,000 lines, 1.5 MB. */
const MOST_CHARS = 8 * 1024 * 1024;
const MOST_LINES = 60_000;

/** The lines of a dump. Errors: OUTPUT_TOO_LARGE if there are more than a real dump has. */
export function linesOf(text: string): string[] {
  const size = text.length > MOST_CHARS ? `${text.length} characters` : undefined;
  const lines = size === undefined ? text.split("\n", MOST_LINES + 1) : [];
  if (size === undefined && lines.length <= MOST_LINES) return lines;
  throw new FoveaError("OUTPUT_TOO_LARGE", `a dump of ${size ?? `more than ${MOST_LINES} lines`} is not read`);
}

/**
 * The lines that are certainly complete: every line that ends in a newline, without the blanks at its end. The text
 * after the last newline may be cut in the middle of a number or name. It counts only if it ends in a closed bracket, a
 * unit, or a word that cannot be the start of another word. Errors: as linesOf.
 */
export function wholeLines(text: string): readonly string[] {
  const lines = linesOf(text).map((line) => line.trimEnd());
  const last = lines.pop() ?? "";
  if (isWholeField(last) && isClosed(last)) lines.push(last);
  return lines;
}

const SELF_CLOSING: readonly RegExp[] = [
  /^\s*(?:\w+(?:\(\))?=|\w+ services:|services:).*(?:[})\]]|(?<==)(?:true|false|null|Awake|Asleep|Dreaming|Dozing))$/,
  /^[\s\w()]+: \d+(?:ms| \([\d.]+%\))$/,
  // A cut display id is harmless: readers compare it with the ids of the existing displays.
  /^\s*mTopFocusedDisplayId=\d+$/,
];

function isWholeField(line: string): boolean {
  return SELF_CLOSING.some((pattern) => pattern.test(line)) || isWholeSource(line);
}

/** An `InsetsSource` that reaches at least its visibility and ends with a field of known values. */
function isWholeSource(line: string): boolean {
  return (
    /^\s*InsetsSource /.test(line) &&
    / visible=(?:true|false)/.test(line) &&
    /=(?:null|true|false|NONE|LEFT|TOP|RIGHT|BOTTOM)$/.test(line)
  );
}

/** Whether no bracket of the line is left open. */
function isClosed(line: string): boolean {
  const count = (character: string) => line.split(character).length;
  return ["{}", "[]", "()"].every((pair) => count(pair.charAt(0)) <= count(pair.charAt(1)));
}

/** The first capture group of the first line that matches. */
export function firstMatch(lines: readonly string[], pattern: RegExp): string | undefined {
  for (const line of lines) {
    const found = pattern.exec(line);
    if (found) return found[1];
  }
  return undefined;
}

/**
 * The first capture group, if it is the same in all matching lines; undefined if it differs. A value that the window
 * manager prints once appears twice if an app put such a line into a window's title: then neither is trusted.
 */
export function agreedMatch(lines: readonly string[], pattern: RegExp): string | undefined {
  return agreed(lines, pattern)?.[1];
}

/** As {@link agreedMatch}, with all groups: all groups have to be the same. */
export function agreed(lines: readonly string[], pattern: RegExp): RegExpExecArray | undefined {
  let first: RegExpExecArray | undefined;
  for (const line of lines) {
    const found = pattern.exec(line);
    if (found && first && !isSame(first, found)) return undefined;
    first ??= found ?? undefined;
  }
  return first;
}

function isSame(one: RegExpExecArray, other: RegExpExecArray): boolean {
  return one.slice(1).every((group, place) => group === other[place + 1]);
}

/** The pattern's first capture group in the part of the line that starts at the first `mark`. */
export function capturedAfter(line: string, mark: string, pattern: RegExp): string | undefined {
  const at = line.indexOf(mark);
  return at < 0 ? undefined : pattern.exec(line.slice(at))?.[1];
}

/** "true" and "false" as booleans; null for anything else. */
export function booleanOf(word: string | undefined): boolean | null {
  if (word === "true") return true;
  return word === "false" ? false : null;
}

/** A whole number that JavaScript holds exactly, else null. */
export function integerOf(digits: string | undefined): number | null {
  if (digits === undefined || !/^-?\d+$/.test(digits)) return null;
  const value = Number(digits);
  return Number.isSafeInteger(value) ? value : null;
}
