// Runs models through our ONNX detector and through Python's onnxruntime (detector-parity.py, which scales, decodes and
// suppresses by itself), and compares: boxes to a pixel, scores to a thousandth. The models are the tests' own, one for
// each layout, and the bundled model if it exists; the pictures are squares on random backgrounds, from a seed.
// Argument: a Python with onnxruntime and numpy (python3 if absent). Run `npm run build` first.
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LAYOUT_NAMES } from "../dist/src/base/options/choices.js";
import { layoutCalled } from "../dist/src/vision/detectors/onnx/layouts.js";
import { createOnnx } from "../dist/src/vision/detectors/onnx.js";
import { getModel, modelsFolder } from "../dist/src/vision/model-manifest.js";
import { blobModel } from "../dist/test/support/blob-models.js";

const MOST_PIXELS = 1;
const MOST_SCORE = 1e-3;
const SIZES = [
  [576, 960],
  [1080, 2400],
  [961, 577],
];

const PICTURES = SIZES.map((size, at) => ({ size, file: `${at}.rgba`, rgba: picture(size, at + 1) }));

const python = process.argv[2] ?? "python3";
const folder = mkdtempSync(join(tmpdir(), "fovea-parity-"));
try {
  for (const { file, rgba } of PICTURES) writeFileSync(join(folder, file), rgba);
  const cases = [...blobCases(), ...bundledCases()];
  writeFileSync(
    join(folder, "cases.json"),
    JSON.stringify(cases.map(({ rgba: _, kinds: __, ...reported }) => reported)),
  );
  const theirs = JSON.parse(
    execFileSync(python, [join(import.meta.dirname, "detector-parity.py"), folder], {
      maxBuffer: 1e9,
      env: { ...process.env, ORT_DISABLE_TELEMETRY: "1" },
    }),
  );
  let boxes = 0;
  const worst = { pixels: 0, score: 0 };
  for (const [at, one] of cases.entries()) {
    const found = await ours(one);
    boxes += found.length;
    compare(found, theirs[at], { one, worst });
  }
  if (boxes === 0) throw new Error("no model saw anything");
  const largest = `${worst.pixels.toFixed(2)} px, scores ${worst.score.toExponential(1)}`;
  console.log(`${cases.length} pictures, ${boxes} boxes, the same in both: largest differences ${largest}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function blobCases() {
  return LAYOUT_NAMES.flatMap((layout) => {
    writeFileSync(join(folder, `${layout}.onnx`), blobModel(layout));
    const facts = { kinds: ["button", "switch"], longestSide: 320, multipleOf: 32, thresholds: { default: 0.3 } };
    writeFileSync(join(folder, `${layout}.json`), JSON.stringify(facts));
    return casesOf({ layout, model: `${layout}.onnx`, ...facts });
  });
}

function bundledCases() {
  if (!existsSync(join(modelsFolder(), "models.json"))) return [];
  const { path, kinds, longestSide, multipleOf } = getModel("detector");
  copyFileSync(path, join(folder, "detector.onnx"));
  const facts = { kinds, longestSide, multipleOf, thresholds: { default: 0.3 } };
  writeFileSync(join(folder, "detector.json"), JSON.stringify(facts));
  return casesOf({ layout: "center", model: "detector.onnx", ...facts });
}

function casesOf({ layout, model, kinds, longestSide, multipleOf, thresholds }) {
  const { form } = layoutCalled(layout);
  const reported = { layout, model, form, longestSide, multipleOf, threshold: thresholds.default, kinds };
  return PICTURES.map(({ size, file, rgba }) => ({ ...reported, picture: file, size, rgba }));
}

/** Squares of several sizes, brighter to the right, on a background that changes slowly: no two places are alike. */
function picture([width, height], seed) {
  const random = randomOf(seed);
  const rgba = Buffer.alloc(width * height * 4, 255);
  const fill = (left, top, wide, high, colourAt) => {
    for (let y = top; y < top + high; y += 1) {
      for (let x = left; x < left + wide; x += 1) {
        const [red, green, blue] = colourAt((x - left) / wide, (y - top) / high);
        const at = (y * width + x) * 4;
        rgba[at] = red;
        rgba[at + 1] = green;
        rgba[at + 2] = blue;
      }
    }
  };
  fill(0, 0, width, height, (x, y) => [20 + x * 40, 20 + y * 40, 50]);
  for (let count = 0; count < 12; count += 1) {
    const side = 12 + Math.floor(random() * 60);
    const [left, top] = [Math.floor(random() * (width - side)), Math.floor(random() * (height - side))];
    const isRed = random() < 0.5;
    fill(left, top, side, side, (x, y) => {
      const bright = 150 + 60 * x + 45 * y;
      return isRed ? [bright, 20, 10] : [20, bright, 10];
    });
  }
  return rgba;
}

function randomOf(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

async function ours({ model, layout, size: [width, height], rgba, threshold }) {
  const options = { detectorModel: join(folder, model), detectorLayout: layout, detectorThreshold: threshold };
  const detector = createOnnx({ detector: "onnx", omniparserUrl: "", ...options });
  const frame = { width, height, rgba, format: "rgba", sha256: "", takenAt: 0 };
  return await detector.detect(frame, AbortSignal.timeout(60_000)).finally(() => detector.close());
}

/**
 * Checks that every box has a matching box of the other program, except for boxes whose score or overlap is within the
 * tolerance of a threshold.
 */
function compare(found, theirs, { one, worst }) {
  const left = [...theirs];
  const missing = [];
  for (const { bounds, confidence, kind } of found) {
    const box = [bounds.left, bounds.top, bounds.right, bounds.bottom];
    const apart = (other) => Math.max(...box.map((side, at) => Math.abs(side - other[at])));
    const same = left.filter((other) => one.kinds[other[5]] === kind && Math.abs(other[4] - confidence) <= MOST_SCORE);
    const [nearest] = same.sort((a, b) => apart(a) - apart(b));
    if (!nearest || apart(nearest) > MOST_PIXELS) {
      missing.push(`${kind} ${box} ${confidence}`);
      continue;
    }
    left.splice(left.indexOf(nearest), 1);
    worst.pixels = Math.max(worst.pixels, apart(nearest));
    worst.score = Math.max(worst.score, Math.abs(nearest[4] - confidence));
  }
  const onlyTheirs = left.filter(([, , , , score]) => score > one.threshold + MOST_SCORE);
  if (missing.length + onlyTheirs.length === 0) return;
  const words = [...missing.map((line) => `only ours: ${line}`), ...onlyTheirs.map((line) => `only theirs: ${line}`)];
  throw new Error(
    `${one.model}, ${one.size.join("x")}: ${words.length} of ${found.length} differ\n${words.slice(0, 10).join("\n")}`,
  );
}
