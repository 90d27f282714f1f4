import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { LAYOUT_NAMES } from "../../../src/base/options/choices.js";
import type { Frame } from "../../../src/screen/frame.js";
import type { Detection } from "../../../src/vision/detection.js";
import { createOnnx } from "../../../src/vision/detectors/onnx.js";
import { openDetector } from "../../../src/vision/detectors.js";
import { testDetectorContract } from "../../contracts/detector.js";
import { blobFrame, GREEN, RED } from "../../support/blob-frame.js";
import { BLOB_INPUT, blobModel, SIDES, secondNameModel } from "../../support/blob-models.js";
import { coded } from "../../support/coded.js";
import { detectorOptions } from "../../support/detector-options.js";
import { never } from "../../support/never.js";
import { onnxFile } from "../../support/onnx-file.js";

const folder = mkdtempSync(join(tmpdir(), "fovea-onnx-"));
after(() => rmSync(folder, { recursive: true }));

let count = 0;
/** Writes a model into a new folder, with its JSON file if `facts` are given. */
function modelFile(model: Buffer | string, facts?: object): string {
  count += 1;
  const path = join(folder, String(count), "model.onnx");
  mkdirSync(join(folder, String(count)));
  writeFileSync(path, model);
  if (facts) writeFileSync(path.replace(/onnx$/, "json"), JSON.stringify(facts));
  return path;
}

const KINDS = { kinds: ["button", "switch"], longestSide: 320 };

async function look(path: string, frame: Frame, more: object = {}): Promise<readonly Detection[]> {
  const [found] = await lookAtAll(path, [frame], more);
  return found ?? [];
}

/** What one detector finds in each of the pictures. */
async function lookAtAll(
  path: string,
  frames: readonly Frame[],
  more: object = {},
): Promise<readonly (readonly Detection[])[]> {
  const detector = await openDetector(detectorOptions({ detectorModel: path, detectorThreshold: 0.5, ...more }));
  const found: (readonly Detection[])[] = [];
  try {
    for (const frame of frames) found.push(await detector.detect(frame, never()));
    return found;
  } finally {
    await detector.close();
  }
}

const SCALE = 3;
const [WIDTH, HEIGHT] = [BLOB_INPUT.width * SCALE, BLOB_INPUT.height * SCALE];

/** A square of 32 pixels in the input: it contains whole cells of every stride. */
const RED_CELL = { left: 64, top: 96 };
const GREEN_CELL = { left: 128, top: 224 };
const onCell = ({ left, top }: typeof RED_CELL, colour: typeof RED | typeof GREEN, { x = 0, y = 0 } = {}) => ({
  left: left * SCALE + x,
  top: top * SCALE + y,
  size: 32 * SCALE,
  colour,
});

/** The first cell of this stride in the square, and its box in the picture. */
function boxAt({ left, top }: typeof RED_CELL, stride: number) {
  const [x, y] = [left + stride / 2, top + stride / 2];
  const [toLeft, toTop, toRight, toBottom] = SIDES;
  const sides = { left: x - toLeft, top: y - toTop, right: x + toRight, bottom: y + toBottom };
  return Object.fromEntries(Object.entries(sides).map(([side, value]) => [side, Math.round(value * SCALE)]));
}

const STRIDE_OF = { center: 4, yolo: 8, end2end: 32, yolov9: 8, yolox: 8, detr: 16, "rf-detr": 16 } as const;

for (const layout of LAYOUT_NAMES) {
  test(`a model of the layout ${layout} is recognised by its outputs, and its boxes are in the right places`, async () => {
    const frame = blobFrame(WIDTH, HEIGHT, [onCell(RED_CELL, RED)]);
    const path = modelFile(blobModel(layout), KINDS);
    const [found = [], inEmptyPicture] = await lookAtAll(path, [frame, blobFrame(WIDTH, HEIGHT, [])]);
    const box = boxAt(RED_CELL, STRIDE_OF[layout]);
    const first = found.find(({ bounds }) => bounds.left === box["left"] && bounds.top === box["top"]);
    assert.deepEqual(first?.bounds, box, JSON.stringify(found));
    assert.equal(first?.kind, "button");
    assert.ok((first?.confidence ?? 0) > 0.85 && (first?.confidence ?? 0) <= 1);
    assert.deepEqual(
      await look(path, frame, { detectorLayout: layout }),
      found,
      "with its layout named, the model is read in the same way",
    );
    assert.deepEqual(inEmptyPicture, []);
  });
}

