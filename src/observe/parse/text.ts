/**
 * Text of a dump from the bytes of a file or stream: UTF-8, or UTF-16 with a byte order mark (PowerShell's `>`) or
 * without one (recognised by its zero bytes). CRLF becomes LF, a byte order mark and a terminal's colours disappear.
 */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes).replace(/\r+\n/g, "\n").replace(TERMINAL_COLOUR, "");
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

/**
 * The lines that are known to be whole: every line that ends in a newline, without the blanks at its end. What follows
 * the last newline may have been cut in the middle of a number or name, so it counts only where it has the form of a
 * field whose end nothing can follow: a closed bracket, a unit, or a word that no other word begins with.
 */
export function wholeLines(text: string): readonly string[] {
  const lines = text.split("\n").map((line) => line.trimEnd());
  const last = lines.pop() ?? "";
  return SELF_CLOSING.some((pattern) => pattern.test(last)) && isClosed(last) ? [...lines, last] : lines;
}

const SELF_CLOSING: readonly RegExp[] = [
  /^\s*(?:\w+(?:\(\))?=|\w+ services:|services:).*(?:[})\]]|(?<==)(?:true|false|null|Awake|Asleep|Dreaming|Dozing))$/,
  /^\s*InsetsSource .* visible=(?:true|false)(?:.*=(?:null|true|false|NONE|LEFT|TOP|RIGHT|BOTTOM))?$/,
  /^\s*[\w ()]+: \d+(?:ms| \([\d.]+%\))$/,
  // Whoever reads a display's number compares it with those of the displays that are there.
  /^\s*mTopFocusedDisplayId=\d+$/,
];

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
