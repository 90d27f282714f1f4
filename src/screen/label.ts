/*
 * Words on the screen are untrusted: line breaks, quotes, invisible characters or characters that change the direction
 * of writing could make them look like lines of Fovea. All text for a model goes through `normaliseLabel`.
 */

const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * Characters that draw nothing or change how other characters are drawn: soft hyphen, zero-width space, fillers,
 * direction marks and embeddings, invisible operators, annotation and tag characters. Joiners and variation selectors
 * are needed to write words and emoji, so they are checked separately, by the character before them.
 */
const INVISIBLE = /(?!\u200c|\u200d|[\ufe00-\ufe0f])\p{Default_Ignorable_Code_Point}|[\ufff9-\ufffb]/gu;

/** Scripts whose letters change their shape, or join, by U+200C and U+200D (Unicode Standard, chapters 9, 12 to 14). */
const JOINING_SCRIPTS = ["Arab", "Syrc", "Mand", "Nkoo", "Mong", "Deva", "Beng", "Guru", "Gujr", "Orya"]
  .concat(["Taml", "Telu", "Knda", "Mlym", "Sinh", "Khmr", "Mymr", "Tibt", "Java", "Bali"])
  .map((script) => String.raw`\p{scx=${script}}`)
  .join("");
const EMOJI_PART = String.raw`\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f`;
const STRAY_JOINER = new RegExp(
  `(?<![${JOINING_SCRIPTS}])(?:\\u200c|(?<![${EMOJI_PART}])\\u200d|\\u200d(?!\\p{Extended_Pictographic}))`,
  "gu",
);
const STRAY_SELECTOR = /(?<![\p{Emoji}\p{S}\p{Script=Han}])[\ufe00-\ufe0f]/gu;

/**
 * Most labels match this, and nothing has to be changed in them: a quick check, as each screen has thousands of nodes.
 */
const PLAIN = /^(?:[!-~]+(?: [!-~]+)*)?$/;

/**
 * A label in the form that the outline prints and compares: Unicode NFC; line breaks, tabs and every run of white space
 * become one space; control characters, invisible and direction characters and lone surrogates are removed; no space at
 * the ends. The joiners and variation selectors of emoji and of scripts that need them stay. Two labels are the same if
 * their normalised forms are equal.
 */
export function normaliseLabel(text: string): string {
  if (PLAIN.test(text)) return text;
  const visible = text.replace(LONE_SURROGATE, "").replace(CONTROL, " ").replace(INVISIBLE, "");
  // White space is replaced first: U+202F counts as Mongolian, and would keep a joiner after it.
  return dropStray(visible.replace(/\s/g, " ").normalize("NFC")).replace(/ +/g, " ").trim();
}

/**
 * Without a joiner, the characters around it may compose or change their order, and another joiner may become stray.
 */
function dropStray(composed: string): string {
  const dropped = composed.replace(STRAY_SELECTOR, "").replace(STRAY_JOINER, "").normalize("NFC");
  return dropped === composed ? composed : dropStray(dropped);
}

/** A label in double quotes, with `"` and `\` escaped by a backslash: the form of the outline and of selectors. */
export function quoteLabel(label: string): string {
  return `"${label.replace(/["\\]/g, "\\$&")}"`;
}

/** {@link quoteLabel} of at most `longest` characters; of a longer label the beginning, and how many are missing. */
export function cutLabel(label: string, longest: number): string {
  if (label.length <= longest) return quoteLabel(label);
  const start = label.slice(0, longest).replace(/[\ud800-\udbff]$/, "");
  return `${quoteLabel(start)}…(+${label.length - start.length})`;
}

/** How many characters of an app's words a sentence of Fovea shows at most. */
const LONGEST_WORDS = 200;

/** Words of an app or of the device's programs in a sentence of Fovea: one line, in quotes, cut if they are long. */
export function quoteWords(words: string): string {
  return cutLabel(normaliseLabel(words), LONGEST_WORDS);
}

/** A name from an app (a class, an id, a package): unchanged if it has the form of a name, else in quotes. */
export function nameOrQuoted(name: string): string {
  return /^[\w.$/:-]{1,255}$/.test(name) ? name : quoteWords(name);
}

const LONGEST_MESSAGE = 1_000;

/** A message that may contain text from the device, in one line: it cannot imitate a new line. */
export function inOneLine(message: string): string {
  return normaliseLabel(message.slice(0, LONGEST_MESSAGE));
}
