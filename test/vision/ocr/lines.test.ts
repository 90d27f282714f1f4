import assert from "node:assert/strict";
import { test } from "node:test";
import { rectOf } from "../../../src/base/geometry.js";
import { textsOf } from "../../../src/vision/ocr/lines.js";
import type { ReadWord } from "../../../src/vision/ocr/parse-words.js";

interface Place {
  readonly left: number;
  readonly top?: number;
  readonly wide?: number;
  readonly high?: number;
  readonly confidence?: number;
  readonly line?: string;
}

function word(text: string, place: Place): ReadWord {
  const { left, top = 100, wide = 20 * text.length, high = 40, confidence = 90, line = "1" } = place;
  return { bounds: rectOf(left, top, left + wide, top + high), confidence, text, line };
}

function texts(...words: readonly ReadWord[]): readonly (string | null)[] {
  return textsOf(words, 2400).map(({ text }) => text);
}

test("words beside each other are one text, with their common bounds and a confidence led by longer words", () => {
  const found = textsOf([word("Wi-Fi", { left: 10 }), word("off", { left: 120, confidence: 58 })], 2400);
  assert.deepEqual(found, [
    {
      bounds: rectOf(10, 100, 180, 140),
      kind: "text",
      confidence: 0.78,
      text: "Wi-Fi off",
      guess: null,
      source: "ocr",
    },
  ]);
});

test("distant words of one line, and words of different lines, are separate texts", () => {
  assert.deepEqual(texts(word("Date", { left: 10 }), word("05:00", { left: 500 }), word("PM", { left: 610 })), [
    "Date",
    "05:00 PM",
  ]);
  assert.deepEqual(texts(word("Date", { left: 10 }), word("Time", { left: 100, line: "2", top: 150 })), [
    "Date",
    "Time",
  ]);
});

test("right-to-left words are one text as well", () => {
  assert.deepEqual(texts(word("שלום", { left: 200 }), word("עולם", { left: 110 })), ["שלום עולם"]);
});

test("icons before and after words, read as marks, are left out, and signs of numbers stay", () => {
  const icons = [
    word("©", { left: 10 }),
    word("Wi-Fi", { left: 40 }),
    word("&", { left: 150 }),
    word("net", { left: 180 }),
  ];
  assert.deepEqual(texts(...icons, word("»", { left: 250 })), ["Wi-Fi & net"]);
  assert.deepEqual(texts(word("+", { left: 10 }), word("87", { left: 35 }), word("%", { left: 80 })), ["+ 87 %"]);
});

test("characters of scripts without spaces are joined without spaces", () => {
  assert.deepEqual(texts(word("数据", { left: 10 }), word("同步", { left: 55 }), word("VIP", { left: 100 })), [
    "数据同步 VIP",
  ]);
});

test("texts are sorted by their tops, then by their left sides", () => {
  const later = word("Later", { left: 10, top: 500, line: "1" });
  assert.deepEqual(texts(later, word("Right", { left: 600, line: "2" }), word("Left", { left: 10, line: "3" })), [
    "Left",
    "Right",
    "Later",
  ]);
});

const RUBBISH: readonly (readonly [why: string, word: ReadWord])[] = [
  ["not believed", word("Menu", { left: 10, confidence: 49 })],
  ["the confidence of a text is too low", word("Menu", { left: 10, confidence: 64 })],
  ["marks alone", word("©—|", { left: 10 })],
  ["one letter, as wide as an icon", word("Q", { left: 10, wide: 60, high: 40 })],
  ["one letter with a low confidence", word("Q", { left: 10, confidence: 80 })],
  ["as high as an image", word("ART", { left: 10, high: 400 })],
];
for (const [why, rubbish] of RUBBISH) {
  test(`a word is left out: ${why}`, () => assert.deepEqual(texts(rubbish), []));
}

test("a single letter or digit is a text where it is certain and has the right shape", () => {
  assert.deepEqual(texts(word("7", { left: 10 }), word("A", { left: 200 })), ["7", "A"]);
});
