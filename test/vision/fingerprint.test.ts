import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { rectOf } from "../../src/base/geometry.js";
import { bitsApart, likenessOf } from "../../src/screen/fingerprint.js";
import { fingerprintOf } from "../../src/vision/fingerprint.js";
import { allPictures, type Drawing, drawPicture, type Picture } from "../support/drawn-icons.js";

const PICTURES = allPictures();
/** Background and foreground: light and dark themes, colours, little contrast. */
const COLORS = [
  [0xfffdfbff, 0xff1b1b1f],
  [0xff121318, 0xffe5e4ea],
  [0xffffffff, 0xff757780],
  [0xff3f5aa9, 0xffffffff],
  [0xffffffff, 0xffba1a1a],
  [0xff000000, 0xffffffff],
  [0xffe1e2ec, 0xff3f5aa9],
  [0xffffffff, 0xffc8c8c8],
] as const;
const PLATES = [0xffb5c4ff, 0xff2f9e58, 0xffb04a9c] as const;
const DENSITIES = [120, 160, 240, 320, 420, 480, 560, 640] as const;

const anyShift = fc.constantFrom(0, 0.25, 0.5, 0.75);
const anyPlate = fc.option(
  fc.record({ shape: fc.constantFrom("disc", "round", "square"), color: fc.constantFrom(...PLATES) }),
  { freq: 3, nil: null },
);
const anyDrawing: fc.Arbitrary<Drawing> = fc
  .record({
    density: fc.constantFrom(...DENSITIES),
    sizeDp: fc.constantFrom(20, 24, 24, 28, 32),
    paddingDp: fc.constantFrom(0, 2, 4, 8, 12, 16),
    shift: fc.oneof(fc.constant({ x: 0, y: 0 }), fc.record({ x: anyShift, y: anyShift })),
    colors: fc.constantFrom(...COLORS),
    plate: anyPlate,
  })
  .map(({ colors: [background, foreground], plate, ...rest }) => {
    // On a plate there is room around a picture, and without any room nothing can move.
    const paddingDp = plate ? Math.max(8, rest.paddingDp) : rest.paddingDp;
    return { ...rest, paddingDp, shift: paddingDp === 0 ? { x: 0, y: 0 } : rest.shift, background, foreground, plate };
  });

const PLAIN: Drawing = {
  density: 420,
  sizeDp: 24,
  paddingDp: 12,
  shift: { x: 0, y: 0 },
  background: 0xfffdfbff,
  foreground: 0xff1b1b1f,
  plate: null,
};

function printOf(picture: Picture, drawing: Partial<Drawing> = {}): string | null {
  const { frame, bounds } = drawPicture(picture, { ...PLAIN, ...drawing });
  return fingerprintOf(frame, bounds);
}

function pictureOf(name: string): Picture {
  const picture = PICTURES.find((one) => one.name === name);
  assert.ok(picture, name);
  return picture;
}

interface Print {
  readonly name: string;
  readonly drawing: Drawing;
  readonly print: string;
}

/** Each picture drawn so many times, in any way. */
function manyPrints(each: number): { readonly prints: readonly Print[]; readonly unknown: number } {
  const drawings = fc.sample(fc.noBias(anyDrawing), { numRuns: each * PICTURES.length, seed: 31 });
  const all = drawings.map((drawing, at) => {
    const picture = PICTURES[at % PICTURES.length] ?? pictureOf("star");
    return { name: picture.name, drawing, print: printOf(picture, drawing) };
  });
  const prints = all.flatMap(({ print, ...rest }) => (print === null ? [] : [{ ...rest, print }]));
  return { prints, unknown: all.length - prints.length };
}

/** Exchanging bright and dark is not a difference. */
function nearness(bits: number): number {
  return Math.min(bits, 256 - bits);
}

type Pair = readonly [Print, Print];

function share(pairs: readonly Pair[]): number {
  const known = pairs.filter(([one, other]) => likenessOf(one.print, other.print) !== "other");
  return Math.round((known.length / pairs.length) * 10_000) / 100;
}

test("no icon matches another icon, and the same icon matches in every place and style of drawing", (t) => {
  const { prints, unknown } = manyPrints(16);
  const pairs = prints.flatMap((one, at) => prints.slice(at + 1).map((other) => [one, other] as const));
  const different = pairs.filter(([one, other]) => one.name !== other.name);
  const same = pairs.filter(([one, other]) => one.name === other.name);
  const alike = (key: "density" | "sizeDp", among: readonly Pair[]) =>
    among.filter(([one, other]) => one.drawing[key] === other.drawing[key]);
  const sameSize = alike("sizeDp", alike("density", same));
  const isWhole = ({ drawing: { shift } }: Print) => shift.x === 0 && shift.y === 0;
  const isFine = ({ drawing: { density } }: Print) => density >= 320;
  const groups = {
    "at the same size, on whole pixels, 120 to 640 dpi": [98, sameSize.filter((pair) => pair.every(isWhole))],
    "besides moved by parts of a pixel, from 320 dpi on": [98, sameSize.filter((pair) => pair.every(isFine))],
    "besides scaled by up to 1.6": [98, alike("density", same).filter((pair) => pair.every(isFine))],
    "besides at other densities": [98, same.filter((pair) => pair.every(isFine))],
    "moved by parts of a pixel, below 320 dpi": [85, sameSize.filter((pair) => !pair.some(isFine))],
  } as const;
  const apart = different.map(([one, other]) => nearness(bitsApart(one.print, other.print)));
  const nearest = apart.reduce((least, bits) => Math.min(least, bits), 128);
  const mistaken = different.filter(
    ([one, other], at) => (apart[at] ?? 0) < 40 && likenessOf(one.print, other.print) !== "other",
  );
  t.diagnostic(
    `${PICTURES.length} icons, ${prints.length} drawings at 120 to 640 dpi; without fingerprint: ${unknown}`,
  );
  t.diagnostic(
    `different icons: ${different.length} pairs, ${mistaken.length} taken for the same, nearest ${nearest} bits`,
  );
  assert.deepEqual(
    mistaken.map(([one, other]) => `${one.name} and ${other.name}`),
    [],
  );
  for (const [what, [least, group]] of Object.entries(groups)) {
    t.diagnostic(`same icon, other colours, ${what}: ${share(group)} % of ${group.length} pairs known`);
    assert.ok(share(group) >= least, what);
  }
  assert.ok(unknown <= prints.length / 100);
});

