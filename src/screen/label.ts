/*
 * Words on the screen are untrusted: they may hold line breaks, quotes, characters that draw nothing or that turn the
 * direction of writing, to look like lines of Fovea. Whatever leaves for a model goes through `normaliseLabel`.
 */

const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * Characters that show nothing or change how others show: soft hyphen, zero-width space, fillers, marks of direction
 * and their embeddings, invisible operators, annotation and tag characters. Two kinds of them are part of how words
 * and emoji are written, and are judged by what they stand behind: joiners and variation selectors.
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

/** Words as most labels are, of which nothing is dropped or changed: thousands of nodes are read for each screen. */
const PLAIN = /^(?:[!-~]+(?: [!-~]+)*)?$/;

/**
 * A label as the outline prints and compares it: Unicode NFC; line breaks, tabs and every run of white space become one
 * space; control characters, invisible and direction characters and halves of characters are dropped; no space at the
 * ends. The joiners and variation selectors of emoji and of scripts that need them stay. Two labels are the same when
 * their normalised forms are.
 */
export function normaliseLabel(text: string): string {
  if (PLAIN.test(text)) return text;
  const visible = text.replace(LONE_SURROGATE, "").replace(CONTROL, " ").replace(INVISIBLE, "");
  // Plain spaces first: U+202F counts as Mongolian, after which a joiner would stay.
  return dropStray(visible.replace(/\s/g, " ").normalize("NFC")).replace(/ +/g, " ").trim();
}

/** What a joiner stood between may compose or change its order without it, and bring another one to a wrong place. */
function dropStray(composed: string): string {
  const dropped = composed.replace(STRAY_SELECTOR, "").replace(STRAY_JOINER, "").normalize("NFC");
  return dropped === composed ? composed : dropStray(dropped);
}

/** A label in double quotes, with `"` and `\` escaped by a backslash: the form of the outline and of selectors. */
export function quoteLabel(label: string): string {
  return `"${label.replace(/["\\]/g, "\\$&")}"`;
}

/** {@link quoteLabel} of at most so many characters; of a longer label the beginning, and how much is missing. */
export function cutLabel(label: string, longest: number): string {
  if (label.length <= longest) return quoteLabel(label);
  const start = label.slice(0, longest).replace(/[\ud800-\udbff]$/, "");
  return `${quoteLabel(start)}…(+${label.length - start.length})`;
}

/** How many characters of an app's words a sentence of Fovea shows at most. */
const LONGEST_WORDS = 200;

/**
 * Words of an app or of the device's programs in a sentence of Fovea: one line, in quotes, the beginning where they are
 * long.
 */
export function quoteWords(words: string): string {
  return cutLabel(normaliseLabel(words), LONGEST_WORDS);
}

/**
 * A name that an app gives (a class, an id, a package): as it is where it is one, else in quotes like any other word of
 * an app.
 */
export function nameOrQuoted(name: string): string {
  return /^[\w.$/:-]{1,255}$/.test(name) ? name : quoteWords(name);
}

const LONGEST_MESSAGE = 1_000;

/** A message that may repeat what the device said: in no case it begins a line. */
export function inOneLine(message: string): string {
  return normaliseLabel(message.slice(0, LONGEST_MESSAGE));
}
