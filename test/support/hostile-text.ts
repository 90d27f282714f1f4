import fc from "fast-check";
import { anyCharacter } from "./any-character.js";

/** Text in which problematic characters are more frequent than in random text. */
export const hostileText = fc
  .array(
    fc.oneof(
      fc.constantFrom("\n", "\r", "\t", "\0", "\u0085", "\u2028", "\u00ad", "\u200b", "\u200c", "\u200d", "\u200f"),
      fc.constantFrom("\u202e", "\u2066", "\ufeff", "\ufe0f", "\ud83d", "\udc68", "\u{e0041}", "\u3164", "\u00a0"),
      fc.constantFrom(
        "e",
        "\u0301",
        "\u202f",
        "S",
        "1",
        "\u20e3",
        "\u0645",
        "\u0915",
        "\u094d",
        "👩",
        "👍🏽",
        "❤",
        "字",
        '"',
        "\\",
      ),
      fc.string({ unit: anyCharacter, maxLength: 3 }),
      fc.string({ unit: "grapheme", maxLength: 3 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));

/** Texts that a shell, a path, a terminal, a JSON parser or the JavaScript engine might interpret. */
export const RISKY_TEXTS: readonly string[] = [
  "$(touch /data/local/tmp/owned)",
  "`touch /data/local/tmp/owned`",
  "'; touch /data/local/tmp/owned; '",
  '"; touch /data/local/tmp/owned; "',
  "a\ntouch /data/local/tmp/owned\n",
  "a && touch /data/local/tmp/owned",
  "a | touch /data/local/tmp/owned",
  "> /data/local/tmp/owned",
  "-rf",
  "--user 0",
  "--",
  "~root",
  "*?[a-z]{a,b}",
  "%s %n %1$s",
  "$HOME $IFS $((1+1))",
  "\\\\' \\\" \\n",
  "a\0b",
  "\ud800",
  "\u202emoc.live",
  "\u001b[2J\u001b]0;owned\u0007",
  "../../../../etc/passwd",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "\u200b\u2060",
  "e12",
  'e12 button "Save"',
  "9".repeat(400),
  "-1",
  "NaN",
  "1e999",
];

/** Any hostile text. */
export const riskyText = fc.oneof(fc.constantFrom(...RISKY_TEXTS), hostileText);

const SELECTOR_WORDS = [
  "e1",
  "e99999",
  "button",
  "row",
  "field",
  '"Save"',
  '~"sa"',
  "id/login",
  "class/View",
  "50%,62%",
];
const RELATIONS = ["in", "not", "and", "or", "(", ")", "?", "|", ",", "below", "first", "2nd", "last", "on", "next to"];
const CONDITIONS = [
  "changed",
  "keyboard",
  "app com.x",
  "activity .Main",
  "checked",
  "enabled",
  "the",
  '"',
  "~",
  "{",
  "}",
];

/** Texts that resemble a selector, a condition or a phrase, but mostly are invalid. */
export const selectorLike = fc
  .array(fc.oneof(fc.constantFrom(...SELECTOR_WORDS, ...RELATIONS, ...CONDITIONS), riskyText), {
    minLength: 1,
    maxLength: 9,
  })
  .chain((words) => fc.constantFrom(" ", "").map((between) => words.join(between)));
