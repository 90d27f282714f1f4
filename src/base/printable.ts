/** Control characters but the line feed, those that turn the direction of writing, halves of characters. */
const UNPRINTABLE = /(?!\n)[\p{Cc}\p{Bidi_Control}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * The text without what could steer a terminal or turn other words round. Words of the screen are cleaned where they
 * are quoted; this is the last door, for whatever else a device may have said (window titles, messages of its shell).
 */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, " ");
}

/** The value as JSON of one line or, with `indent`, of several; the same characters as escapes, so that nothing is lost. */
export function printableJson(value: unknown, indent = 0): string {
  return JSON.stringify(value, null, indent).replace(UNPRINTABLE, asEscape);
}

function asEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
