import assert from "node:assert/strict";
import { contains, intersect, isEmpty, type Rect, rectOf } from "../../src/base/geometry.js";
import { MODEL_IMAGE_LIMITS, type Pixels } from "../../src/vision/image.js";
import { layOutMarks, type MarkLayout } from "../../src/vision/marks.js";
import type { MarkedScreen } from "./marked-screens.js";

/** Checks the rules for marks that hold for every picture of every screen. */
export async function assertReadable({ name, frame, elements, texts }: MarkedScreen): Promise<MarkLayout> {
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

/**
 * The least difference between letters and their background, of 255. The background has to fill most of the text's box;
 * otherwise the box is a photo.
 */
const UNLIKE = 48;
const LEAST_BACKGROUND = 0.6;

/**
 * The share of text pixels (pixels that differ from the background of their text's box) that labels cover, measured on
 * the frame itself.
 */
function coveredText({ frame, texts }: MarkedScreen, { size, marks }: MarkLayout): number {
  const { width, height, rgba } = frame;
  const scale = width / size.width;
  const isUnderLabel = underLabels(size, marks);
  const seen = new Uint8Array(width * height);
  let [all, covered] = [0, 0];
  for (const box of texts.map((text) => intersect(text, rectOf(0, 0, width, height)))) {
    if (isEmpty(box)) continue;
    const background = backgroundOf(frame, box);
    if (background === null) continue;
    for (let y = box.top; y < box.bottom; y += 1) {
      for (let x = box.left; x < box.right; x += 1) {
        const at = y * width + x;
        if (seen[at] || Math.abs((rgba[4 * at + 1] ?? 0) - background) <= UNLIKE) continue;
        seen[at] = 1;
        all += 1;
        if (isUnderLabel(x / scale, y / scale)) covered += 1;
      }
    }
  }
  return all === 0 ? 0 : covered / all;
}

/** Gives a function that says whether a label covers a point of the picture. */
function underLabels({ width, height }: MarkLayout["size"], marks: MarkLayout["marks"]) {
  const isUnder = new Uint8Array(width * height);
  for (const { label } of marks) {
    const { left, top, right, bottom } = intersect(label, rectOf(0, 0, width, height));
    for (let y = Math.ceil(top); y < bottom; y += 1)
      isUnder.fill(1, y * width + Math.ceil(left), y * width + Math.ceil(right));
  }
  return (x: number, y: number) => isUnder[Math.floor(y) * width + Math.floor(x)] === 1;
}

/** The approximate green value of most pixels in a box; null if no value is frequent enough. */
function backgroundOf({ width, rgba }: Pixels, { left, top, right, bottom }: Rect): number | null {
  const counts = new Uint32Array(256);
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1) {
      const green = rgba[4 * (y * width + x) + 1] ?? 0;
      counts[green] = (counts[green] ?? 0) + 1;
    }
  const background = counts.indexOf(Math.max(...counts));
  const alike = counts.reduce((sum, count, green) => sum + (Math.abs(green - background) <= UNLIKE ? count : 0), 0);
  return alike >= LEAST_BACKGROUND * (right - left) * (bottom - top) ? background : null;
}

/** Checks that labels cover little text. */
export function assertTextIsFree(screen: MarkedScreen, layout: MarkLayout): void {
  const share = coveredText(screen, layout);
  assert.ok(share < 0.05, `${screen.name}: ${(100 * share).toFixed(1)} % of the text is covered`);
}
