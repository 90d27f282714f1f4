import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { printable, printableJson } from "../../src/base/printable.js";

const STEERING = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]/u;

const anyText = fc.string({ unit: fc.oneof(fc.nat(0x2100), fc.nat(0xffff)).map((code) => String.fromCharCode(code)) });

test("printable removes characters that control a terminal or change the direction of text", () => {
  fc.assert(fc.property(anyText, (text) => !STEERING.test(printable(text))));
});

test("printable keeps line feeds, letters of every script and emoji", () => {
  const text =
    "a\nb \u05e9\u05dc\u05d5\u05dd \u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645 \u{1f469}\u200d\u{1f4bb}";
  assert.equal(printable(text), text);
});

test("printable JSON keeps every character, control characters as escapes", () => {
  fc.assert(
    fc.property(fc.array(anyText), fc.constantFrom(0, 2), (value, indent) => {
      const json = printableJson({ value }, indent);
      assert.doesNotMatch(json, STEERING);
      assert.deepEqual(JSON.parse(json), { value });
    }),
  );
});
