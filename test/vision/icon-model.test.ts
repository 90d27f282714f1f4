import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as z from "zod";
import { assetPath } from "../../src/base/assets.js";
import { rectOf } from "../../src/base/geometry.js";
import type { Detection } from "../../src/vision/detection.js";
import { ICON_SIDE } from "../../src/vision/icon-crop.js";
import { iconTableSchema, prepareIcons, withNames } from "../../src/vision/icon-names.js";
import { allPictures, drawPicture } from "../support/drawn-icons.js";
import { loadOrt, type Ort } from "../support/ort.js";

const MODEL = readFileSync(assetPath("models", "icons.onnx"));
const TABLE = iconTableSchema.parse(JSON.parse(readFileSync(assetPath("models", "icons.json"), "utf8")));
const manifestSchema = z.object({
  models: z.array(z.looseObject({ name: z.string(), bytes: z.int(), sha256: z.string() })),
});

/** The virtual phone's own icons, which no icon set holds, and what they mean. */
const MEANINGS = {
  back: "back",
  close: "close",
  menu: "menu",
  more: "more",
  search: "search",
  "star outline": "star",
  "heart outline": "favorite",
  "up arrow": "up",
  "forward arrow": "forward",
  download: "download",
  upload: "upload",
  "bookmark outline": "bookmark",
} as const;

test("the model files name no machines and no code that made them", () => {
  for (const name of ["icons.onnx", "detector.onnx"]) {
    const words = readFileSync(assetPath("models", name)).toString("latin1");
    assert.doesNotMatch(words, /site-packages|\.py\b|\/(?:root|home|work|tmp)\//, name);
  }
});

test("the committed model equals the one in the manifest, and is small", () => {
  const { models } = manifestSchema.parse(JSON.parse(readFileSync(assetPath("models", "models.json"), "utf8")));
  const entry = models.find(({ name }) => name === "icons");
  assert.equal(entry?.bytes, MODEL.byteLength);
  assert.equal(entry?.sha256, createHash("sha256").update(MODEL).digest("hex"));
  assert.ok(MODEL.byteLength <= 1_000_000);
  assert.ok(TABLE.names.length >= 100 && new Set(TABLE.names).size === TABLE.names.length);
});

test("icons that no icon set contains are named right where they are named", async () => {
  const ort = await loadOrt();
  let [right, wrong, asked] = [0, [] as string[], 0];
  for (const [name, meaning] of Object.entries(MEANINGS)) {
    for (const [background, foreground] of [
      [0xfffdfbff, 0xff1b1b1f],
      [0xff3f5aa9, 0xffffffff],
    ] as const) {
      const reported = await nameOfPicture(ort, name, { background, foreground });
      asked += 1;
      if (reported === meaning) right += 1;
      else if (reported !== null) wrong = [...wrong, `${name}: ${reported}`];
    }
  }
  assert.ok(right >= 0.7 * asked, `${right} of ${asked}; wrong ${wrong.join(", ")}`);
  assert.ok(right >= 0.85 * (right + wrong.length), `wrong: ${wrong.join(", ")}`);
});

test("the model accepts any number of crops, and each row has a probability for each name and for none", async () => {
  const ort = await loadOrt();
  for (const count of [1, 5]) {
    const rows = await answersOf(ort, new Float32Array(count * ICON_SIDE ** 2).fill(0.5), count);
    assert.equal(rows.length, count * (TABLE.names.length + 1));
    assert.ok(Math.abs(rows.reduce((sum, value) => sum + value, 0) - count) < 1e-3);
  }
});

async function nameOfPicture(
  ort: Ort,
  name: string,
  colors: { readonly background: number; readonly foreground: number },
): Promise<string | null> {
  const picture = allPictures().find((one) => one.name === name);
  assert.ok(picture, name);
  const look = { density: 320, sizeDp: 24, paddingDp: 8, shift: { x: 0.5, y: 0.25 }, plate: null };
  const icon = drawPicture(picture, { ...look, ...colors });
  const screen = onScreen(icon.frame);
  const detection: Detection = {
    bounds: rectOf(icon.bounds.left, icon.bounds.top, icon.bounds.right, icon.bounds.bottom),
    kind: "iconButton",
    confidence: 1,
    text: null,
    guess: null,
    source: "vision",
  };
  const { crops, places } = prepareIcons(screen, [detection]);
  assert.deepEqual(places, [0], name);
  const [named] = withNames([detection], places, await answersOf(ort, crops, 1), TABLE);
  return named?.guess?.name ?? null;
}

/** The drawing in the corner of a screen of its background's colour. */
function onScreen(part: { readonly width: number; readonly height: number; readonly rgba: Uint8Array }) {
  const [width, height] = [480, 480];
  const [background] = new Uint32Array(part.rgba.slice(0, 4).buffer);
  const rgba = new Uint8Array(new Uint32Array(width * height).fill(background ?? 0).buffer);
  for (let y = 0; y < part.height; y += 1)
    rgba.set(part.rgba.subarray(y * part.width * 4, (y + 1) * part.width * 4), y * width * 4);
  return { width, height, rgba };
}

async function answersOf(ort: Ort, crops: Float32Array, count: number): Promise<Float32Array> {
  const session = await ort.InferenceSession.create(MODEL, { intraOpNumThreads: 1 });
  const input = new ort.Tensor("float32", crops, [count, 1, ICON_SIDE, ICON_SIDE]);
  const { probabilities } = await session.run({ crops: input });
  assert.ok(probabilities?.data instanceof Float32Array);
  return probabilities.data;
}
