import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import sharp from "sharp";
import { programRunner } from "../../src/app/run-program.js";
import type { Size } from "../../src/base/geometry.js";
import type { Frame } from "../../src/screen/frame.js";
import { encodeForModel, MODEL_IMAGE_LIMITS } from "../../src/vision/image.js";
import { createOcr } from "../../src/vision/ocr.js";
import { longestSideOf, pictureSizeOf, pictureTokens, type TokenRule } from "../../src/vision/picture-size.js";
import { drawWords } from "../support/drawn-words.js";
import { needsPrograms } from "../support/needs.js";
import { never } from "../support/never.js";

const { test: needy } = needsPrograms("tesseract");
const PHONE: Size = { width: 1080, height: 2400 };

test("the cost of an image follows the providers' rules", () => {
  const costs = (width: number, height: number) =>
    (["claude", "gpt", "gemini"] as const).map((rule) => pictureTokens({ width, height }, rule));
  assert.deepEqual(costs(576, 1280), [984, 85 + 170 * 6, 258 * 2]);
  assert.deepEqual(costs(706, 1568), [1477, 85 + 170 * 8, 258 * 3]);
  assert.deepEqual(costs(1024, 1024), [1399, 85 + 170 * 4, 258 * 4]);
  assert.deepEqual(costs(384, 384), [197, 85 + 170, 258]);
});

test("a size is the longest side in pixels, or tokens by a rule", () => {
  assert.deepEqual(pictureSizeOf(undefined), { kind: "pixels", longestSide: 1280 });
  assert.deepEqual(pictureSizeOf("900"), { kind: "pixels", longestSide: 900 });
  assert.deepEqual(pictureSizeOf(" 900 px"), { kind: "pixels", longestSide: 900 });
  assert.deepEqual(pictureSizeOf("600 tokens"), { kind: "tokens", most: 600, rule: "claude" });
  assert.deepEqual(pictureSizeOf("600 GPT tokens"), { kind: "tokens", most: 600, rule: "gpt" });
  for (const wrong of [
    "",
    "63",
    "1569",
    "9e2",
    "-900",
    "600 gpt",
    "5 tokens",
    "254 gpt tokens",
    "1000000 tokens tokens",
  ])
    assert.throws(() => pictureSizeOf(wrong), { code: "INVALID_ARGUMENT" }, wrong);
});

test("the largest image within a cost is found, by every rule and for every shape", () => {
  const rules = fc.constantFrom<TokenRule>("claude", "gpt", "gemini");
  const side = fc.integer({ min: 200, max: 4000 });
  fc.assert(
    fc.property(rules, side, side, fc.integer({ min: 260, max: 3000 }), (rule, width, height, most) => {
      const longest = longestSideOf({ kind: "tokens", most, rule }, { width, height });
      const costs = (to: number) => {
        const scale = to / Math.max(width, height);
        return pictureTokens(
          { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) },
          rule,
        );
      };
      assert.ok(costs(longest) <= most);
      assert.ok(longest === 1568 || costs(longest + 1) > most);
    }),
  );
});

const SMALL_PRINT = [
  "Terms of use and privacy notice",
  "Delivered on Friday between 14:05 and 16:40",
  "Only contacts may see when you were here last",
  "Version 3.17.2 was installed on 28 October",
];

/** As a model gets it, and as large as the screen again. */
async function delivered(frame: Frame, longestSide: number): Promise<Frame> {
  const { bytes } = await encodeForModel(frame, { ...MODEL_IMAGE_LIMITS, longestSide });
  const { width, height } = frame;
  const rgba = await sharp(bytes).resize(width, height, { fit: "fill" }).ensureAlpha().raw().toBuffer();
  return { ...frame, rgba };
}

needy("small print is readable in the default size, and not in half of it", async () => {
  // 11 sp of a screen of 420 dpi, which is 29 pixels, in grey.
  const drawing = { paper: 0xffffffff, foreground: 0xff5f6368, size: 29, screen: PHONE };
  const { frame } = drawWords(SMALL_PRINT, drawing);
  const reader = createOcr({ program: "tesseract", languages: "eng", run: programRunner(process.env) });
  const read = async (longestSide: number) => {
    const found = await reader.detect(await delivered(frame, longestSide), never());
    return found.map(({ text }) => text);
  };
  assert.deepEqual(await read(MODEL_IMAGE_LIMITS.longestSide), SMALL_PRINT);
  assert.notDeepEqual(await read(MODEL_IMAGE_LIMITS.longestSide / 2), SMALL_PRINT);
  await reader.close();
});
