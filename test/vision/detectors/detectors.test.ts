import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { packageRoot } from "../../../src/base/assets.js";
import { FoveaError } from "../../../src/base/errors.js";
import { DETECTOR_WORDS } from "../../../src/base/options/choices.js";
import type { Detection } from "../../../src/vision/detection.js";
import type { Detector } from "../../../src/vision/detector.js";
import { cached } from "../../../src/vision/detectors/remembering.js";
import { openDetector } from "../../../src/vision/detectors.js";
import { blobFrame } from "../../support/blob-frame.js";
import { blobModel } from "../../support/blob-models.js";
import { coded } from "../../support/coded.js";
import { detectorOptions } from "../../support/detector-options.js";
import { never } from "../../support/never.js";

const folder = mkdtempSync(join(tmpdir(), "fovea-registry-"));
after(() => rmSync(folder, { recursive: true }));

const FRAME = blobFrame(40, 40, []);
const ONE: Detection = {
  bounds: { left: 0, top: 0, right: 10, bottom: 10 },
  kind: "button",
  confidence: 0.5,
  text: null,
  guess: null,
  source: "vision",
};

function moduleFile(name: string, code: string): string {
  writeFileSync(join(folder, name), code);
  return join(folder, name);
}

function stub(detect: Detector["detect"], given: Partial<Detector> = {}): Detector {
  return { name: "stub", source: "vision", detect, close: async () => {}, ...given };
}

test("a detector that is neither a name nor a path is refused with the known names", async () => {
  const registered = { mine: () => stub(async () => []) };
  const error = await coded(openDetector(detectorOptions({ detector: "onx" }), registered));
  assert.equal(error.code, "INVALID_ARGUMENT");
  const names = Object.keys(DETECTOR_WORDS).join(", ");
  assert.match(error.message, new RegExp(`--detector is onx, and has to be one of ${names}, mine or the path`));
});

test("a registered detector is opened by its name, with the options", async () => {
  const options = detectorOptions({ detector: "mine", detectorThreshold: 0.7 });
  const detector = await openDetector(options, {
    mine: (given) => stub(async () => [{ ...ONE, confidence: given.detectorThreshold ?? null }]),
  });
  assert.deepEqual(await detector.detect(FRAME, never()), [{ ...ONE, confidence: 0.7 }]);
});

test("a file that cannot be loaded, or makes no detector, is refused with the reason", async () => {
  const cases: readonly (readonly [string, RegExp])[] = [
    [join(folder, "none.mjs"), /none\.mjs cannot be loaded/],
    [moduleFile("broken.mjs", "export default ("), /broken\.mjs cannot be loaded/],
    [moduleFile("named.mjs", "export const createDetector = 1"), /not a function createDetector\(options\)/],
    [moduleFile("throws.mjs", "export default () => { throw new Error('no weights') }"), /failed: no weights/],
    [
      moduleFile("shape.mjs", "export default () => ({ name: 'x', source: 'magic' })"),
      /is not a detector: .*source.*detect/s,
    ],
  ];
  for (const [detector, words] of cases) {
    const error = await coded(openDetector(detectorOptions({ detector })));
    assert.equal(error.code, "DETECTOR_MODULE_UNUSABLE");
    assert.match(error.message, words);
  }
});

test("the results of a third-party detector are checked, and its exceptions get a code", async () => {
  const wrong: readonly (readonly [Detector["detect"], RegExp])[] = [
    [async () => Promise.reject(new Error("out of memory")), /the detector stub failed: out of memory/],
    [async () => [{ ...ONE, confidence: 7 }], /gave results that are not detections/],
    [async () => [{ ...ONE, source: "ocr" }], /one of source ocr, and it names vision/],
  ];
  for (const [detect, words] of wrong) {
    const detector = await openDetector(detectorOptions({ detector: "mine" }), { mine: () => stub(detect) });
    const error = await coded(detector.detect(FRAME, never()));
    assert.equal(error.code, "DETECTOR_FAILED");
    assert.match(error.message, words);
  }
  const own = new FoveaError("OMNIPARSER_UNREACHABLE", "away");
  const coder = await openDetector(detectorOptions({ detector: "mine" }), {
    mine: () => stub(() => Promise.reject(own)),
  });
  assert.equal(await coded(coder.detect(FRAME, never())), own, "a code of its own stays");
});

