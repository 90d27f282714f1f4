import assert from "node:assert/strict";
import { test } from "node:test";
import { isFoveaError } from "../../../src/base/errors.js";
import { PHRASES } from "../../../src/screen/expected/phrases.js";
import { parseExpected } from "../../../src/screen/expected/sentence.js";
import { parseElement } from "../../../src/screen/selector.js";
import { printCondition } from "../../../src/screen/selector-print.js";

const conditionOf = (expected: string, action?: string) => printCondition(parseExpected({ expected, action }));

const SENTENCES: readonly (readonly [sentence: string, condition: string])[] = [
  ['"Saved" appears', '"Saved"'],
  ["The Save button should be disabled.", 'button "Save" disabled'],
  ["the button Save is enabled now", 'button "Save" enabled'],
  ['the switch "Wi-Fi" is on', 'switch "Wi-Fi" checked'],
  ["Wi-Fi is turned off", '"Wi-Fi" unchecked'],
  ["the checkbox I agree is ticked", 'checkbox "I agree" checked'],
  ["the dialog Delete note closes", 'not "Delete note"'],
  ['there is no error message "Wrong password"', 'not "Wrong password"'],
  ["Loading should not be shown", 'not "Loading"'],
  ["the spinner disappears", "not progress"],
  ["Loading is no longer on the screen", 'not "Loading"'],
  ["the screen does not show 'Sign in'", 'not "Sign in"'],
  ['the field Email holds "a@b.c"', 'field "Email" = "a@b.c"'],
  ['"Paris" is entered in the City field', 'field "City" = "Paris"'],
  ["the Home tab is selected", 'tab "Home" selected'],
  ["the radio Plus is selected", 'radio "Plus" checked'],
  ["Plus is chosen", '"Plus" selected or "Plus" checked'],
  ["the Home tab is not selected", 'tab "Home" unselected'],
  [
    "Germany is not selected",
    '"Germany" and not "Germany" selected and not "Germany" checked and not dropdown "Germany"',
  ],
  ["the keyboard does not appear", "not keyboard"],
  ["the keyboard isn’t visible", "not keyboard"],
  ["the keyboard is not hidden", "keyboard"],
  ["there's no button Save", 'not button "Save"'],
  ["'Not now' disappears", 'not "Not now"'],
  ["the word 'Sale' is gone", 'not "Sale"'],
  ["the Email field gets the focus", 'field "Email" focused'],
  ['a toast says "Saved" and the keyboard closes', '(toast "Saved") and not keyboard'],
  ['"Saved" appears or a toast "Saved" appears', '"Saved" or toast "Saved"'],
  ["the screen changes", "changed"],
  ["nothing happens", "not changed"],
  ["the app com.example.shop opens", "app com.example.shop"],
  ["activity .Checkout is in front", "activity .Checkout"],
  ['"Terms and conditions" is shown', '"Terms and conditions"'],
  ["id/total exists", "id/total"],
  ['id/total shows "5 €"', 'id/total = "5 €" or ("5 €" id/total and not field id/total)'],
  ['the text id/total should read "5 €"', 'text "5 €" id/total'],
  ['the button id/go says "Next"', 'button "Next" id/go'],
  ['the field Email shows "a@b.c"', 'field "Email" = "a@b.c"'],
  ['the button id/go does not say "Next"', 'button id/go and not button "Next" id/go'],
  ["the field id/name is empty", 'field id/name = ""'],
  ["the Email field is now empty", 'field "Email" = ""'],
  ["the field id/name should not be empty", 'field id/name and not field id/name = ""'],
  ['"Total" and "Pay" are visible', '"Total" and "Pay"'],
  ['the button "Pay", id/total and the row "Milk" are shown', 'button "Pay" and id/total and row "Milk"'],
  ['"Wi-Fi" and "Bluetooth" are switched on', '"Wi-Fi" checked and "Bluetooth" checked'],
  ['"A" and "B" disappear', 'not "A" and not "B"'],
  ['"A" and "B" should be visible', '"A" and "B"'],
  ['the keyboard closes and "A" and "B" are gone', '(not keyboard) and not "A" and not "B"'],
  ['button "Next" enabled and not "Error"', 'button "Next" enabled and not "Error"'],
];

