import assert from "node:assert/strict";
import { test } from "node:test";
import { decodePng } from "../../src/vision/image.js";
import { drawTextPanel } from "../../src/vision/text-panel.js";

const SIZE = { width: 300, height: 200 };
const FONT = 20;
const STEP = 29;

/** Columns in which a band of the panel has dark pixels, from the first to the last; null if it has none. */
function edgeDensityOf(rgba: Uint8Array, line: number): readonly [number, number] | null {
  const columns: number[] = [];
  for (let y = line * STEP + 8; y < Math.min(SIZE.height, (line + 1) * STEP + 6); y += 1) {
    for (let x = 0; x < SIZE.width; x += 1) {
      const [red = 255, , , alpha = 0] = rgba.subarray(4 * (y * SIZE.width + x));
      if (red < 100 && alpha > 200) columns.push(x); // the corners are round
    }
  }
  return columns.length === 0 ? null : [Math.min(...columns), Math.max(...columns)];
}

async function panel(lines: readonly string[]): Promise<Uint8Array> {
  const { width, height, rgba } = await decodePng(await drawTextPanel(lines, SIZE, FONT));
  assert.deepEqual([width, height], [SIZE.width, SIZE.height]);
  return rgba;
}

test("each line is drawn in its place, with leading spaces as indentation", async () => {
  const rgba = await panel(["HHH", "    HHH", "", "HHH"]);
  const [first, second, third, fourth] = [0, 1, 2, 3].map((line) => edgeDensityOf(rgba, line));
  assert.ok(first && second && fourth);
  assert.equal(third, null);
  assert.ok(Math.abs(second[0] - first[0] - 4 * FONT * 0.6) <= 2);
  assert.equal(fourth[0], first[0]);
});

test("lines that do not fit are cut off at the edges and change nothing else", async () => {
  const long = await panel(["H".repeat(500)]);
  assert.ok((edgeDensityOf(long, 0)?.[1] ?? 0) >= SIZE.width - 12);
  assert.equal(edgeDensityOf(long, 1), null);
  const many = Array.from({ length: 500 }, () => "H");
  assert.deepEqual(await panel(many), await panel(many.slice(0, Math.floor(SIZE.height / STEP))));
});

test("characters that the font lacks are drawn as a box, without an error", async () => {
  const rgba = await panel(["\u65e5\u672c", "<&>\"'", "\u0000\ud800"]);
  assert.ok(edgeDensityOf(rgba, 0) && edgeDensityOf(rgba, 1) && edgeDensityOf(rgba, 2));
});