test("without onnxruntime-node other detectors run, and the observation says what to install", () => {
  const home = join(folder, "without");
  mkdirSync(join(home, "node_modules"), { recursive: true });
  writeFileSync(join(home, "package.json"), '{ "name": "without", "version": "1.0.0", "type": "module" }');
  for (const part of ["base", "screen", "vision"]) {
    cpSync(join(packageRoot(), "dist/src", part), join(home, "dist/src", part), { recursive: true });
  }
  symlinkSync(join(packageRoot(), "node_modules/zod"), join(home, "node_modules/zod"));
  const model = join(home, "model.onnx");
  writeFileSync(model, blobModel("center"));
  const registry = pathToFileURL(join(home, "dist/src/vision/detectors.js")).href;
  const code = `
    const { openDetector } = await import(${JSON.stringify(registry)});
    const detector = await openDetector(${JSON.stringify(detectorOptions({ detectorModel: model }))});
    const frame = { width: 32, height: 32, rgba: new Uint8Array(4096), sha256: "a" };
    try { await detector.detect(frame, new AbortController().signal); }
    catch ({ code, message, hint }) { console.log(JSON.stringify({ code, message, hint })); }
    await detector.close();
    const none = await openDetector({ detector: "none" });
    console.log(JSON.stringify(await none.detect(frame, new AbortController().signal)));`;
  const { stdout, stderr, status } = spawnSync(process.execPath, [moduleFile("look.mjs", code)], { encoding: "utf8" });
  const [failure = "", nothing] = stdout.split("\n");
  assert.equal(status, 0, stderr);
  assert.equal(JSON.parse(failure).code, "DETECTOR_UNAVAILABLE");
  assert.match(JSON.parse(failure).message, /onnxruntime-node could not be loaded: Cannot find package/);
  assert.match(JSON.parse(failure).hint, /^Run `npm install --ignore-scripts onnxruntime-node@/);
  assert.equal(nothing, "[]");
});

test("an image is processed once for all waiting callers, and cancelled when all of them cancel", async () => {
  let asked = 0;
  const aborted: unknown[] = [];
  const slow = stub((_, signal) => {
    asked += 1;
    return new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => {
        aborted.push(signal.reason);
        reject(signal.reason);
      });
    });
  });
  const detector = cached(slow);
  const [one, two] = [new AbortController(), new AbortController()];
  const looks = [detector.detect(FRAME, one.signal), detector.detect(FRAME, two.signal)];
  one.abort("first");
  await assert.rejects(looks[0] ?? Promise.resolve(), (reason) => reason === "first");
  assert.deepEqual([asked, aborted], [1, []]);
  two.abort("second");
  await assert.rejects(looks[1] ?? Promise.resolve(), (reason) => reason === "second");
  assert.deepEqual(aborted, ["second"]);
});

test("failures are not cached, and only the last few images are", async () => {
  let asked = 0;
  const detector = cached(
    stub(async ({ height }) => {
      asked += 1;
      if (asked === 1) throw new FoveaError("DETECTOR_FAILED", "once");
      return [{ ...ONE, bounds: { ...ONE.bounds, bottom: height } }];
    }),
    2,
  );
  const frames = [1, 2, 3].map((more) => blobFrame(20, 20 + more, []));
  assert.equal((await coded(detector.detect(frames[0] ?? FRAME, never()))).code, "DETECTOR_FAILED");
  for (const frame of [...frames, ...frames]) {
    assert.equal((await detector.detect(frame, never()))[0]?.bounds.bottom, frame.height);
  }
  assert.equal(asked, 7);
  await detector.detect(frames[2] ?? FRAME, never());
  assert.equal(asked, 7);
});