for (const layout of LAYOUT_NAMES.filter((name) => name !== "end2end" && name !== "yolo")) {
  test(`a model of the layout ${layout} distinguishes its classes`, async () => {
    const frame = blobFrame(WIDTH, HEIGHT, [onCell(RED_CELL, RED), onCell(GREEN_CELL, GREEN)]);
    const found = await look(modelFile(blobModel(layout), KINDS), frame);
    const kindsBelow = (top: number, bottom: number) =>
      new Set(found.filter(({ bounds }) => bounds.top >= top && bounds.top < bottom).map(({ kind }) => kind));
    assert.deepEqual([...kindsBelow(0, HEIGHT / 2)], ["button"]);
    assert.deepEqual([...kindsBelow(HEIGHT / 2, HEIGHT)], ["switch"]);
  });
}

testDetectorContract("onnx", () => ({ options: { detectorModel: modelFile(blobModel("center")) } }));

test("scores become probabilities by the calibration of their kind, and stay unchanged without one", async () => {
  const frame = blobFrame(WIDTH, HEIGHT, [onCell(RED_CELL, RED)]);
  const [plain] = await look(modelFile(blobModel("center"), KINDS), frame);
  const score = plain?.confidence ?? 0;
  const reported = async (offsets: object) => {
    const path = modelFile(blobModel("center"), { ...KINDS, calibration: { slope: 2, offsets } });
    return (await look(path, frame))[0]?.confidence ?? 0;
  };
  const expected = (offset: number) => 1 / (1 + Math.exp(-offset - 2 * Math.log(score / (1 - score))));
  assert.ok(score > 0 && score < 1);
  assert.ok(Math.abs((await reported({ default: -1 })) - expected(-1)) < 1e-6);
  assert.ok(Math.abs((await reported({ default: -1, button: 0.5 })) - expected(0.5)) < 1e-6);
});

test("an image of another shape is padded as the layout requires, and its boxes are in its own pixels", async () => {
  // 288 of 576 pixels' width: the picture is as high as the input, and half as wide.
  for (const [layout, padding] of [
    ["yolo", (BLOB_INPUT.width - 96) / 2],
    ["yolox", 0],
  ] as const) {
    const inPicture = { left: 32, top: 96 };
    const frame = blobFrame(WIDTH / 2, HEIGHT, [onCell(inPicture, RED)]);
    const [first] = await look(modelFile(blobModel(layout), KINDS), frame);
    const box = boxAt({ left: inPicture.left + padding, top: inPicture.top }, 8);
    assert.equal(first?.bounds.left, (box["left"] ?? 0) - padding * SCALE, layout);
    assert.equal(first?.bounds.top, box["top"]);
  }
});

test("boxes of a stretched image are scaled back", async () => {
  const wide = blobFrame(HEIGHT, HEIGHT, [{ left: 480, top: 288, size: 480, colour: RED }]);
  const found = await look(modelFile(blobModel("detr"), KINDS), wide);
  // 480 of 960 pixels are 96 of 192; the first cell of 16 pixels there has its middle at 104.
  const left = Math.round(((104 - SIDES[0]) * HEIGHT) / BLOB_INPUT.width);
  assert.equal(found[0]?.bounds.left, left);
});

test("a model with one class, or with unnamed classes, reports every detection as clickable", async () => {
  const frame = blobFrame(WIDTH, HEIGHT, [onCell(RED_CELL, RED)]);
  for (const layout of ["yolo", "detr"] as const) {
    const found = await look(modelFile(blobModel(layout)), frame);
    assert.deepEqual([...new Set(found.map(({ kind }) => kind))], ["clickable"]);
  }
});

test("a box beyond the image is cut, and dropped if less than 3 pixels are left", async () => {
  const red = blobFrame(WIDTH, HEIGHT, [{ left: 0, top: 0, size: WIDTH, colour: RED }]);
  const found = await look(modelFile(blobModel("center"), KINDS), red);
  assert.ok(found.some(({ bounds }) => bounds.left === 0 && bounds.right < SCALE * 24));
  for (const { bounds } of found) {
    assert.ok(bounds.right <= WIDTH && bounds.right - bounds.left >= 3 && bounds.bottom - bounds.top >= 3);
  }
});