test("bright on dark gives the complement of dark on bright", () => {
  for (const picture of PICTURES) {
    const [light, dark] = [printOf(picture), printOf(picture, { background: 0xff121318, foreground: 0xffe5e4ea })];
    if (light === null || dark === null) continue;
    assert.equal(likenessOf(light, dark), "inverted", picture.name);
  }
});

test("an outlined icon differs from a filled one, and a rotated one from an upright one", () => {
  const pairs = [
    ["star", "star outline"],
    ["heart", "heart outline"],
    ["bookmark", "bookmark outline"],
    ["plus", "close"],
    ["plus", "minus"],
    ["up arrow", "down arrow"],
    ["left", "right"],
    ["undo", "redo"],
    ["play", "pause"],
    ["menu", "align left"],
    ["check", "double check"],
  ] as const;
  for (const [one, other] of pairs) {
    for (const plate of [null, { shape: "disc", color: 0xffb5c4ff }] as const) {
      const [a, b] = [printOf(pictureOf(one), { plate }), printOf(pictureOf(other), { plate })];
      assert.ok(a !== null && b !== null, `${one} and ${other}`);
      assert.equal(likenessOf(a, b), "other", `${one} and ${other}`);
    }
  }
});

test("an image without distinctive content has no fingerprint", () => {
  const blank: Picture = { name: "blank", outlines: () => [] };
  const square = (side: number): Picture => ({
    name: "square",
    outlines: (scale) => [[[4, 4, 4 + side, 4, 4 + side, 4 + side, 4, 4 + side].map((value) => value * scale)]],
  });
  assert.equal(printOf(blank), null);
  assert.equal(printOf(blank, { plate: { shape: "disc", color: 0xff3f5aa9 } }), null);
  assert.equal(printOf(blank, { plate: { shape: "round", color: 0xff3f5aa9 } }), null);
  assert.equal(printOf(square(16)), null, "a swatch, which only its colour distinguishes from another");
  assert.equal(printOf(pictureOf("star"), { foreground: 0xfff6f4f8 }), null, "hardly visible");
  assert.equal(printOf(pictureOf("star"), { sizeDp: 5, paddingDp: 0, density: 160 }), null, "five pixels");
  assert.notEqual(printOf(pictureOf("star")), null);
});

test("an image that may be cut off has no fingerprint, except where only its blank edge is cut off", () => {
  const { frame, bounds } = drawPicture(pictureOf("menu"), PLAIN);
  const whole = fingerprintOf(frame, bounds);
  assert.ok(whole !== null);
  const middle = (bounds.top + bounds.bottom) / 2;
  assert.equal(fingerprintOf(frame, bounds, rectOf(0, 0, frame.width, Math.round(middle) + 4)), null);
  assert.equal(
    fingerprintOf(frame, { ...bounds, bottom: Math.round(middle) }, rectOf(0, 0, frame.width, Math.round(middle))),
    null,
  );
  const nearlyAll = fingerprintOf(frame, bounds, rectOf(0, 0, frame.width, bounds.bottom - 6));
  assert.ok(nearlyAll !== null);
  assert.equal(likenessOf(whole, nearlyAll), "same");
  assert.equal(fingerprintOf(frame, rectOf(bounds.left, -900, bounds.right, -800)), null);
});

test("a photo matches itself, and a smooth background or a small part of a photo has no fingerprint", () => {
  const photo = (seed: number, smooth: boolean) => {
    const rgba = new Uint8Array(400 * 400 * 4).fill(255);
    for (let at = 0; at < 400 * 400; at += 1) {
      const [x, y] = [at % 400, Math.floor(at / 400)];
      const wave = Math.sin(x / (9 + seed)) * Math.cos(y / (13 + seed));
      rgba.fill(smooth ? x / 2 : 128 + 100 * wave, at * 4, at * 4 + 3);
    }
    return { width: 400, height: 400, rgba };
  };
  const bounds = rectOf(40, 40, 340, 340);
  const [one, other] = [fingerprintOf(photo(1, false), bounds), fingerprintOf(photo(5, false), bounds)];
  assert.ok(one !== null && other !== null);
  assert.equal(likenessOf(one, other), "other");
  assert.equal(fingerprintOf(photo(1, true), bounds), null);
  assert.equal(fingerprintOf(photo(1, false), rectOf(40, 40, 90, 90)), null);
});

test("alpha, which some devices leave empty, is ignored", () => {
  const { frame, bounds } = drawPicture(pictureOf("gear"), PLAIN);
  const rgba = Uint8Array.from(frame.rgba, (value, at) => (at % 4 === 3 ? 0 : value));
  assert.equal(fingerprintOf({ ...frame, rgba }, bounds), fingerprintOf(frame, bounds));
});
