import type { Rect } from "../../../src/base/geometry.js";
import type { Point } from "./axes.js";
import { type DrawnPoint, drawPoint } from "./drawn-point.js";

/** The fully visible controls for which the observation has no element with the same words and box. */
export async function missedControls({ direct, controls }: DrawnPoint): Promise<readonly string[]> {
  const { elements } = await direct.observe();
  const seen = new Set(elements.map(({ labels, bounds }) => JSON.stringify([labels[0], bounds])));
  return controls
    .filter(({ label, bounds, isWhole }) => isWhole && !seen.has(JSON.stringify([label, bounds])))
    .map(({ label }) => label);
}

/**
 * The numbers of pixels that change inside and outside of a control's box when the control gets another label; null if
 * the screen shows no whole control.
 */
export async function pixelsOfControl(
  point: Point,
): Promise<{ readonly inside: number; readonly outside: number } | null> {
  await using drawn = await drawPoint(point);
  const control = drawn.controls.find(({ isWhole }) => isWhole);
  if (!control) return null;
  await using marked = await drawPoint(point, control.label);
  return changedPixels(drawn, marked, control.bounds);
}

/** Whether two drawings of one point are the same, to the pixel. */
export async function isSameTwice(point: Point): Promise<boolean> {
  await using one = await drawPoint(point);
  await using other = await drawPoint(point);
  const isDrawnSame = Buffer.from(one.pixels.rgba).equals(other.pixels.rgba);
  return isDrawnSame && JSON.stringify(one.controls) === JSON.stringify(other.controls);
}

function changedPixels({ pixels: one }: DrawnPoint, { pixels: other }: DrawnPoint, { left, top, right, bottom }: Rect) {
  const [before, after] = [wordsOf(one.rgba), wordsOf(other.rgba)];
  let [inside, outside] = [0, 0];
  for (let at = 0; at < before.length; at += 1) {
    if (before[at] === after[at]) continue;
    const [x, y] = [at % one.width, Math.floor(at / one.width)];
    if (x >= left && x < right && y >= top && y < bottom) inside += 1;
    else outside += 1;
  }
  return { inside, outside };
}

function wordsOf({ buffer, byteOffset, byteLength }: Uint8Array): Uint32Array {
  return new Uint32Array(buffer, byteOffset, byteLength / 4);
}
