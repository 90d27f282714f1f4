import assert from "node:assert/strict";
import { test } from "node:test";
import { compareTyped } from "../../../src/actions/proof/compare-typed.js";
import { readBack, readBackLines } from "../../../src/actions/proof/read-back.js";
import { fieldPrints } from "../../../src/screen/field-print.js";
import { node, page, screenWith, text } from "../../support/build-screen.js";
import { drive } from "../../support/drive.js";
import { driveCompanion } from "../../support/drive-companion.js";

const FIELDS = "com.fovea.form/com.fovea.form.FieldsActivity";

/** The typed text, the field's text before and after, and the outcome. */
const CASES: readonly (readonly [typed: string, before: string, shown: string, outcome: string])[] = [
  ["hello", "", "hello", "as_typed"],
  ["b", "ac", "abc", "as_typed"],
  ["teh cat", "", "the cat", "autocorrect"],
  ["teh", "I saw ", "I saw the", "autocorrect"],
  ["dont", "", "don't", "autocorrect"],
  ["hello world", "", "Hello world", "formatted"],
  ["5551234", "", "555-1234", "formatted"],
  ["1234567890123456", "", "1234 5678 9012 3456", "as_typed"],
  ["ab12cd", "", "abcd", "filtered"],
  ["abcdefghij", "", "abcdefgh", "cut"],
  ["5551234999", "", "555-1234", "cut"],
  ["abc", "", "", "not_typed"],
  ["abc", "old", "old", "not_typed"],
  ["l", "old", "old", "not_typed"],
  ["old", "old", "old", "as_typed"],
  ["abc", "old", "something else", "other"],
  ["hello", "", "xyz", "other"],
];

test("compareTyped classifies each difference between the typed and the shown text", () => {
  for (const [typed, before, shown, outcome] of CASES) {
    const reported = compareTyped({ typed, shown, before: [before], isCleared: before === "", isFull: null });
    assert.equal(reported, outcome, `${typed} in ${JSON.stringify(before)} became ${JSON.stringify(shown)}`);
  }
  const full = { typed: "abcdefghij", shown: "abcdefgh", before: [""], isCleared: true, isFull: true };
  assert.equal(compareTyped(full), "length_limit");
});

test("a field that lost the focus and holds none of the text is not reported as holding its beginning", () => {
  const printOf = (words: string, isFocused: boolean) => {
    const field = { class: "android.widget.EditText", clickable: "true", text: words, focused: String(isFocused) };
    const screen = { ...screenWith(page(text("City"), node(field))), activeWindow: null };
    const [print] = fieldPrints(screen);
    assert.ok(print);
    return { print, screen };
  };
  const lineFor = (shown: string, isFocused: boolean) => {
    const [{ print: before }, { print: now, screen }] = [printOf("Bonn", true), printOf(shown, isFocused)];
    return readBackLines(readBack({ text: "Paris", isCleared: false }, { before, now }, screen)).join();
  };
  assert.equal(lineFor("Bonn", false), '! the field lost the focus, and got none of the text: now "Bonn"');
  assert.match(lineFor("BonnPar", false), /^! the field lost the focus, and the rest may have gone elsewhere: now/);
  assert.match(lineFor("Bonn", true), /^! none of it is in the field: typed "Paris", now "Bonn"/);
});

for (const [name, start] of [
  ["the companion", driveCompanion],
  ["adb alone", drive],
] as const) {
  test(`type_text reports a field that reformats the text, with the typed and the shown text (${name})`, async () => {
    await using driven = await start({ app: FIELDS });
    const isByCompanion = start === driveCompanion;
    await driven.did("observe");
    const type = async (target: string, text: string) => await driven.did("type_text", { target, text, clear: true });
    assert.match(await type("id/phone", "5550123"), /^! the app formats it: typed "5550123", now "555-0123"$/m);
    assert.match(await type("id/code", "ab12"), /^! the app formats it: typed "ab12", now "AB12"$/m);
    const short = isByCompanion ? "cut at the field's length limit \\(8\\)" : "only the beginning is there: .*";
    assert.match(
      await type("id/short", "abcdefghij"),
      new RegExp(`^! ${short}: typed "abcdefghij", now "abcdefgh"$`, "m"),
    );
    const digits = await type("id/digits", "a1b2");
    const note = await type("id/note", "teh cat");
    // The keyboard corrects and filters keys, but not text that is committed as a whole.
    if (isByCompanion) return assert.doesNotMatch(note + digits, /^!/m);
    assert.match(digits, /^! the field does not take all of these characters: typed "a1b2", now "12"$/m);
    assert.match(note, /^! autocorrected: typed "teh cat", now "the cat"$/m);
  });

  test(`type_text neither compares nor repeats a text that the app itself hides (${name})`, async () => {
    await using driven = await start({ app: FIELDS });
    await driven.did("observe");
    const text = await driven.did("type_text", { target: "id/pin", text: "2468" });
    assert.ok(!text.includes("2468"), text);
  });
}

test("type_text reports a field that lost the focus while typing, without the part that may have gone elsewhere", async () => {
  await using driven = await drive({ app: FIELDS });
  await driven.did("observe");
  const text = await driven.did("type_text", { target: "id/first", text: "123456" });
  assert.match(text, /^! the field lost the focus, and the rest may have gone elsewhere: now "1234"$/m);
  assert.ok(!text.includes("123456"));
});

for (const clear of [false, true]) {
  const how = clear ? "that was emptied first" : "with its content";
  test(`type_text reports unknown where a number field refuses letters and its hint is read as its text (a field ${how})`, async () => {
    await using driven = await drive({ app: "com.fovea.form", apiLevel: 33 });
    await driven.did("observe");
    const text = await driven.did("type_text", { target: 'field "0–150"', text: "abc", clear });
    assert.match(text, /^unknown: not all of the text is in e\d+ field "Age"/m);
  });
}
