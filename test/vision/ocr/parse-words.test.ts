import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { contains, isEmpty, rectOf } from "../../../src/base/geometry.js";
import { parseWords } from "../../../src/vision/ocr/parse-words.js";
import { anyCharacter } from "../../support/any-character.js";
import { fuzz } from "../../support/fuzz.js";

const PICTURE = { width: 1080, height: 2400 };
const HEADER = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext";

function row(text: string, place = "53\t53\t90\t26", confidence = "96.438698"): string {
  return `5\t1\t1\t1\t2\t1\t${place}\t${confidence}\t${text}`;
}

test("words are parsed with place, confidence and line; rows of pages, blocks and lines are not words", () => {
  const table = [
    HEADER,
    "4\t1\t1\t1\t2\t0\t53\t49\t150\t32\t-1\t",
    row("11:15"),
    row("Save", "171\t49\t32\t32", "80"),
    "",
  ];
  assert.deepEqual(parseWords(table.join("\n"), PICTURE), [
    { bounds: rectOf(53, 53, 143, 79), confidence: 96.438698, text: "11:15", line: "1.1.1.2" },
    { bounds: rectOf(171, 49, 203, 81), confidence: 80, text: "Save", line: "1.1.1.2" },
  ]);
});

const ODD: readonly (readonly [why: string, row: string])[] = [
  ["cut off", "5\t1\t1\t1\t2\t1\t53\t53"],
  ["no number", row("x", "a\t53\t90\t26")],
  ["a number that is too long", row("x", "53\t53\t99999999999\t26")],
  ["not finite", row("x", "53\tInfinity\t90\t26")],
  ["hexadecimal", row("x", "0x5\t53\t90\t26")],
  ["no confidence", row("x", "53\t53\t90\t26", "-1")],
  ["too sure", row("x", "53\t53\t90\t26", "101")],
  ["no width", row("x", "53\t53\t0\t26")],
  ["turned round", row("x", "53\t53\t-9\t26")],
  ["outside", row("x", "1080\t53\t9\t26")],
  ["no text", row("")],
  ["only spaces", row(" \u00a0 ")],
  ["only invisible characters", row("\u200b\u202e\u0007")],
  ["longer than any word", row("x".repeat(301))],
  ["no word", row("x").replace(/^5/, "4")],
];
for (const [why, odd] of ODD) {
  test(`a row is left out: ${why}`, () => {
    assert.deepEqual(
      parseWords(`${HEADER}\n${odd}\n${row("Save")}`, PICTURE).map(({ text }) => text),
      ["Save"],
    );
  });
}

test("words are cut to the image, and control characters are removed", () => {
  const [word] = parseWords(row("Sa\u202eve\u001b[31m\tnow\r", "1000\t2390\t200\t20"), PICTURE);
  assert.deepEqual(word, {
    bounds: rectOf(1000, 2390, 1080, 2400),
    confidence: 96.438698,
    text: "Save [31m now",
    line: "1.1.1.2",
  });
});

test("at most as many words are read as any screen shows", () => {
  assert.equal(parseWords(`${row("x")}\n`.repeat(10_000), PICTURE).length, 4_000);
});

test("for any output words are within the image, not empty and without control characters", () => {
  const cell = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.integer().map(String),
    fc.constantFrom("5", "-1", "1e9", "NaN", "\u2028"),
  );
  const table = fc.array(fc.array(cell, { maxLength: 14 }).map((cells) => ["5", "1", ...cells].join("\t")));
  const property = fc.property(table, (rows) => {
    for (const { bounds, text, confidence } of parseWords(rows.join("\n"), PICTURE)) {
      assert.ok(!isEmpty(bounds) && contains(rectOf(0, 0, 1080, 2400), bounds));
      assert.ok(text !== "" && !/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u.test(text), JSON.stringify(text));
      assert.ok(confidence >= 0 && confidence <= 100);
    }
  });
  fc.assert(property, fuzz(300));
});
