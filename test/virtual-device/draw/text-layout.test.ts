import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Fonts } from "../../../packages/virtual-android/src/draw/fonts.js";
import { layoutText, TextCache, widthOf } from "../../../packages/virtual-android/src/draw/text-layout.js";

const fonts = new Fonts();
const style = { size: 42, weight: "regular", maxLines: 1000 } as const;

test("no line is wider than its space, and no glyph is lost", () => {
  const words = fc.array(fc.constantFrom("word", "a", "Übergröße", "ελ", "мир", "longerword", "."), {
    minLength: 1,
    maxLength: 12,
  });
  fc.assert(
    fc.property(words, fc.integer({ min: 60, max: 900 }), (list, room) => {
      const text = list.join(" ");
      const layout = layoutText(fonts, text, style, room);
      for (const line of layout.lines) assert.ok(line.width <= room, `${line.width} > ${room}`);
      const drawn = layout.lines.reduce((sum, line) => sum + line.glyphs.length, 0);
      const spaces = text.split(" ").length - 1;
      const lost = text.length - drawn;
      assert.ok(lost >= 0 && lost <= spaces, `${lost} of ${text.length} characters are not drawn`);
    }),
  );
});

test("a text that is cut off ends with an ellipsis that still fits", () => {
  const layout = layoutText(fonts, "one two three four five six seven", { ...style, maxLines: 1 }, 300);
  const [line] = layout.lines;
  const ellipsis = fonts.glyphOf("…".codePointAt(0) ?? 0, "regular");
  assert.equal(layout.lines.length, 1);
  assert.deepEqual(line?.glyphs.at(-1)?.glyph, ellipsis);
  assert.ok((line?.width ?? 0) <= 300);
});

test("line breaks in the text are kept", () => {
  assert.equal(layoutText(fonts, "First\nSecond\n\nFourth", style, 900).lines.length, 4);
});

test("a text that starts right-to-left is drawn from its last letter to its first", () => {
  const layout = layoutText(fonts, "אב", style, 900);
  assert.equal(layout.lines[0]?.isRightToLeft, true);
  const glyphs = layout.lines[0]?.glyphs.map((placed) => placed.glyph);
  assert.deepEqual(glyphs, [fonts.glyphOf(0x5d1, "regular"), fonts.glyphOf(0x5d0, "regular")]);
});

test("Arabic letters join: a word of three letters uses initial, medial and final forms", () => {
  const layout = layoutText(fonts, "بتك", style, 900);
  const forms = [0xfeda, 0xfe98, 0xfe91].map((code) => fonts.glyphOf(code, "regular"));
  assert.deepEqual(
    layout.lines[0]?.glyphs.map((placed) => placed.glyph),
    forms,
  );
});

test("lam and alef become one glyph", () => {
  assert.equal(layoutText(fonts, "لا", style, 900).lines[0]?.glyphs.length, 1);
});

test("a number inside a right-to-left text keeps its order", () => {
  const glyphs = layoutText(fonts, "א 12", style, 900).lines[0]?.glyphs.map((placed) => placed.glyph) ?? [];
  const [one, two] = ["1", "2"].map((digit) => fonts.glyphOf(digit.codePointAt(0) ?? 0, "regular"));
  assert.deepEqual(glyphs.slice(0, 2), [one, two]);
});

test("a character that no font has is drawn as the box for missing glyphs", () => {
  assert.equal(fonts.hasCharacter(0x9f98), false);
  assert.deepEqual(fonts.glyphOf(0x9f98, "bold"), { face: 2, index: 0 });
  assert.ok(widthOf(fonts, "龘", style) > 0);
});

test("joiners and variation selectors have no width", () => {
  assert.equal(widthOf(fonts, "♥\u{fe0f}\u200d", style), widthOf(fonts, "♥", style));
});

test("a text that was laid out before is the same object", () => {
  const cache = new TextCache(fonts);
  assert.equal(cache.layout("Hello", style, 500), cache.layout("Hello", style, 500));
  assert.notEqual(cache.layout("Hello", style, 500), cache.layout("Hello", style, 90));
});