test("thresholds are those of the kinds, unless one is given", async () => {
  const frame = blobFrame(WIDTH, HEIGHT, [onCell(RED_CELL, RED), onCell(GREEN_CELL, GREEN)]);
  const path = modelFile(blobModel("detr"), { ...KINDS, thresholds: { default: 0.5, switch: 1 } });
  const kindsOf = async (threshold: number | undefined) =>
    new Set((await look(path, frame, { detectorThreshold: threshold })).map(({ kind }) => kind));
  assert.deepEqual(await kindsOf(undefined), new Set(["button"]));
  assert.deepEqual(await kindsOf(0.6), new Set(["button", "switch"]));
});

test("the model does not run again on an image it has seen, even after another image", async () => {
  const detector = await openDetector(detectorOptions({ detectorModel: modelFile(blobModel("center"), KINDS) }));
  const frame = blobFrame(WIDTH, HEIGHT, [onCell(RED_CELL, RED)]);
  const first = await detector.detect(frame, never());
  await detector.detect(blobFrame(WIDTH, HEIGHT, []), never());
  assert.equal(await detector.detect({ ...frame, takenAt: 9 }, never()), first);
  await detector.close();
});

test("a model is loaded with the first image and kept, so that later images do not need the file", async () => {
  const path = modelFile(blobModel("center"), KINDS);
  const detector = await openDetector(detectorOptions({ detectorModel: path, detectorThreshold: 0.5 }));
  try {
    const first = await detector.detect(blobFrame(WIDTH, HEIGHT, [onCell(RED_CELL, RED)]), never());
    rmSync(path);
    const second = await detector.detect(blobFrame(WIDTH, HEIGHT, [onCell(GREEN_CELL, GREEN)]), never());
    assert.deepEqual([first.length > 0, second.length > 0], [true, true]);
    assert.notDeepEqual(second, first, "the model ran again");
  } finally {
    await detector.close();
  }
});

test("a file that cannot be read as a model is refused with a code", async () => {
  const frame = blobFrame(64, 64, []);
  const missing = await coded(openDetector(detectorOptions({ detectorModel: join(folder, "none.onnx") })));
  assert.equal(missing.code, "DETECTOR_MODEL_UNREADABLE");
  const damaged = await coded(look(modelFile("no model"), frame));
  assert.equal(damaged.code, "DETECTOR_MODEL_UNREADABLE");
  assert.match(damaged.message, /model\.onnx cannot be loaded as an ONNX model/);
  const wrongFacts = await coded(look(modelFile(blobModel("yolo"), { kinds: ["door"] }), frame));
  assert.match(wrongFacts.message, /model\.json does not describe a model/);
});

test("a model with other inputs or outputs is refused, with what it has", async () => {
  const frame = blobFrame(WIDTH, HEIGHT, []);
  const named = await coded(look(modelFile(blobModel("yolo")), frame, { detectorLayout: "detr" }));
  assert.equal(named.code, "DETECTOR_MODEL_UNSUPPORTED");
  assert.match(named.message, /not of the layout detr: output0 \[1, 5, 960\]/);
  const grey = { name: "grey", dims: [1, 1, 32, 32] };
  const picture = { name: "picture", dims: [1, 3, 32, 32] };
  const out = { name: "out", dims: [1, 3, 32, 32] };
  const relu = { nodes: [{ op: "Relu", inputs: ["picture"], output: "out" }], constants: [] };
  const cases: readonly (readonly [Buffer, RegExp])[] = [
    [onnxFile({ ...relu, inputs: [picture], outputs: [out] }), /none of the known layouts: out \[1, 3, 32, 32\]/],
    [
      onnxFile({
        inputs: [grey],
        outputs: [{ ...out, dims: grey.dims }],
        nodes: [{ op: "Relu", inputs: ["grey"], output: "out" }],
        constants: [],
      }),
      /takes \[1, 1, 32, 32\]/,
    ],
    [onnxFile({ ...relu, inputs: [picture, { ...grey, name: "more" }], outputs: [out] }), /has 2 inputs/],
    [
      onnxFile({ ...relu, inputs: [{ ...picture, type: 10 }], outputs: [{ ...out, type: 10 }] }),
      /takes float16: export it with 32-bit floats/,
    ],
  ];
  for (const [model, words] of cases) {
    const error = await coded(look(modelFile(model), frame));
    assert.equal(error.code, "DETECTOR_MODEL_UNSUPPORTED");
    assert.match(error.message, words);
  }
});

