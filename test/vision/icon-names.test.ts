import assert from "node:assert/strict";
import { test } from "node:test";
import { type Rect, rectOf } from "../../src/base/geometry.js";
import type { Detection } from "../../src/vision/detection.js";
import { ICON_SIDE, iconCrop } from "../../src/vision/icon-crop.js";
import { iconTableSchema, nameOf, prepareIcons, withNames } from "../../src/vision/icon-names.js";
import { allPictures, drawPicture } from "../support/drawn-icons.js";

const TABLE = { names: ["back", "search"], threshold: 0.6 };

function detection(bounds: Rect, rest: Partial<Detection> = {}): Detection {
  return { bounds, kind: "iconButton", confidence: 0.9, text: null, guess: null, source: "vision", ...rest };
}

/** A white frame with an icon of 72 px whose padded box is at each of these corners. */
function frameWith(corners: readonly (readonly [number, number])[]) {
  const [width, height] = [720, 1280];
  const rgba = new Uint8Array(width * height * 4).fill(255);
  const [picture] = allPictures();
  assert.ok(picture);
  const look = { density: 320, sizeDp: 24, paddingDp: 6, shift: { x: 0, y: 0 }, plate: null };
  const icon = drawPicture(picture, { ...look, background: 0xffffffff, foreground: 0xff000000 });
  for (const [left, top] of corners)
    for (let y = 0; y < icon.frame.height; y += 1) {
      const row = icon.frame.rgba.subarray(y * icon.frame.width * 4, (y + 1) * icon.frame.width * 4);
      rgba.set(row, ((top + y) * width + left) * 4);
    }
  return { width, height, rgba, box: icon.bounds };
}

test("only icons without text are classified, not text, rows, photos and blank boxes", () => {
  const frame = frameWith([
    [100, 100],
    [300, 100],
  ]);
  const at = (left: number, top: number) =>
    rectOf(left + frame.box.left, top + frame.box.top, left + frame.box.right, top + frame.box.bottom);
  const detections = [
    detection(at(100, 100)),
    detection(at(100, 100), { kind: "button", text: "OK" }),
    detection(at(100, 100), { kind: "text" }),
    detection(at(100, 100), { kind: "switch" }),
    detection(at(300, 100), { kind: "image" }),
    detection(rectOf(90, 90, 400, 200), { kind: "button" }),
    detection(rectOf(90, 90, 230, 150), { kind: "button" }),
    detection(rectOf(0, 0, 300, 300), { kind: "image" }),
    detection(rectOf(500, 900, 560, 960)),
    detection(rectOf(120, 120, 130, 130)),
    detection(at(300, 100), { guess: { name: "menu", confidence: 0.5 } }),
  ];
  const { crops, places } = prepareIcons(frame, detections);
  assert.deepEqual(places, [0, 4]);
  assert.equal(crops.length, 2 * ICON_SIDE ** 2);
  assert.deepEqual(crops.subarray(ICON_SIDE ** 2), iconCrop(frame, at(300, 100)));
});

test("at most 64 icons of one screen are classified", () => {
  const frame = frameWith([[100, 100]]);
  const bounds = rectOf(107, 107, 179, 179);
  assert.equal(
    prepareIcons(
      frame,
      Array.from({ length: 80 }, () => detection(bounds)),
    ).places.length,
    64,
  );
});

test("a name is given only where the model is certain, and none where it chooses none of the names", () => {
  assert.deepEqual(nameOf([0.25, 0.75, 0], TABLE), { name: "search", confidence: 0.75 });
  assert.deepEqual(nameOf([0.6, 0.4, 0], TABLE), { name: "back", confidence: 0.6 });
  assert.equal(nameOf([0.55, 0.45, 0], TABLE), null);
  assert.equal(nameOf([0.1, 0.1, 0.8], TABLE), null);
});

test("the confidence of a guess is the product of the detector's and the classifier's", () => {
  const bounds = rectOf(0, 0, 40, 40);
  const detections = [
    detection(bounds),
    detection(bounds, { confidence: 0.5 }),
    detection(bounds, { confidence: null }),
  ];
  const answers = Float32Array.of(0.75, 0.25, 0, 0.75, 0.125, 0.125);
  const [first, second, third] = withNames(detections, [1, 2], answers, TABLE);
  assert.equal(first, detections[0]);
  assert.deepEqual(second?.guess, { name: "back", confidence: 0.375 });
  assert.deepEqual(third?.guess, { name: "back", confidence: 0.75 });
  const unsure = withNames(detections, [0], Float32Array.of(0.5, 0.5, 0), TABLE);
  assert.equal(unsure[0]?.guess, null);
});

test("a table of names without names or threshold is refused", () => {
  assert.ok(!iconTableSchema.safeParse({ names: [], threshold: 0.5 }).success);
  assert.ok(!iconTableSchema.safeParse({ names: ["back"] }).success);
});
