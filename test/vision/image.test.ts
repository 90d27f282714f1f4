import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import sharp from "sharp";
import {
  decodePicture,
  decodePng,
  encodeForModel,
  encodePng,
  MODEL_IMAGE_LIMITS,
  renderSvg,
  scaledToWidth,
  sha256Of,
  showsSomething,
  sideBySide,
} from "../../src/vision/image.js";
import { coded } from "../support/coded.js";

interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}

/** Random bytes, the worst that a picture can be; the same for the same seed. */
function noise(width: number, height: number, seed = 1): Pixels {
  const rgba = new Uint8Array(width * height * 4);
  let state = seed;
  for (let at = 0; at < rgba.length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    rgba[at] = at % 4 === 3 ? 255 : state >>> 24;
  }
  return { width, height, rgba };
}

function plain(width: number, height: number, color: readonly [number, number, number, number]): Pixels {
  return { width, height, rgba: Uint8Array.from({ length: width * height * 4 }, (_, at) => color[at % 4] ?? 0) };
}

async function checkFits(frame: Pixels, limits = MODEL_IMAGE_LIMITS): Promise<void> {
  const image = await encodeForModel(frame, limits);
  assert.ok(image.bytes.byteLength <= limits.maxBytes, `${image.bytes.byteLength} bytes`);
  assert.ok(Math.max(image.width, image.height) <= limits.longestSide);
  assert.ok(image.width <= frame.width && image.height <= frame.height);
  assert.equal(image.mimeType, "image/jpeg");
  const { format, width, height } = await sharp(image.bytes).metadata();
  assert.deepEqual([format, width, height], ["jpeg", image.width, image.height]);
  assert.ok(Math.abs(image.width * image.scale - frame.width) < 1e-6);
}

test("an image for a model is within 500 KB and 1280 pixels, for any screen", async () => {
  for (const [width, height] of [
    [1080, 2400],
    [2400, 1080],
    [1440, 3200],
    [1568, 1568],
    [3000, 3000],
    [320, 240],
  ] as const) {
    await checkFits(noise(width, height));
  }
});

test("any size gives an image, including a single pixel and a single line", async () => {
  const side = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 4_000 }));
  await fc.assert(
    fc.asyncProperty(side, fc.integer({ min: 1, max: 60 }), fc.boolean(), async (long, short, isWide) => {
      await checkFits(isWide ? noise(long, short) : noise(short, long));
    }),
    { numRuns: 40 },
  );
});

test("tight limits first reduce the quality and then the size", async () => {
  await checkFits(noise(600, 600), { longestSide: 600, maxBytes: 60_000 });
  await checkFits(noise(600, 600), { longestSide: 64, maxBytes: 1_500 });
  const roomy = await encodeForModel(noise(600, 600));
  assert.deepEqual([roomy.width, roomy.height, roomy.scale], [600, 600, 1]);
});

test("proportions stay, and the scale converts back to device pixels", async () => {
  const image = await encodeForModel(plain(1080, 2400, [200, 30, 40, 255]));
  assert.deepEqual([image.width, image.height], [576, 1280]);
  assert.ok(Math.abs(image.scale - 1080 / 576) < 1e-9);
  const { data } = await sharp(image.bytes).raw().toBuffer({ resolveWithObject: true });
  assert.ok(Math.abs((data[0] ?? 0) - 200) < 8 && Math.abs((data[1] ?? 0) - 30) < 8);
});

test("transparent pixels are drawn over black", async () => {
  const image = await encodeForModel(plain(64, 64, [255, 255, 255, 0]));
  const { data } = await sharp(image.bytes).raw().toBuffer({ resolveWithObject: true });
  assert.ok((data[0] ?? 255) < 8);
});

test("the same pixels give the same bytes", async () => {
  const [first, second] = [await encodeForModel(noise(300, 500)), await encodeForModel(noise(300, 500))];
  assert.equal(sha256Of(first.bytes), sha256Of(second.bytes));
});

test("a PNG of full size gives back every pixel", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 30 }), fc.nat(), async (w, h, seed) => {
      const frame = noise(w, h, seed);
      const back = await decodePng(await encodePng(frame));
      assert.deepEqual([back.width, back.height], [w, h]);
      assert.ok(Buffer.from(back.rgba).equals(frame.rgba));
    }),
    { numRuns: 25 },
  );
});

