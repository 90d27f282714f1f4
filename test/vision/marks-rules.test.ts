import assert from "node:assert/strict";
import { test } from "node:test";
import sharp from "sharp";
import { contains, intersect, isEmpty, type Rect, rectOf } from "../../src/base/geometry.js";
import { loadTextOutlines } from "../../src/vision/glyphs.js";
import { decodePng, MODEL_IMAGE_LIMITS, type Pixels, renderSvg } from "../../src/vision/image.js";
import { LABEL_FONT_SIZE } from "../../src/vision/marks/mark-svg.js";
import { layOutMarks, type MarkLayout, markPicture } from "../../src/vision/marks.js";
import { corpusTest, indexedFiles } from "../support/corpus.js";
import { Pens } from "../support/drawn-sheet.js";
import {
  gridScreen,
  type MarkedScreen,
  paintedTree,
  pairedScreens,
  settingsScreen,
} from "../support/marked-screens.js";

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

/** What every picture of every screen has to keep to. */
async function assertReadable({ name, frame, elements, texts }: MarkedScreen): Promise<MarkLayout> {
  const layout = await layOutMarks(frame, elements, { texts });
  const { size, marks, drawn, left } = layout;
  const picture = rectOf(0, 0, size.width, size.height);
  assert.ok(Math.max(size.width, size.height) <= MODEL_IMAGE_LIMITS.longestSide, name);
  assert.ok(marks.length <= 60, name);
  for (const [at, { ref, label, box }] of marks.entries()) {
    assert.ok(contains(picture, label) && contains(picture, box), `${name}: ${ref} lies in the picture`);
    for (const other of marks.slice(at + 1))
      assert.ok(isEmpty(intersect(label, other.label)), `${name}: ${ref} and ${other.ref}`);
    const touches = !isEmpty(intersect(grown(label, 4), box));
    assert.ok(marks[at]?.leader || touches, `${name}: ${ref} is at its element, or a line leads there`);
  }
  assert.deepEqual(
    marks.map(({ ref }) => ref),
    drawn.map(({ ref }) => ref),
    name,
  );
  assert.deepEqual(
    drawn.filter((element) => left.includes(element)),
    [],
    name,
  );
  return layout;
}

function grown({ left, top, right, bottom }: Rect, by: number): Rect {
  return rectOf(left - by, top - by, right + by, bottom + by);
}

/** Letters differ by this much from their ground, of 255, which is most of their box: a photograph is no text. */
const UNLIKE = 48;
const LEAST_GROUND = 0.6;

/** Of the pixels that are unlike the ground of the text box that they lie in, the share under labels; on the frame itself. */
function coveredText({ frame, texts }: MarkedScreen, { size, marks }: MarkLayout): number {
  const { width, height, rgba } = frame;
  const scale = width / size.width;
  const labels = marks.map(({ label }) => label);
  const seen = new Uint8Array(width * height);
  let [all, covered] = [0, 0];
  for (const box of texts.map((text) => intersect(text, rectOf(0, 0, width, height)))) {
    if (isEmpty(box)) continue;
    const ground = groundOf(frame, box);
    if (ground === null) continue;
    for (let y = box.top; y < box.bottom; y += 1) {
      for (let x = box.left; x < box.right; x += 1) {
        const at = y * width + x;
        if (seen[at] || Math.abs((rgba[4 * at + 1] ?? 0) - ground) <= UNLIKE) continue;
        seen[at] = 1;
        all += 1;
        const [px, py] = [x / scale, y / scale];
        if (labels.some(({ left, top, right, bottom }) => px >= left && px < right && py >= top && py < bottom))
          covered += 1;
      }
    }
  }
  return all === 0 ? 0 : covered / all;
}

/** The green that most pixels of a box have, more or less; null where there is none such. */
function groundOf({ width, rgba }: Pixels, { left, top, right, bottom }: Rect): number | null {
  const counts = new Uint32Array(256);
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1) {
      const green = rgba[4 * (y * width + x) + 1] ?? 0;
      counts[green] = (counts[green] ?? 0) + 1;
    }
  const ground = counts.indexOf(Math.max(...counts));
  const alike = counts.reduce((sum, count, green) => sum + (Math.abs(green - ground) <= UNLIKE ? count : 0), 0);
  return alike >= LEAST_GROUND * (right - left) * (bottom - top) ? ground : null;
}

function assertTextIsFree(screen: MarkedScreen, layout: MarkLayout): void {
  const share = coveredText(screen, layout);
  assert.ok(share < 0.05, `${screen.name}: ${(100 * share).toFixed(1)} % of the text is covered`);
}

test(`on ${SETTINGS} made-up pages labels lie in the picture, over no other and over less than 5 % of the text`, async () => {
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

test("and on grids of cells: tiny screens, tablets, turned ones, crowded ones, and from the right", async () => {
  for (const screen of grids()) {
    const layout = await assertReadable(screen);
    assertTextIsFree(screen, layout);
    const cells = screen.elements.filter(({ actions }) => actions.length > 0).length;
    assert.equal(layout.marks.length + layout.left.length, cells, screen.name);
    if (cells === 12) assert.equal(layout.left.length, 0, screen.name);
  }
});

/** Its tree tells of the page below a film that fills the screen: where it names words there are faces. */
const UNDER_ANOTHER_PAGE = /droidbot-13/;

corpusTest("and on the screens of real apps, where 99 of 100 that the cap lets by have their mark", async (folder) => {
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

test("digits are at least 22 pixels high in the picture that a model gets", async () => {
  for (const digit of "0123456789") assert.ok((await letterRows(digit, LABEL_FONT_SIZE)) >= 22, digit);
});

/** A label as it should look: letters white, all else black. */
async function drawnLabel(ref: string, { left, top, right, bottom }: Rect): Promise<Pixels> {
  const outlines = await loadTextOutlines("Bold");
  const [width, height] = [right - left, bottom - top];
  const path = outlines.path(ref, 5, height - 4, LABEL_FONT_SIZE);
  const ground = `<rect width="${width}" height="${height}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${ground}<path d="${path}" fill="#fff"/></svg>`;
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

test("the refs that can be read in the picture are those of the legend, each at its own label", async () => {
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

test("the same screen gives the same bytes", async () => {
  for (const seed of [1, 2, 3]) {
    const [one, other] = [settingsScreen(seed, PENS), settingsScreen(seed, new Pens())];
    const first = await markPicture(one.frame, one.elements, { texts: one.texts });
    const second = await markPicture(other.frame, other.elements, { texts: other.texts });
    assert.ok(Buffer.from(first.image.bytes).equals(second.image.bytes));
  }
});