for (const [sentence, condition] of SENTENCES) {
  test(`the sentence ${sentence} is parsed as ${condition}`, () => {
    assert.equal(conditionOf(sentence), condition.replace(/^\((.*?)\)/, "$1"));
  });
}

test("the word it stands for the target of the action", () => {
  assert.equal(conditionOf("it is on", 'turn on "Wi-Fi"'), '"Wi-Fi" checked');
  assert.equal(conditionOf("it disappears", "tap the Delete button"), 'not button "Delete"');
  assert.equal(conditionOf('it has the text "Paris"', 'type "Paris" in field "City"'), 'field "City" = "Paris"');
});

/** Sentences that would be true on any screen if their words were read as a label. */
const NO_NAMES = [
  "Save never disappears",
  "neither Save nor Close disappears",
  "it is not the case that Save is gone",
  "Save almost disappears",
  "exactly one button disappears",
  "every field is not visible",
  "Save; Close is gone",
  "Save / Close is gone",
  "when I scroll Save is gone",
  "if Save is visible then Close is gone",
  "text containing save is not visible",
  "the first button is not visible",
  "there are no errors",
  "a toast does not appear",
  "the Form app closes",
  "the app closes",
  '"Save is gone',
  '"Save" "Close" is gone',
];

/** Each sentence may mean two things. */
const TWO_MEANINGS = [
  "Save and Cancel are visible",
  '"A" and "B" are not visible',
  '"A" and "B" should not be visible',
  '"A" and "B" are no longer visible',
  '"A" or "B" are visible',
  '"A" and it are visible',
  '"A" and the keyboard are visible',
  '"A" and "B" is visible',
  '"A" and "B"  visible',
  '"A" but "B" are visible',
  "the list is empty",
  "Email is empty",
  "id/name is empty",
  'the button "Save" shows "Saved"',
  'Total shows "5 €"',
  "id/total shows five euros",
  'it shows "5 €"',
];

const UNCLEAR = [
  ...TWO_MEANINGS,
  ...NO_NAMES,
  "it appears",
  "the button appears",
  "the message disappears",
  "B flickers and A disappears",
  "Save and close",
  "everything is fine",
  "the button Save glows",
  "  .",
];

for (const sentence of UNCLEAR) {
  test(`the sentence "${sentence}" is refused, since its meaning is unclear`, () => {
    assert.throws(
      () => parseExpected({ expected: sentence }),
      (error) => isFoveaError(error, "COMMAND_UNCLEAR"),
    );
  });
}

test("every phrase of the table is parsed as its row says, at least sixty of them", () => {
  const places = { V: '"on"', P: "com.example.shop", A: ".Main" };
  let count = 0;
  for (const { phrases, read } of PHRASES) {
    for (const phrase of phrases) {
      const text = phrase.includes("P") ? places.P : phrase.includes("A") ? places.A : "on";
      const conditionFor = (name: string) =>
        read({ element: phrase.includes("X") ? parseElement(name) : null, text }) ?? null;
      // Some sentences are about fields only, and some about elements whose name has no label.
      const X = ['button "Save"', 'field "Save"', "button id/save"].find((name) => conditionFor(name) !== null) ?? "";
      const condition = conditionFor(X);
      assert.ok(condition, phrase);
      const sentence = phrase.replace(/\b[XVPA]\b/g, (place) => ({ ...places, X })[place as keyof typeof places]);
      assert.equal(conditionOf(`The ${sentence}.`), printCondition(condition), phrase);
      count += 1;
    }
  }
  assert.ok(count >= 60, `${count}`);
});