test("PNGs without alpha, in grey, with palettes and of 16 bits are read as RGBA of 8 bits", async () => {
  const base = sharp(plain(8, 4, [10, 200, 30, 255]).rgba, { raw: { width: 8, height: 4, channels: 4 } });
  const kinds = {
    rgb: await base.clone().removeAlpha().png().toBuffer(),
    palette: await base.clone().png({ palette: true }).toBuffer(),
    deep: await base.clone().toColourspace("rgb16").png().toBuffer(),
    grey: await base.clone().removeAlpha().greyscale().toColourspace("b-w").png().toBuffer(),
  };
  for (const [kind, bytes] of Object.entries(kinds)) {
    const { width, height, rgba } = await decodePng(bytes);
    assert.deepEqual([width, height, rgba.length], [8, 4, 8 * 4 * 4], kind);
    const [red = 0, green = 0, blue = 0, alpha] = rgba;
    assert.equal(alpha, 255, kind);
    if (kind === "grey") assert.ok(red === green && green === blue && red > 0);
    else assert.deepEqual([red, green, blue], [10, 200, 30], kind);
  }
});

test("a PNG that is not whole is an error, not a part of an image", async () => {
  const png = Buffer.from(await encodePng(noise(200, 200)));
  const mangled = Buffer.from(png.toString("latin1").replaceAll("\n", "\r\n"), "latin1");
  const jpeg = await sharp(png).jpeg().toBuffer();
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>');
  const broken = [png.subarray(0, png.length / 2), png.subarray(0, 20), mangled, jpeg, svg, Buffer.alloc(0)];
  for (const bytes of broken) assert.equal((await coded(decodePng(bytes))).code, "SCREENSHOT_FAILED");
});

test("images are placed side by side, top aligned, with a margin around each", async () => {
  const red = await encodePng(plain(10, 20, [255, 0, 0, 255]));
  const blue = await encodePng(plain(30, 8, [0, 0, 255, 255]));
  const { width, height, rgba } = await decodePng(await sideBySide([red, blue], 5, "#00ff00"));
  assert.deepEqual([width, height], [5 + 10 + 5 + 30 + 5, 20 + 10]);
  const at = (x: number, y: number) => [...rgba.subarray(4 * (y * width + x), 4 * (y * width + x) + 3)];
  assert.deepEqual(
    [at(6, 6), at(6, 24), at(21, 6), at(21, 20), at(2, 2)],
    [
      [255, 0, 0],
      [255, 0, 0],
      [0, 0, 255],
      [0, 255, 0],
      [0, 255, 0],
    ],
  );
});

test("an image is scaled to a width, and an SVG is drawn in its own size", async () => {
  const { width, height } = await decodePng(await scaledToWidth(await encodePng(noise(100, 50)), 20));
  assert.deepEqual([width, height], [20, 10]);
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="7" height="3"><rect width="7" height="3" fill="#123456"/></svg>';
  const drawn = await decodePng(await renderSvg(svg));
  assert.deepEqual([drawn.width, drawn.height, ...drawn.rgba.subarray(0, 3)], [7, 3, 0x12, 0x34, 0x56]);
});

test("a PNG, JPEG or WebP file is decoded and rotated by its metadata, and other files are not this format", async () => {
  const source = sharp(noise(40, 30).rgba, { raw: { width: 40, height: 30, channels: 4 } });
  for (const kind of ["png", "jpeg", "webp"] as const) {
    const { width, height, rgba, sha256 } = await decodePicture(await source.clone().toFormat(kind).toBuffer());
    assert.deepEqual([width, height, rgba.length, sha256], [40, 30, 4_800, sha256Of(rgba)], kind);
  }
  const turned = await decodePicture(await source.clone().jpeg().withMetadata({ orientation: 6 }).toBuffer());
  assert.deepEqual([turned.width, turned.height], [30, 40]);
  const png = await source.clone().png().toBuffer();
  const wrong = [Buffer.from("<svg/>"), Buffer.alloc(0), png.subarray(0, 60), await source.clone().gif().toBuffer()];
  for (const bytes of wrong) assert.equal((await coded(decodePicture(bytes))).code, "NOT_THIS_FORMAT");
});

test("of a companion's screenshots only a JPEG of the reported size that is not black is accepted", async () => {
  const plain = (size: { width: number; height: number }, shade: number) =>
    sharp({ create: { ...size, channels: 3, background: { r: shade, g: shade, b: shade } } });
  const size = { width: 60, height: 90 };
  const good = await plain(size, 90).jpeg().toBuffer();
  assert.equal(await showsSomething(good, size), true);
  const others = [
    await plain({ width: 90, height: 60 }, 90).jpeg().toBuffer(),
    await plain({ width: 600, height: 900 }, 90).jpeg().toBuffer(),
    await plain(size, 90).png().toBuffer(),
    await plain(size, 0).jpeg().toBuffer(),
    good.subarray(0, 40),
    Buffer.from("no picture"),
  ];
  for (const [place, bytes] of others.entries()) assert.equal(await showsSomething(bytes, size), false, `${place}`);
});