/** What the manifest says of a file that was written beside it. */
function entryOf(models: string, file: string, bytes: Buffer) {
  writeFileSync(join(models, file), bytes);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { name: file.replace(".onnx", ""), file, bytes: bytes.length, sha256, licence: "MIT", purpose: "a test" };
}

const FACTS = { kinds: ["tab", "slider"], longestSide: 320, multipleOf: 32, thresholds: { default: 0.3 } };

test("the bundled icon model names the icons that any detector found, except where it is unsure", async () => {
  const models = join(folder, "icons");
  mkdirSync(models);
  const write = (given: object) => {
    const entry = { ...entryOf(models, "icons.onnx", secondNameModel()), ...given };
    writeFileSync(join(models, "models.json"), JSON.stringify({ version: 1, models: [entry] }));
  };
  const table = (content: unknown) => writeFileSync(join(models, "icons.json"), JSON.stringify(content));
  // One cell of 16 pixels in the input, in a picture that is stretched: its box is about square.
  const frame = blobFrame(480, HEIGHT, [{ left: 160, top: 336, size: 40, colour: RED }]);
  const path = modelFile(blobModel("detr"));
  const run = async () => {
    const detector = createOnnx(detectorOptions({ detectorModel: path, detectorThreshold: 0.5 }), models);
    return await detector.detect(frame, never()).finally(() => detector.close());
  };
  assert.deepEqual(
    (await run()).map(({ guess }) => guess),
    [null],
    "no such model is bundled",
  );
  write({});
  table({ names: ["back", "search"], threshold: 0.6 });
  const [named] = await run();
  assert.equal(named?.guess?.name, "search");
  const expected = (named?.confidence ?? 0) * (Math.exp(5) / (Math.exp(5) + 2));
  assert.ok(Math.abs((named?.guess?.confidence ?? 0) - expected) < 1e-3);
  table({ names: ["back", "search"], threshold: 0.99 });
  assert.equal((await run())[0]?.guess, null);
  const fails = async (words: RegExp) => {
    const error = await coded(run());
    assert.equal(error.code, "DETECTOR_MODEL_UNREADABLE");
    assert.match(error.message, words);
  };
  table({ names: ["back"], threshold: 0.6 });
  await fails(/gives \[1, 3\], which does not fit its 1 names/);
  table({ words: [] });
  await fails(/icons\.json is not a table of names/);
  write({ bytes: 7 });
  table({ names: ["back", "search"], threshold: 0.6 });
  await fails(/icons\.onnx is not the model that was bundled/);
});

test("the bundled model runs as its manifest says, and only if its hash is right", async () => {
  const models = join(folder, "models");
  mkdirSync(models);
  const entry = { ...entryOf(models, "detector.onnx", blobModel("center")), ...FACTS };
  const write = (given: object) =>
    writeFileSync(join(models, "models.json"), JSON.stringify({ version: 1, models: [{ ...entry, ...given }] }));
  const frame = blobFrame(WIDTH, HEIGHT, [onCell(RED_CELL, RED)]);
  const run = async () => {
    const detector = createOnnx(detectorOptions(), models);
    return await detector.detect(frame, never()).finally(() => detector.close());
  };
  const fails = async (words: RegExp) => {
    const error = await coded((async () => await run())());
    assert.equal(error.code, "DETECTOR_MODEL_UNREADABLE");
    assert.match(error.message, words);
  };
  await fails(/models\.json cannot be read/);
  write({});
  assert.deepEqual([...new Set((await run()).map(({ kind }) => kind))], ["tab"]);
  write({ sha256: "0".repeat(64) });
  await fails(/is not the model that was bundled/);
  write({ kinds: [] });
  await fails(/is not that of a detector/);
  write({ file: "other.onnx" });
  await fails(/other\.onnx is not there/);
  write({ name: "icons" });
  await fails(/there is no bundled model detector/);
});
