import assert from "node:assert/strict";
import { test } from "node:test";
import sharp from "sharp";
import type { Rect } from "../../src/base/geometry.js";
import { loadTextOutlines } from "../../src/vision/glyphs.js";
import { decodePng, type Pixels, renderSvg } from "../../src/vision/image.js";
import { LABEL_FONT_SIZE } from "../../src/vision/marks/mark-svg.js";
import { markPicture } from "../../src/vision/marks.js";
import { corpusTest, indexedFiles } from "../support/corpus.js";
import { Pens } from "../support/drawn-sheet.js";
import {
  gridScreen,
  type MarkedScreen,
  paintedTree,
  pairedScreens,
  settingsScreen,
} from "../support/marked-screens.js";
import { assertReadable, assertTextIsFree } from "../support/readable-marks.js";

const PENS = new Pens();
const SETTINGS = 170;
const SIZES = [
  [1080, 2400],
  [2400, 1080],
  [240, 320],
  [720, 1280],
  [3200, 2000],
] as const;
const CELLS = [
  [3, 4],
  [5, 12],
  [10, 30],
] as const;

function* grids(): Generator<MarkedScreen> {
  for (const [width, height] of SIZES)
    for (const [columns, rows] of CELLS)
      for (const isRightToLeft of [false, true])
        yield gridScreen({ size: { width, height }, columns, rows, isRightToLeft }, PENS);
}

test(`on ${SETTINGS} generated pages labels are inside the image, do not overlap, and cover less than 5 % of the text`, async () => {
  let [marked, left] = [0, 0];
  for (let seed = 0; seed < SETTINGS; seed += 1) {
    const screen = settingsScreen(seed, PENS);
    const layout = await assertReadable(screen);
    assertTextIsFree(screen, layout);
    marked += layout.marks.length;
    left += layout.left.length;
  }
  assert.ok(left <= 0.01 * marked, `${left} of ${marked + left} have no mark`);
});

test("the same holds on grids of cells: tiny screens, tablets, rotated, crowded and right-to-left ones", async () => {
  for (const screen of grids()) {
    const layout = await assertReadable(screen);
    assertTextIsFree(screen, layout);
    const cells = screen.elements.filter(({ actions }) => actions.length > 0).length;
    assert.equal(layout.marks.length + layout.left.length, cells, screen.name);
    if (cells === 12) assert.equal(layout.left.length, 0, screen.name);
  }
});

/** Its tree reports the page below a film that fills the screen: where it names words there are faces. */
const UNDER_ANOTHER_PAGE = /droidbot-13/;

corpusTest(
  "the same holds on screens of real apps, where 99 of 100 elements below the limit have a mark",
  async (folder) => {
    const trees = indexedFiles(folder, /^uiautomator-xml\/\S+\tuiautomator XML/).map((file) =>
      paintedTree(folder, file, PENS),
    );
    const screens = [...trees, ...(await pairedScreens(folder))];
    assert.ok(screens.length >= 80, `${screens.length}`);
    let [marked, noRoom] = [0, 0];
    for (const screen of screens) {
      const layout = await assertReadable(screen);
      if (!UNDER_ANOTHER_PAGE.test(screen.name)) assertTextIsFree(screen, layout);
      marked += layout.marks.length;
      noRoom += Math.min(60, layout.marks.length + layout.left.length) - layout.marks.length;
    }
    assert.ok(noRoom <= 0.01 * marked, `${noRoom} without room, ${marked} marked`);
  },
);

/** A label as it should look: letters white, all else black. */
async function drawnLabel(ref: string, { left, top, right, bottom }: Rect): Promise<Pixels> {
  const outlines = await loadTextOutlines("Bold");
  const [width, height] = [right - left, bottom - top];
  const path = outlines.path(ref, 5, height - 4, LABEL_FONT_SIZE);
  const background = `<rect width="${width}" height="${height}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${background}<path d="${path}" fill="#fff"/></svg>`;
  return await decodePng(await renderSvg(svg));
}

/** The share of pixels at a place of the picture that are light where the letters are, and dark where they are not. */
function likeness(picture: Pixels, { left, top, right, bottom }: Rect, label: Pixels): number {
  const [width, height] = [Math.min(right - left, label.width), Math.min(bottom - top, label.height)];
  let same = 0;
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const isLight = (label.rgba[4 * (y * label.width + x)] ?? 0) > 128;
      const shown = 4 * ((top + y) * picture.width + left + x);
      if (isLight === Math.min(picture.rgba[shown] ?? 0, picture.rgba[shown + 1] ?? 0) > 170) same += 1;
    }
  return same / ((right - left) * (bottom - top));
}

test("the refs readable in the image are those of the legend, each at its own label", async () => {
  for (let seed = 0; seed < 12; seed += 1) {
    const { frame, elements, texts, name } = settingsScreen(seed, PENS);
    const { image, layout } = await markPicture(frame, elements, { texts });
    const { data, info } = await sharp(image.bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const picture = { width: info.width, height: info.height, rgba: data };
    const labels = await Promise.all(
      layout.marks.map(async ({ ref, label }) => ({ ref, drawn: await drawnLabel(ref, label) })),
    );
    assert.deepEqual(
      labels.map(({ ref }) => ref),
      layout.drawn.map(({ ref }) => ref),
      name,
    );
    for (const { label, ref } of layout.marks) {
      const alike = labels.map((one) => ({ ref: one.ref, share: likeness(picture, label, one.drawn) }));
      const [best] = alike.toSorted((a, b) => b.share - a.share);
      assert.equal(best?.ref, ref, name);
      assert.ok(best.share > 0.95, `${name}: ${ref} is read with ${best.share.toFixed(2)}`);
    }
  }
});
