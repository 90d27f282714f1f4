/**
 * Control characters but the line feed, those that turn the direction of writing, those that draw nothing (tags, in
 * which whole sentences can be hidden, among them), halves of characters. Joiners and variation selectors are part of
 * how words and emoji are written.
 */
const UNPRINTABLE =
  /(?!\n)[\p{Cc}\p{Bidi_Control}\p{Cs}\p{Zl}\p{Zp}]|(?!\u200c|\u200d|[\ufe00-\ufe0f])\p{Default_Ignorable_Code_Point}/gu;

/**
 * The text without what could steer a terminal or turn other words round. Words of the screen are cleaned where they
 * are quoted; this is the last door, for whatever else a device may have said (window titles, messages of its shell).
 */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, " ");
}

/**
 * The value as JSON of one line or, with `indent`, of several; the same characters as escapes, so that nothing is lost.
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

/**
 * What a device or its adb server calls something: as it is where it looks like a name, else in quotes, on one line.
 */
export function plainOrQuoted(name: string): string {
  if (/^[\w.:@%[\]()+,-](?:[\w.:@%[\]()+, -]{0,126}[\w.:@%[\]()+,-])?$/.test(name)) return name;
  return quoteUntrusted(name);
}

const MAX_QUOTED = 300;

/** What a device said, in a message of Fovea: in quotes and on one line, of long words the beginning. */
export function quoteUntrusted(words: string): string {
  const start = words.slice(0, MAX_QUOTED);
  return JSON.stringify(words.length > MAX_QUOTED ? `${start}…` : start).replace(UNPRINTABLE, " ");
}
