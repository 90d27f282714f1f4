/**
 * Control characters except the line feed, characters that change the writing direction, invisible characters (such as
 * tags, in which whole sentences can be hidden), and lone surrogates. Joiners and variation selectors are not included:
 * words and emoji need them.
 */
const UNPRINTABLE =
  /(?!\n)[\p{Cc}\p{Bidi_Control}\p{Cs}\p{Zl}\p{Zp}]|(?!\u200c|\u200d|[\ufe00-\ufe0f])\p{Default_Ignorable_Code_Point}/gu;

/**
 * The text without characters that could control a terminal or reorder other words. Words of the screen are cleaned
 * where they are quoted; this is the last check, for other texts of a device (window titles, messages of its shell).
 */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, " ");
}

/**
 * The value as JSON in one line or, with `indent`, in several; the same characters are written as escapes, so that
 * nothing is lost.
 */
export function printableJson(value: unknown, indent = 0): string {
  return JSON.stringify(value, null, indent).replace(UNPRINTABLE, asEscape);
}

function asEscape(character: string): string {
  return Array.from({ length: character.length }, (_, at) => escapeOf(character.charCodeAt(at))).join("");
}

function escapeOf(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, "0")}`;
}

/** A name from a device or its adb server: unchanged if it looks like a plain name, else in quotes on one line. */
export function plainOrQuoted(name: string): string {
  if (/^[\w.:@%[\]()+,-](?:[\w.:@%[\]()+, -]{0,126}[\w.:@%[\]()+,-])?$/.test(name)) return name;
  return quoteUntrusted(name);
}

const MAX_QUOTED = 300;

/** A text from a device for a message of Fovea: in quotes on one line; of a long text only the beginning. */
export function quoteUntrusted(words: string): string {
  const start = words.slice(0, MAX_QUOTED);
  return JSON.stringify(words.length > MAX_QUOTED ? `${start}…` : start).replace(UNPRINTABLE, " ");
}
