import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { isFoveaError } from "../../../src/base/errors.js";
import { type PngScreencap, parseScreencap, type RawScreencap, toRgba } from "../../../src/observe/parse/screencap.js";
import { encodePng } from "../../../src/vision/image.js";
import { corpusTest, indexedFiles } from "../../support/corpus.js";

const WIDTH = 5;
const HEIGHT = 3;

function raw(pixelFormat: number, pixels: readonly number[], colorSpace: number | null = 1): Uint8Array {
  const header = [WIDTH, HEIGHT, pixelFormat, ...(colorSpace === null ? [] : [colorSpace])];
  const bytes = new Uint8Array(header.length * 4 + pixels.length);
  const view = new DataView(bytes.buffer);
  header.forEach((value, at) => {
    view.setUint32(at * 4, value, true);
  });
  bytes.set(pixels, header.length * 4);
  return bytes;
}

/** The same pixel everywhere. */
const filled = (...pixel: readonly number[]) => Array.from({ length: WIDTH * HEIGHT }, () => pixel).flat();
const opaque = filled(10, 20, 30, 255);

function readRaw(bytes: Uint8Array): RawScreencap {
  const image = parseScreencap(bytes);
  assert.equal(image?.kind, "raw");
  return image as RawScreencap;
}

async function png(): Promise<Uint8Array> {
  return await encodePng({ width: WIDTH, height: HEIGHT, rgba: Uint8Array.from(opaque) });
}

const text = (words: string) => new TextEncoder().encode(words);
const joined = (...parts: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(parts));

function assertBroken(bytes: Uint8Array, because: RegExp, label = ""): void {
  assert.throws(
    () => parseScreencap(bytes),
    (error) => isFoveaError(error, "SCREENSHOT_FAILED") && because.test(error.message),
    label,
  );
}

test("headers of 12 and of 16 bytes are distinguished by the length", () => {
  const short = readRaw(raw(1, opaque, null));
  assert.deepEqual([short.width, short.height, short.colorSpace], [WIDTH, HEIGHT, null]);
  assert.deepEqual([...short.pixels], opaque);
  const long = readRaw(raw(1, opaque, 2));
  assert.deepEqual([long.width, long.height, long.colorSpace], [WIDTH, HEIGHT, 2]);
  assert.deepEqual([...long.pixels], opaque);
});

test("an image inside a larger buffer is read at its own place", () => {
  const padded = joined(text("padding"), raw(1, opaque));
  assert.deepEqual([...readRaw(padded.subarray(7)).pixels], opaque);
});

test("every pixel format is converted to RGBA", () => {
  const first = (format: number, pixels: readonly number[]) => [...toRgba(readRaw(raw(format, pixels))).subarray(0, 4)];
  assert.deepEqual(first(1, filled(1, 2, 3, 4)), [1, 2, 3, 4], "RGBA_8888 keeps its alpha");
  assert.deepEqual(first(2, filled(1, 2, 3, 0)), [1, 2, 3, 255], "RGBX_8888");
  assert.deepEqual(first(3, filled(1, 2, 3)), [1, 2, 3, 255], "RGB_888");
  assert.deepEqual(first(4, filled(0x00, 0xf8)), [255, 0, 0, 255], "RGB_565 red");
  assert.deepEqual(first(4, filled(0xe0, 0x07)), [0, 255, 0, 255], "RGB_565 green");
  assert.deepEqual(first(4, filled(0x1f, 0x00)), [0, 0, 255, 255], "RGB_565 blue");
  assert.deepEqual(first(4, filled(0xff, 0xff)), [255, 255, 255, 255], "RGB_565 white");
  assert.deepEqual(first(5, filled(3, 2, 1, 4)), [1, 2, 3, 4], "BGRA_8888 keeps its alpha");
  assert.equal(toRgba(readRaw(raw(4, filled(1, 1)))).length, WIDTH * HEIGHT * 4);
});

test("an unknown pixel format is named", () => {
  for (const format of [22, 43]) assertBroken(raw(format, opaque), new RegExp(`pixel format ${format}\\b`));
});

test("a raw screenshot that is cut off, or with other output after it, is not a screenshot", () => {
  const whole = raw(1, opaque);
  for (let end = 12; end < whole.length; end++) {
    assertBroken(whole.subarray(0, end), /truncated/, `cut after ${end} bytes`);
  }
  assertBroken(joined(whole, text("WARNING: linker: …\n")), /polluted/);
  assertBroken(joined(raw(1, opaque, null), text("ok\r\n")), /polluted/, "four bytes more than the short header needs");
});

