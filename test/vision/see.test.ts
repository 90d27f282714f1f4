import assert from "node:assert/strict";
import { test } from "node:test";
import { FoveaError } from "../../src/base/errors.js";
import type { Frame } from "../../src/screen/frame.js";
import type { Detection } from "../../src/vision/detection.js";
import type { Detector } from "../../src/vision/detector.js";
import { detectAll } from "../../src/vision/see.js";
import { never } from "../support/never.js";

const FRAME: Frame = { width: 1, height: 1, rgba: new Uint8Array(4), format: "rgba", sha256: "0", takenAt: 0 };
const BOX: Detection = {
  bounds: { left: 0, top: 0, right: 1, bottom: 1 },
  kind: "button",
  confidence: null,
  text: null,
  guess: null,
  source: "vision",
};

function detector(name: string, detect: Detector["detect"]): Detector {
  return { name, source: "vision", detect, close: async () => {} };
}

const sees = detector("sees", async () => [BOX]);

test("each detector gets the detections of the ones before it, and without detectors there are none", async () => {
  const word: Detection = { ...BOX, kind: "text", source: "ocr" };
  const { detections, failures } = await detectAll([sees, detector("reads", async () => [word])], FRAME, never());
  assert.deepEqual([detections, failures], [[BOX, word], []]);
  assert.deepEqual(await detectAll([], FRAME, never()), { detections: [], failures: [] });
});

test("a failed detector is named with its code, and does not change the others' detections", async () => {
  const coded = detector("coded", async () => {
    throw new FoveaError("DETECTOR_FAILED", "no light");
  });
  const plain = detector("plain", async () => {
    throw new Error("oh");
  });
  const { detections, failures } = await detectAll([coded, sees, plain], FRAME, never());
  assert.deepEqual(detections, [BOX]);
  assert.deepEqual(
    failures.map(({ detector: name, error }) => [name, error.code]),
    [
      ["coded", "DETECTOR_FAILED"],
      ["plain", "INTERNAL"],
    ],
  );
});

test("an abort throws the signal's reason, whatever detectors make of it", async () => {
  const controller = new AbortController();
  const aborted = detector("aborted", async () => {
    controller.abort(new Error("enough"));
    throw new Error("something else");
  });
  await assert.rejects(detectAll([aborted, sees], FRAME, controller.signal), /enough/);
});
