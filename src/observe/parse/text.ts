/**
 * Text of a dump from the bytes of a file or stream: UTF-8, or UTF-16 with a byte order mark (PowerShell's `>`) or
 * without one (recognised by its zero bytes). CRLF becomes LF, a byte order mark disappears.
 */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes).replace(/\r+\n/g, "\n");
}

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
 * The lines that are known to be whole: every line that ends in a newline. What follows the last newline may have
 * been cut in the middle of a number or name, so it counts only where it assigns a field and closes every bracket, the
 * last one at its end, or ends in a word that no other word begins with.
 */
export function wholeLines(text: string): readonly string[] {
  const lines = text.split("\n");
  const last = lines.pop() ?? "";
  return SELF_CLOSING.test(last) && isBalanced(last) ? [...lines, last] : lines;
}

function isBalanced(line: string): boolean {
  const count = (character: string) => line.split(character).length;
  return ["{}", "[]", "()"].every((pair) => count(pair.charAt(0)) === count(pair.charAt(1)));
}

const SELF_CLOSING = /^\s*\w+(?:\(\))?=.*(?:[})\]]|(?<==)(?:true|false|null|Awake|Asleep|Dreaming|Dozing))\s*$/;

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