test("a warning before the image is named", async () => {
  const warning = text("[Warning] Multiple displays were found, but no display id was specified!\n");
  assertBroken(joined(warning, raw(1, opaque)), /other output precedes it.*Multiple displays/);
  assertBroken(joined(text("some linker warning\n"), await png()), /other output precedes it.*linker/);
});

test("a PNG is read up to its end, without the output after it", async () => {
  const bytes = await png();
  for (const tail of ["", "\n", "Physical size: 1080x2400\n"]) {
    const image = parseScreencap(joined(bytes, text(tail)));
    assert.deepEqual([image?.kind, image?.width, image?.height], ["png", WIDTH, HEIGHT]);
    assert.deepEqual(Buffer.from((image as PngScreencap).bytes), Buffer.from(bytes));
  }
});

test("a PNG cut off at any byte is not an image", async () => {
  const bytes = await png();
  for (let end = 8; end < bytes.length; end++) assertBroken(bytes.subarray(0, end), /truncated/, `cut after ${end}`);
});

test("a PNG without a header chunk is not an image", () => {
  const signature = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const end = Uint8Array.from([0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]);
  assertBroken(joined(signature, end), /truncated/);
  assertBroken(joined(signature, end, new Uint8Array(40)), /truncated/);
});

/**
 * The result of PowerShell's `>` for bytes: decoded by the console's code page, line by line, and encoded as UTF-16.
 */
function throughPowerShell(bytes: Uint8Array, codePage: string): Uint8Array {
  const lines = new TextDecoder(codePage).decode(bytes).split(/\r?\n/);
  return joined(Uint8Array.from([0xff, 0xfe]), new Uint8Array(Buffer.from(lines.join("\r\n"), "utf16le")));
}

test("images written by PowerShell are reported as such, in any code page and format", async () => {
  for (const codePage of ["utf-8", "windows-1252", "ibm866", "shift_jis"]) {
    for (const picture of [await png(), raw(1, opaque), raw(1, opaque, null)]) {
      assertBroken(throughPowerShell(picture, codePage), /UTF-16/, codePage);
    }
  }
});

test("images whose bytes went through a text decoder or a terminal are reported as such", async () => {
  const bytes = await png();
  const latin = Buffer.from(bytes).toString("latin1");
  assertBroken(text(new TextDecoder().decode(bytes)), /read as text/, "decoded as UTF-8");
  assertBroken(text(new TextDecoder("windows-1252").decode(bytes)), /read as text/, "decoded as Windows-1252");
  assertBroken(Buffer.from(latin.replace(/\n/g, "\r\n"), "latin1"), /line ends/, "LF to CR LF");
  assertBroken(Buffer.from(latin.replace(/\r\n/g, "\n"), "latin1"), /line ends/, "CR LF to LF");
  assertBroken(text("00000000: 8950 4e47 0d0a 1a0a 0000 000d 4948 4452  .PNG........IHDR\n"), /hex dump/);
});

test("a raw image whose line feeds became CR LF is not an image", () => {
  const whole = Buffer.from(raw(1, filled(10, 10, 10, 255))).toString("latin1");
  assertBroken(Buffer.from(whole.replace(/\n/g, "\r\n"), "latin1"), /polluted/);
});

test("texts and empty input are not this format", () => {
  for (const other of ["", "x", "screencap: permission denied\n", "<hierarchy/>", "Physical size: 1x1\n"]) {
    assert.equal(parseScreencap(text(other)), undefined, other);
  }
  assert.equal(parseScreencap(Buffer.from("\ufeffPhysical size: 1080x2400\r\n", "utf16le")), undefined);
});

test("any bytes are read as an image, nothing, or an error code", () => {
  const start = fc.constantFrom<readonly number[]>(
    [],
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    [0xff, 0xfe],
    [2, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0],
    [1, 0, 0, 0, 1, 0, 0, 0],
  );
  fc.assert(
    fc.property(start, fc.uint8Array({ maxLength: 80 }), (first, rest) => {
      try {
        const image = parseScreencap(Uint8Array.from([...first, ...rest]));
        if (image?.kind === "raw") assert.equal(toRgba(image).length, image.width * image.height * 4);
      } catch (error) {
        assert.ok(isFoveaError(error, "SCREENSHOT_FAILED"), String(error));
      }
    }),
    { numRuns: 2_000 },
  );
});

corpusTest("the PNG screenshots of the corpus are whole, and the one that PowerShell wrote is refused", (folder) => {
  for (const file of indexedFiles(folder, /\.png\tscreenshot$|black-screen/)) {
    assert.equal(parseScreencap(readFileSync(join(folder, file)))?.kind, "png", file);
  }
  assertBroken(readFileSync(join(folder, "pairs/bad/utf16-mangled-screencap.png")), /UTF-16|hex dump/);
});
