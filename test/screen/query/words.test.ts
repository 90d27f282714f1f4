import assert from "node:assert/strict";
import { test } from "node:test";
import { fitText } from "../../../src/screen/query/text-fit.js";
import { likeness, wordsOf } from "../../../src/screen/query/words.js";

const WHOLE = { isWhole: true, isPart: false, isCommand: true };

/** The words of a phrase, the words on the screen, and whether they match. */
const PAIRS: readonly (readonly [said: string, shown: string, isSame: boolean])[] = [
  ["Cafe", "Café", true],
  ["CREME BRULEE", "Crème brûlée", true],
  ["strasse", "Straße", true],
  ["Malmo", "Malmö", true],
  ["Lodz", "Łódź", true],
  ["wifi", "Wi-Fi", true],
  ["wi fi", "Wi-Fi", true],
  ["email", "E-mail", true],
  ["sign-in", "Sign in", true],
  ["dont", "Don’t", true],
  ["ＡＢＣ", "abc", true],
  ["мой", "мои", false],
  ["елка", "ёлка", true],
  ["か", "が", false],
  ["ΟΔΟΣ", "οδός", true],
  ["كتاب", "كِتَاب", true],
  ["1234", "1,234", true],
  ["1234.5", "1,234.50", false],
  ["1234.56", "1.234,56", true],
  ["1.234", "1,234", true],
  ["007", "7", true],
  ["٣", "3", true],
  ["१२", "12", true],
  ["three", "3", true],
  ["50 percent", "50%", true],
  ["5GB", "5 GB", true],
  ["7 pm", "19:00", true],
  ["7:05 am", "07:05", true],
  ["7:00", "7:00 PM", true],
  ["7 am", "19:00", false],
  ["12 am", "00:00", true],
  ["June 1", "1 June", true],
  ["June 1st, 2024", "2024-06-01", true],
  ["1 June 2024", "01.06.2024", true],
  ["June 1 2024", "6/1/2024", true],
  ["June 1 2024", "1/6/2024", true],
  ["1 de junio de 2024", "2024-06-01", true],
  ["1. Juni 2024", "June 1, 2024", true],
  ["27 мая", "May 27", true],
  ["5月28日", "May 28", true],
  ["20240601", "1 June 2024", true],
  ["June 1 2024", "June 1 2023", false],
  ["June 1", "June 2", false],
  ["1 June 2024", "1 July 2024", false],
  ["32 May", "May 32", false],
  ["settings", "Setting", true],
  ["save", "safe", false],
  ["…", "…", true],
  ["+", "+", true],
  ["+", "−", false],
];

test("words, numbers, dates and times are compared by their meaning, in any spelling", () => {
  const wrong = PAIRS.filter(([said, shown, isSame]) => {
    const { score, how } = fitText(wordsOf(said), wordsOf(shown), WHOLE);
    return (how === "same" && score >= 0.85) !== isSame;
  });
  assert.deepEqual(wrong, []);
  assert.ok(PAIRS.length >= 30);
});

test("today is the device's date where that is known, and an ordinary word where not", () => {
  const [said] = wordsOf("today's date", "2024-06-01");
  const [shown] = wordsOf("June 1, 2024");
  assert.ok(said && shown);
  assert.equal(likeness(said, shown), 1);
  const [unknown] = wordsOf("today's date");
  assert.ok(unknown);
  assert.equal(likeness(unknown, shown), 0);
  assert.deepEqual(
    ["yesterday", "tomorrow"].map((word) => wordsOf(word, "2024-03-01")[0]?.days),
    [["2024-02-29"], ["2024-03-02"]],
  );
});
