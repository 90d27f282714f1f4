import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Rect, rectOf } from "../../src/base/geometry.js";
import { ICON_SIDE, iconCrop } from "../../src/vision/icon-crop.js";
import { allPictures, type Drawing, drawPicture } from "../support/drawn-icons.js";

const PLAIN: Drawing = {
  density: 420,
  sizeDp: 24,
  paddingDp: 12,
  shift: { x: 0, y: 0 },
  background: 0xfffdfbff,
  foreground: 0xff1b1b1f,
  plate: null,
};
const PICTURES = allPictures();

function cropOf(name: string, drawing: Partial<Drawing> = {}, off: Rect = rectOf(0, 0, 0, 0)): Float32Array {
  const picture = PICTURES.find((one) => one.name === name);
  assert.ok(picture, name);
  const { frame, bounds } = drawPicture(picture, { ...PLAIN, ...drawing });
  const { left, top, right, bottom } = bounds;
  return iconCrop(frame, rectOf(left + off.left, top + off.top, right + off.right, bottom + off.bottom));
}

/** Mean difference of two crops, 0–1. */
function apart(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length;
}

test("a crop is equal for dark on bright and bright on dark, in any colours", () => {
  for (const { name } of PICTURES) {
    const dark = cropOf(name);
    for (const [background, foreground] of [
      [0xff121318, 0xffe5e4ea],
      [0xff3f5aa9, 0xffffffff],
      [0xffffffff, 0xffba1a1a],
    ] as const)
      assert.ok(apart(dark, cropOf(name, { background, foreground })) < 0.01, name);
  }
});

test("a crop is equal for a tight box, a wide box and a disc behind the icon", () => {
  for (const name of ["star outline", "up arrow", "undo", "bookmark outline", "download"]) {
    const tight = cropOf(name, { paddingDp: 1 });
    assert.ok(apart(tight, cropOf(name, { paddingDp: 16 })) < 0.02, name);
    assert.ok(apart(tight, cropOf(name, { paddingDp: 16, plate: { shape: "disc", color: 0xff2f9e58 } })) < 0.02, name);
    assert.ok(apart(tight, cropOf(name, { paddingDp: 14, plate: { shape: "round", color: 0xff2f9e58 } })) < 0.02, name);
  }
});

test("a crop is similar at every density, and differs from other icons", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...PICTURES),
      fc.constantFrom(320, 480, 560, 640),
      fc.constantFrom(...PICTURES),
      ({ name }, density, other) => {
        const here = cropOf(name);
        assert.ok(apart(here, cropOf(name, { density })) < 0.06, name);
        const isOther = other.name !== name && apart(here, cropOf(other.name)) > 0.03;
        // Some are drawn alike: what is "equals" in one app is "drag" in another.
        if (isOther) assert.ok(apart(here, cropOf(name, { density })) < apart(here, cropOf(other.name, { density })));
      },
    ),
    { seed: 7, numRuns: 60 },
  );
});

test("boxes off by some pixels give the same crop", () => {
  const exact = cropOf("heart outline");
  for (const off of [rectOf(-6, -6, 6, 6), rectOf(8, 8, -8, -8), rectOf(-5, 3, -5, 3)])
    assert.ok(apart(exact, cropOf("heart outline", {}, off)) < 0.01);
});

test("a neighbour that extends into the box is not part of the icon", () => {
  const picture = PICTURES.find(({ name }) => name === "up arrow");
  assert.ok(picture);
  const { frame, bounds } = drawPicture(picture, PLAIN);
  const rgba = Uint8Array.from(frame.rgba);
  for (let y = 0; y < frame.height; y += 1)
    for (let x = bounds.right - 2; x < frame.width; x += 1) rgba.set([27, 27, 31], (y * frame.width + x) * 4);
  assert.ok(apart(iconCrop({ ...frame, rgba }, bounds), cropOf("up arrow")) < 0.01);
});

test("a plain disc is the icon itself, not an empty background disc", () => {
  const side = 60;
  const rgba = new Uint8Array(side * side * 4).fill(255);
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1)
      if (Math.hypot(x - 29.5, y - 29.5) < 18) rgba.set([200, 20, 20], (y * side + x) * 4);
  const crop = iconCrop({ width: side, height: side, rgba }, rectOf(2, 2, 58, 58));
  const middle = crop[(ICON_SIDE / 2) * ICON_SIDE + ICON_SIDE / 2] ?? 0;
  assert.ok(middle > 0.95 && (crop[0] ?? 1) === 0);
});

test("a crop is 0 where nothing is drawn and outside the image", () => {
  const frame = { width: 40, height: 40, rgba: new Uint8Array(40 * 40 * 4).fill(180) };
  for (const bounds of [rectOf(4, 4, 36, 36), rectOf(60, 60, 90, 90), rectOf(10, 10, 10, 10)])
    assert.ok(iconCrop(frame, bounds).every((value) => value === 0));
});

test("every box of every image gives values from 0 to 1", () => {
  const anySide = fc.integer({ min: 1, max: 40 });
  const anyFrame = fc.record({ width: anySide, height: anySide, seed: fc.nat() }).map(({ width, height, seed }) => {
    const rgba = Uint8Array.from({ length: width * height * 4 }, (_, at) => (at * 2654435761 + seed * (at % 7)) >>> 5);
    return { width, height, rgba };
  });
  const anyPlace = fc.integer({ min: -20, max: 60 });
  fc.assert(
    fc.property(anyFrame, anyPlace, anyPlace, anySide, anySide, (frame, left, top, wide, high) => {
      const crop = iconCrop(frame, rectOf(left, top, left + wide, top + high));
      assert.equal(crop.length, ICON_SIDE * ICON_SIDE);
      assert.ok(crop.every((value) => value >= 0 && value <= 1));
    }),
    { seed: 3, numRuns: 300 },
  );
});
