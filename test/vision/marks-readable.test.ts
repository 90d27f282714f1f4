import assert from "node:assert/strict";
import { test } from "node:test";
import { loadTextOutlines } from "../../src/vision/glyphs.js";
import { decodePng, renderSvg } from "../../src/vision/image.js";
import { LABEL_FONT_SIZE } from "../../src/vision/marks/mark-svg.js";
import { markPicture } from "../../src/vision/marks.js";
import { Pens } from "../support/drawn-sheet.js";
import { settingsScreen } from "../support/marked-screens.js";
import { assertReadable, assertTextIsFree } from "../support/readable-marks.js";

/* marks-rules.test.ts does it with hundreds of pages, with grids and on the screens of real apps. */

const PENS = new Pens();

test("on a few generated pages labels are inside the image, do not overlap, and cover less than 5 % of the text", async () => {
  for (let seed = 1_000; seed < 1_008; seed += 1) {
    const screen = settingsScreen(seed, PENS);
    const layout = await assertReadable(screen);
    assertTextIsFree(screen, layout);
    assert.ok(layout.marks.length > 0, screen.name);
  }
});

/** Rows from the first to the last that hold anything darker than half, of black letters on white. */
async function letterRows(text: string, size: number): Promise<number> {
  const outlines = await loadTextOutlines("Bold");
  const path = outlines.path(text, 10, 60, size);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="80"><rect width="200" height="80" fill="#fff"/><path d="${path}"/></svg>`;
  const { width, height, rgba } = await decodePng(await renderSvg(svg));
  const rows = Array.from({ length: height }, (_, y) => y).filter((y) =>
    rgba.subarray(4 * y * width, 4 * (y + 1) * width).some((part, at) => at % 4 === 0 && part < 128),
  );
  return (rows.at(-1) ?? 0) - (rows[0] ?? 0) + 1;
}

test("digits are at least 22 pixels high in the image that a model gets", async () => {
  for (const digit of "0123456789") assert.ok((await letterRows(digit, LABEL_FONT_SIZE)) >= 22, digit);
});

test("the same screen gives the same bytes", async () => {
  for (const seed of [1, 2, 3]) {
    const [one, other] = [settingsScreen(seed, PENS), settingsScreen(seed, new Pens())];
    const first = await markPicture(one.frame, one.elements, { texts: one.texts });
    const second = await markPicture(other.frame, other.elements, { texts: other.texts });
    assert.ok(Buffer.from(first.image.bytes).equals(second.image.bytes));
  }
});
