import assert from "node:assert/strict";
import { test } from "node:test";
import { FieldModel } from "../../../packages/virtual-android/src/ui/field.js";

test("typed text goes to the caret", () => {
  const field = new FieldModel({ text: "Hello" });
  field.moveCaret(2);
  field.insert("XY");
  assert.equal(field.text, "HeXYllo");
  assert.equal(field.caret, 4);
  field.deleteBackward();
  field.deleteForward();
  assert.equal(field.text, "HeXlo");
});

test("text typed by keys is corrected word by word, and inserted text is not", () => {
  const field = new FieldModel({ corrections: { teh: "the" } });
  field.type("teh cat. teh");
  assert.equal(field.text, "the cat. teh");
  field.type("!");
  assert.equal(field.text, "the cat. the!");
  field.setText("");
  field.insert("teh cat");
  assert.equal(field.text, "teh cat");
});

test("an app that formats a text moves the caret to its end", () => {
  const field = new FieldModel({ format: (text) => text.toUpperCase() });
  field.insert("ab");
  assert.deepEqual([field.text, field.caret], ["AB", 2]);
  field.deleteBackward();
  assert.equal(field.text, "A");
});

test("a line begins and ends at its line breaks", () => {
  const field = new FieldModel({ kind: "multiline", text: "one\ntwo\n" });
  const linesAt = (caret: number) => {
    field.moveCaret(caret);
    return [field.lineStart, field.lineEnd];
  };
  assert.deepEqual([0, 3, 4, 7, 8].map(linesAt), [
    [0, 3],
    [0, 3],
    [4, 7],
    [4, 7],
    [8, 8],
  ]);
});

test("a number field drops everything except digits", () => {
  const field = new FieldModel({ kind: "number" });
  field.insert("a1b2-3");
  assert.equal(field.text, "123");
});

test("a field of one line refuses line breaks, and one of several lines accepts them", () => {
  const one = new FieldModel();
  const many = new FieldModel({ kind: "multiline" });
  one.insert("a\nb");
  many.insert("a\nb");
  assert.deepEqual([one.text, many.text], ["ab", "a\nb"]);
});

test("nothing is typed beyond the maximum length", () => {
  const field = new FieldModel({ maxLength: 4 });
  field.insert("123456");
  field.insert("7");
  assert.equal(field.text, "1234");
});

test("deleting removes an emoji as one character", () => {
  const field = new FieldModel({ text: "a😀" });
  field.deleteBackward();
  assert.equal(field.text, "a");
  assert.equal(field.caret, 1);
});

test("a password shows as many dots as it has characters", () => {
  const field = new FieldModel({ kind: "password", text: "pässword" });
  assert.equal(field.shownText, "••••••••");
});

test("text typed over a selection replaces it", () => {
  const field = new FieldModel({ text: "old text" });
  field.selectAll();
  field.insert("new");
  assert.equal(field.text, "new");
  field.selectAll();
  field.deleteBackward();
  assert.equal(field.text, "");
});

test("only real changes are announced", () => {
  const seen: string[] = [];
  const field = new FieldModel({ onChange: (text) => seen.push(text) });
  field.insert("a");
  field.setText("a");
  field.deleteBackward();
  field.deleteBackward();
  assert.deepEqual(seen, ["a", ""]);
});
