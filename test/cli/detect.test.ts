import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { decodePng, encodePng } from "../../src/vision/image.js";
import { drawWords } from "../support/drawn-words.js";
import { runFovea } from "../support/fovea-process.js";
import { needsPrograms } from "../support/needs.js";
import { SEEN, SIGHTING_SIZE, sightingFiles } from "../support/sighting-files.js";

test("fovea detect prints one line for each detection: kind, confidence, place and guess", async () => {
  using files = await sightingFiles();
  const { code, stdout, stderr } = await runFovea(["detect", files.picture, "--detector", files.detector]);
  const lines = ["button 0.90 [40,200][360,296]", 'iconButton 0.95 [500,900][596,996] ? "search" 0.70', ""];
  assert.deepEqual([code, stdout, stderr], [0, lines.join("\n"), ""]);
});

test("fovea detect --json prints the detections as data, and - reads the image from standard input", async () => {
  using files = await sightingFiles();
  const input = readFileSync(files.picture);
  const { code, stdout } = await runFovea(["detect", "-", "--json", "--detector", files.detector], { input });
  assert.equal(code, 0);
  assert.deepEqual(JSON.parse(stdout), { ...SIGHTING_SIZE, detections: SEEN, failures: [] });
});

test("fovea detect --marks draws a frame around each detection, only into a new file", async () => {
  using files = await sightingFiles();
  const marks = join(files.folder, "marks.png");
  const words = ["detect", files.picture, "--detector", files.detector, "--marks", marks];
  assert.equal((await runFovea(words)).code, 0);
  const [plain, drawn] = [await decodePng(readFileSync(files.picture)), await decodePng(readFileSync(marks))];
  assert.deepEqual([drawn.width, drawn.height], [SIGHTING_SIZE.width, SIGHTING_SIZE.height]);
  assert.ok(!Buffer.from(plain.rgba).equals(Buffer.from(drawn.rgba)));
  const again = await runFovea(words);
  assert.deepEqual([again.code, again.stdout], [2, ""]);
  assert.match(again.stderr, /exists: --overwrite/);
  assert.equal((await runFovea([...words, "--overwrite"])).code, 0);
});

test("fovea detect fails with the detector's error where no detector could run", async () => {
  using files = await sightingFiles();
  const { code, stdout, stderr } = await runFovea(["detect", files.picture, "--detector", files.broken]);
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(stderr, /^DETECTOR_FAILED: .*no light/);
  const missing = await runFovea(["detect", files.picture, "--detector", join(files.folder, "none.mjs"), "--json"]);
  assert.equal(missing.code, 1);
  assert.equal(JSON.parse(missing.stdout).error.code, "DETECTOR_MODULE_UNUSABLE");
});

test("fovea detect prints the detections of the others where one detector failed, and its error to standard error", async () => {
  using files = await sightingFiles();
  const words = ["detect", files.picture, "--detector", files.detector, "--ocr", "./no-such-tesseract"];
  const { code, stdout, stderr } = await runFovea(words);
  assert.deepEqual([code, stdout.split("\n").length], [0, 3]);
  assert.match(stderr, /^OCR_UNAVAILABLE: .*no-such-tesseract cannot be run/);
  const json = JSON.parse((await runFovea([...words, "--json"])).stdout);
  assert.deepEqual(
    [json.detections.length, json.failures[0].detector, json.failures[0].code],
    [2, "tesseract", "OCR_UNAVAILABLE"],
  );
});

test("fovea detect exits with 3 for a file that is not an image, and with 2 for wrong arguments", async () => {
  using files = await sightingFiles();
  for (const input of ["", "<svg xmlns='http://www.w3.org/2000/svg'/>", readFileSync(files.picture).subarray(0, 200)]) {
    const { code, stderr } = await runFovea(["detect", "-", "--detector", files.detector], { input });
    assert.equal(code, 3);
    assert.match(stderr, /^NOT_THIS_FORMAT: /);
  }
  for (const [words, why] of [
    [["detect"], /the picture is missing/],
    [["detect", join(files.folder, "none.png")], /none\.png cannot be read/],
    [["detect", files.picture, "--detector", "none"], /no detector is on/],
    [["detect", files.picture, "--detector", "magic"], /--detector is magic/],
    [["detect", files.picture, "--ocr", "yes"], /--ocr .* has to be/],
  ] as const) {
    const { code, stderr } = await runFovea(words);
    assert.equal(code, 2, stderr);
    assert.match(stderr, why);
  }
});

test("fovea detect --help says what it prints", async () => {
  const { code, stdout } = await runFovea(["detect", "--help"]);
  assert.equal(code, 0);
  assert.match(stdout, /--marks OUT\.png/);
});

const { test: needy } = needsPrograms("tesseract");
needy("--ocr tesseract alone reads the words", async () => {
  using files = await sightingFiles();
  const drawn = join(files.folder, "words.png");
  const words = drawWords(["Airplane mode", "Battery"], { paper: 0xffffffff, foreground: 0xff202020, size: 42 });
  writeFileSync(drawn, await encodePng(words.frame));
  const { code, stdout } = await runFovea(["detect", drawn, "--detector", "none", "--ocr", "tesseract"]);
  assert.equal(code, 0);
  assert.match(stdout, /^text 0\.\d\d \[\d+,\d+\]\[\d+,\d+\] "Airplane mode" \(read\)\ntext .* "Battery" \(read\)\n$/);
});
