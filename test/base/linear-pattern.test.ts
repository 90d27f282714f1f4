import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { linearPattern } from "../../src/base/linear-pattern.js";
import { anyCharacter } from "../support/any-character.js";
import { fuzz } from "../support/fuzz.js";

/** Where the pattern matches first, by ours and by JavaScript's own. */
function compare(pattern: string, text: string): void {
  const ours = linearPattern(pattern);
  assert.ok(typeof ours !== "string", `${pattern}: ${ours}`);
  const theirs = new RegExp(pattern, "u").exec(text);
  const found = ours.find(text, 0);
  const expected = theirs && { start: theirs.index, end: theirs.index + theirs[0].length };
  assert.deepEqual(found, expected, `${pattern} in ${JSON.stringify(text)}`);
  assert.equal(ours.test(text), theirs !== null, pattern);
  assert.equal(ours.matchesWhole(text), new RegExp(`^(?:${pattern})$`, "u").test(text), `the whole of ${text}`);
}

const PATTERNS = [
  ...[
    "a",
    "\\d+",
    "\\D",
    "\\w+@\\w+",
    "\\W",
    "\\s",
    "\\S+",
    "[\\s,]+",
    "[^\\s]",
    "[\\S]",
    "[^\\S]",
    ".",
    "a.b",
    "[^]",
    "[]|b",
  ],
  ...[
    "\\bfoo\\b",
    "\\Boo",
    "^a",
    "b$",
    "(a)(b)?",
    "(?<year>\\d{4})-\\d\\d",
    "(?:a|ab)c?",
    "a{2,3}?",
    "a*?b",
    "a{2}",
    "x?",
  ],
  ...[
    "\\u00e9",
    "\\u{1f600}+",
    "\\ud83d\\ude00",
    "[\\u{1f600}x]",
    "\\x41",
    "\\cJ",
    "\\0",
    "[\\b]",
    "\\t|\\n|\\v|\\f|\\r",
    "\\/",
    "[\\-a]",
  ],
  ...[
    "\\p{L}+",
    "\\p{Lu}",
    "\\P{L}",
    "\\p{Letter}",
    "\\p{Script=Greek}+",
    "\\p{Emoji}",
    "\\p{Alphabetic}+",
    "\\p{sc=Cyrillic}",
    "[\\p{Nd}_]+",
    "[()*+?.^|[{}$]+",
  ],
  ...[
    "(?<=#)\\w+",
    "(?<!\\d)\\d{3}",
    "(?<=a|bc)x",
    "(?:\\d[ -]*){4,6}",
    "[a-c^]",
    "[^a-c]+",
    "\\.\\*\\[\\]\\(\\)\\{\\}\\^\\$\\|\\?\\+\\\\",
  ],
];

const TEXTS = fc.oneof(
  fc.string({
    unit: fc.constantFrom(..."abcfox ABÄé😀#@1234-_.,/\\\n\r\t\u00a0\u2028\u3000\ufeffαΩж()[]{}^$|?*+"),
    maxLength: 30,
  }),
  // Each side has the Unicode tables of its own release: characters that are not assigned in both are no one's fault.
  fc.string({ unit: anyCharacter, maxLength: 20 }).filter((text) => !/\p{Cn}/u.test(text)),
);

test("a linear pattern matches what JavaScript's own regular expression matches", () => {
  const property = fc.property(fc.constantFrom(...PATTERNS), TEXTS, compare);
  fc.assert(property, fuzz(6_000));
});

for (const [pattern, why] of [
  ["(.+)\\1+x", /the repetition of a group, \\1 cannot be matched in linear time/],
  ["(?<a>x)\\k<a>", /the repetition of a group, \\k<a>/],
  ["a(?=b)", /the look-ahead \(\?=…\)/],
  ["a(?!b)", /the look-ahead \(\?!…\)/],
  ["\\p{ASCII}", /\\p\{ASCII\}/],
  ["\\p{scx=Latin}", /the property \\p\{scx=Latin\}/],
  ["a{1001}", /repeat/],
  ["((a?){30}){30}", /its repetitions multiply|repeat/],
  ["(oops", /it is not a regular expression/],
] as const) {
  test(`a pattern that cannot run in linear time is refused with the reason: ${pattern}`, () => {
    const refusal = linearPattern(pattern);
    assert.ok(typeof refusal === "string", "it was not refused");
    assert.match(refusal, why);
  });
}
