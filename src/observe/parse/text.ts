import { FoveaError } from "../../base/errors.js";

/**
 * Text of a dump from the bytes of a file or stream: UTF-8, or UTF-16 with a byte order mark (PowerShell's `>`) or
 * without one (recognised by its zero bytes). CRLF becomes LF, a byte order mark and a terminal's colours disappear.
 */
export function decodeText(bytes: Uint8Array): string {
  return plainLineEnds(new TextDecoder(encodingOf(bytes)).decode(bytes)).replace(TERMINAL_COLOUR, "");
}

/** Without the carriage returns right before each newline. */
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

/** More than any dump of a phone has: a phone of a hundred windows prints 15,000 lines in 1.5 MB. */
const MOST_CHARS = 8 * 1024 * 1024;
const MOST_LINES = 60_000;

/** The lines of a dump. Errors: OUTPUT_TOO_LARGE for more than a dump can have. */
export function linesOf(text: string): string[] {
  const size = text.length > MOST_CHARS ? `${text.length} characters` : undefined;
  const lines = size === undefined ? text.split("\n", MOST_LINES + 1) : [];
  if (size === undefined && lines.length <= MOST_LINES) return lines;
  throw new FoveaError("OUTPUT_TOO_LARGE", `a dump of ${size ?? `more than ${MOST_LINES} lines`} is not read`);
}

/**
 * The lines that are known to be whole: every line that ends in a newline, without the blanks at its end. What follows
 * the last newline may have been cut in the middle of a number or name, so it counts only where it has the form of a
 * field whose end nothing can follow: a closed bracket, a unit, or a word that no other word begins with.
 * Errors: as linesOf.
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
  // Readers of a display's number compare it with those of the displays that exist.
  /^\s*mTopFocusedDisplayId=\d+$/,
];

function isWholeField(line: string): boolean {
  return SELF_CLOSING.some((pattern) => pattern.test(line)) || isWholeSource(line);
}

/** An `InsetsSource` up to its visibility, or up to a later field of few words. */
function isWholeSource(line: string): boolean {
  return (
    /^\s*InsetsSource /.test(line) &&
    / visible=(?:true|false)/.test(line) &&
    /=(?:null|true|false|NONE|LEFT|TOP|RIGHT|BOTTOM)$/.test(line)
  );
}

/** No bracket of the line is left open. */
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
 * The first capture group where all lines that match say the same in it; undefined if they differ. What the window
 * manager prints once comes twice where an app wrote a line of its own into a title: then neither is believed.
 */
export function agreedMatch(lines: readonly string[], pattern: RegExp): string | undefined {
  return agreed(lines, pattern)?.[1];
}

/** As {@link agreedMatch}, with all groups: lines agree where they match in the same words. */
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

/** What the pattern captures after the first `mark` of the line. */
export function capturedBehind(line: string, mark: string, pattern: RegExp): string | undefined {
  const at = line.indexOf(mark);
  return at < 0 ? undefined : pattern.exec(line.slice(at))?.[1];
}

/** "true" and "false" as booleans; anything else, and nothing, as null. */
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
