import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { fillInput } from "../../../src/vision/detectors/onnx/fill-input.js";
import { PLAIN_FORM } from "../../../src/vision/detectors/onnx/layout.js";
import { placementOf } from "../../../src/vision/detectors/onnx/placement.js";

const ANY_SIZE = { width: null, height: null, longestSide: 640, multipleOf: 32 };

/** The mean of what a pixel stands for, pixel by pixel. */
function meanAt(
  { width, height, rgba }: { width: number; height: number; rgba: Uint8Array },
  { toWidth, toHeight }: { toWidth: number; toHeight: number },
  { x, y, colour }: { x: number; y: number; colour: number },
): number {
  const [stepX, stepY] = [width / toWidth, height / toHeight];
  const covered = (at: number, from: number, step: number) =>
    Math.max(0, Math.min(at + 1, (from + 1) * step) - Math.max(at, from * step)) / step;
  let sum = 0;
  for (let row = Math.floor(y * stepY); row < Math.min(height, (y + 1) * stepY); row += 1) {
    for (let column = Math.floor(x * stepX); column < Math.min(width, (x + 1) * stepX); column += 1) {
      const share = covered(row, y, stepY) * covered(column, x, stepX);
      sum += share * (rgba[(row * width + column) * 4 + colour] ?? 0);
    }
  }
  return sum;
}

test("each input pixel is the mean of its source pixels, with an error below 1.5 of 255, down to one sixth", () => {
  const side = fc.integer({ min: 1, max: 60 });
  const sizes = fc.record({ width: side, height: side, toWidth: side, toHeight: side, seed: fc.integer() });
  fc.assert(
    fc.property(sizes, ({ width, height, toWidth, toHeight, seed }) => {
      // Shares of rows are rounded; a screen of 3,840 pixels has six for each of the input's 640.
      fc.pre(height <= toHeight * 6);
      const rgba = Uint8Array.from({ length: width * height * 4 }, (_, at) => Math.imul(at + seed, 2654435761) >>> 24);
      const placement = {
        width: toWidth,
        height: toHeight,
        left: 0,
        top: 0,
        innerWidth: toWidth,
        innerHeight: toHeight,
      };
      const data = fillInput({ width, height, rgba }, placement, PLAIN_FORM);
      for (let at = 0; at < data.length; at += 1) {
        const colour = Math.floor(at / (toWidth * toHeight));
        const cell = at % (toWidth * toHeight);
        const place = { x: cell % toWidth, y: Math.floor(cell / toWidth), colour };
        const expected = meanAt({ width, height, rgba }, { toWidth, toHeight }, place);
        assert.ok(Math.abs((data[at] ?? 0) * 255 - expected) < 1.5, `${JSON.stringify(place)}: ${expected}`);
      }
    }),
    { numRuns: 120 },
  );
});

test("an image of one colour keeps exactly that colour, whatever its size", () => {
  for (const [width, height] of [
    [1080, 2400],
    [1081, 2399],
    [320, 240],
    [7, 3],
  ] as const) {
    const rgba = new Uint8Array(width * height * 4).fill(255);
    const placement = placementOf({ width, height }, { ...ANY_SIZE, longestSide: 96 }, "stretch");
    const data = fillInput({ width, height, rgba }, placement, PLAIN_FORM);
    assert.ok(
      data.every((value) => value === 1),
      `${width}x${height}`,
    );
  }
});

test("padding is grey, and colours are in the model's order and range", () => {
  const rgba = Uint8Array.from([255, 128, 0, 9, 255, 128, 0, 9]);
  const placement = { width: 2, height: 2, left: 0, top: 1, innerWidth: 2, innerHeight: 1 };
  const frame = { width: 2, height: 1, rgba };
  const rounded = (data: Float32Array) => [...data].map((value) => Math.round(value * 1000) / 1000);
  const grey = Math.round((114 / 255) * 1000) / 1000;
  assert.deepEqual(rounded(fillInput(frame, placement, PLAIN_FORM)), [
    grey,
    grey,
    1,
    1,
    grey,
    grey,
    0.502,
    0.502,
    grey,
    grey,
    0,
    0,
  ]);
  const raw = { ...PLAIN_FORM, channels: "bgr", deviation: [1 / 255, 1 / 255, 1 / 255] } as const;
  assert.deepEqual(rounded(fillInput(frame, placement, raw)), [114, 114, 0, 0, 114, 114, 128, 128, 114, 114, 255, 255]);
  const shifted = { ...PLAIN_FORM, mean: [0.5, 0.5, 0.5], deviation: [0.25, 0.5, 0.25] } as const;
  assert.deepEqual(rounded(fillInput(frame, placement, shifted)).slice(2, 4), [2, 2]);
});

test("a reused input contains nothing of the previous image", () => {
  const placement = { width: 2, height: 2, left: 0, top: 0, innerWidth: 2, innerHeight: 1 };
  const [white, black] = [255, 0].map((value) => ({ width: 2, height: 1, rgba: new Uint8Array(8).fill(value) }));
  assert.ok(white && black);
  const data = fillInput(white, { ...placement, innerHeight: 2 }, PLAIN_FORM);
  assert.deepEqual(fillInput(black, placement, PLAIN_FORM, data), fillInput(black, placement, PLAIN_FORM));
});

test("an image is placed in the input as model and layout require", () => {
  const phone = { width: 1080, height: 2400 };
  const inner = (innerWidth: number, innerHeight: number) => ({ innerWidth, innerHeight });
  assert.deepEqual(placementOf(phone, ANY_SIZE, "centre"), {
    width: 288,
    height: 640,
    left: 0,
    top: 0,
    ...inner(288, 640),
  });
  const tablet = placementOf({ width: 2560, height: 1600 }, ANY_SIZE, "centre");
  assert.deepEqual(tablet, { width: 640, height: 416, left: 0, top: 8, ...inner(640, 400) });
  const square = { ...ANY_SIZE, width: 640, height: 640 };
  assert.deepEqual(placementOf(phone, square, "centre"), {
    width: 640,
    height: 640,
    left: 176,
    top: 0,
    ...inner(288, 640),
  });
  assert.deepEqual(placementOf(phone, square, "corner"), {
    width: 640,
    height: 640,
    left: 0,
    top: 0,
    ...inner(288, 640),
  });
  assert.deepEqual(placementOf(phone, square, "stretch"), {
    width: 640,
    height: 640,
    left: 0,
    top: 0,
    ...inner(640, 640),
  });
});
