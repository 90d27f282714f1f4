import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Surface } from "../../../packages/virtual-android/src/draw/surface.js";
import { rectOf } from "../../../src/base/geometry.js";

const color = fc.integer({ min: 0, max: 0xffffffff });

function pixelAt(surface: Surface, x: number, y: number): readonly number[] {
  return [...surface.bytes.subarray((y * surface.width + x) * 4, (y * surface.width + x) * 4 + 4)];
}

test("blending gives each channel its exact rounded mean", () => {
  fc.assert(
    fc.property(color, color, (under, over) => {
      const surface = new Surface(1, 1);
      surface.fillRect(surface.bounds, (under | 0xff000000) >>> 0, surface.bounds);
      surface.fillRect(surface.bounds, over, surface.bounds);
      const alpha = over >>> 24;
      const mean = (shift: number) =>
        Math.round((((over >>> shift) & 255) * alpha + ((under >>> shift) & 255) * (255 - alpha)) / 255);
      assert.deepEqual(pixelAt(surface, 0, 0), [mean(16), mean(8), mean(0), 255]);
    }),
  );
});

test("a mask with full coverage paints like a rectangle", () => {
  const mask = { left: 1, top: 0, width: 2, height: 1, coverage: new Uint8Array([255, 128]) };
  const surface = new Surface(4, 1);
  surface.fillMask(mask, 0, 0, { color: 0xff336699, clip: surface.bounds });
  assert.deepEqual([...surface.bytes], [0, 0, 0, 0, 0x33, 0x66, 0x99, 255, 0x1a, 0x33, 0x4d, 255, 0, 0, 0, 0]);
});

test("nothing is painted outside the clip or the image", () => {
  const surface = new Surface(4, 4);
  surface.fillRect(rectOf(-5, -5, 50, 50), 0xffffffff, rectOf(1, 1, 3, 3));
  const painted = [0, 1, 2, 3].flatMap((y) => [0, 1, 2, 3].map((x) => pixelAt(surface, x, y)[3] === 255));
  assert.deepEqual(painted.map(Number), [0, 0, 0, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 0]);
});
