import assert from "node:assert/strict";
import { test } from "node:test";
import { binarise } from "../../../src/vision/ocr/binarise.js";

/** A picture of one colour with a bar of another, 4 pixels thick, every 20 pixels. */
function bars(background: number, binarised: number) {
  const [width, height] = [131, 77];
  const rgba = new Uint8Array(width * height * 4).fill(255);
  for (let at = 0; at < width * height; at += 1) {
    const isBar = Math.floor(at / width) % 20 < 4;
    rgba.fill(isBar ? binarised : background, at * 4, at * 4 + 3);
  }
  return { width, height, rgba };
}

const levelAt = (picture: ReturnType<typeof bars>, x: number, y: number) =>
  binarise(picture).grey[y * picture.width + x];

test("foreground becomes dark and paper white, for dark on light and for light on dark", () => {
  for (const picture of [bars(250, 20), bars(20, 250), bars(128, 255), bars(128, 0)]) {
    assert.equal(levelAt(picture, 60, 30), 255);
    assert.ok((levelAt(picture, 60, 42) ?? 255) < 80);
  }
});

test("faint foreground stays faint, and compression noise becomes paper", () => {
  assert.ok((levelAt(bars(200, 140), 60, 42) ?? 0) > (levelAt(bars(200, 20), 60, 42) ?? 0));
  assert.equal(levelAt(bars(204, 201), 60, 42), 255);
});

test("an image that ends in the middle of a cell is processed to its end, and an empty one gives an empty one", () => {
  const picture = bars(250, 20);
  assert.equal(binarise(picture).grey.length, picture.width * picture.height);
  assert.ok((levelAt(picture, picture.width - 1, 61) ?? 255) < 80);
  assert.equal(binarise({ width: 0, height: 0, rgba: new Uint8Array() }).grey.length, 0);
});
