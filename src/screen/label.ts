/*
 * Words on the screen are untrusted: they may hold line breaks, quotes, characters that draw nothing or that turn the
 * direction of writing, to look like lines of ours. Whatever leaves for a model goes through `normaliseLabel`.
 */

/**
 * Characters that show nothing or change how others show: soft hyphen, zero-width space and joiners of words, marks of
 * direction and their embeddings, line and paragraph separators, invisible operators, annotation and tag characters.
 * The joiners of emoji and of Persian letters (U+200C, U+200D) stay: they are part of how a word is written.
 */
const INVISIBLE =
  /\u00ad|\u034f|\u061c|[\u115f\u1160]|[\u17b4\u17b5]|[\u180b-\u180f]|\u200b|[\u200e\u200f]|[\u202a-\u202e]|[\u2060-\u206f]|\u3164|\ufeff|\uffa0|[\ufff0-\ufffb]|[\u{1d173}-\u{1d17a}]|[\u{e0000}-\u{e0fff}]/gu;

const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * A label as the outline prints and compares it: Unicode NFC; line breaks, tabs and every run of white space become one
 * space; control characters, invisible and direction characters and halves of characters are dropped; no space at the
 * ends. Two labels are the same when their normalised forms are.
 */
export function normaliseLabel(text: string): string {
  const visible = text.replace(LONE_SURROGATE, "").replace(CONTROL, " ").replace(INVISIBLE, "");
  return visible.normalize("NFC").replace(/\s+/g, " ").trim();
}

/** A label in double quotes, with `"` and `\` escaped by a backslash: the form of the outline and of selectors. */
export function quoteLabel(label: string): string {
  return `"${label.replace(/["\\]/g, "\\$&")}"`;
}
