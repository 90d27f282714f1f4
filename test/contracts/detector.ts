import assert from "node:assert/strict";
import { test } from "node:test";
import * as z from "zod";
import type { Frame } from "../../src/screen/frame.js";
import { detectionSchema } from "../../src/vision/detection.js";
import type { Detector, DetectorOptions } from "../../src/vision/detector.js";
import { openDetector } from "../../src/vision/detectors.js";
import { blobFrame, GREEN, RED } from "../support/blob-frame.js";
import { detectorOptions } from "../support/detector-options.js";
import { never } from "../support/never.js";

/** A detector to be held to the contract, and how much it sees in the picture of `contractFrame`. */
interface DetectorUnderTest extends AsyncDisposable {
  readonly detector: Detector;
  readonly sees: "something" | "nothing";
}

/** Two squares on a dark background; the third part of the second lies outside the picture. */
function contractFrame(): Frame {
  return blobFrame(576, 960, [
    { left: 96, top: 192, size: 96, colour: RED },
    { left: 512, top: 672, size: 96, colour: GREEN },
  ]);
}

/** A detector to be held to the contract: what it is opened with, and what it needs. */
export interface ContractCase {
  readonly options: Partial<DetectorOptions>;
  /** `something` if absent. */
  readonly sees?: "something" | "nothing";
  /** What it asks, for example a server; closed after it. */
  readonly needs?: AsyncDisposable;
}

/** Holds a detector to the contract, a test for each sentence; in `test/vision/detectors/NAME.test.ts`. */
export function testDetectorContract(name: string, start: () => ContractCase | Promise<ContractCase>): void {
  for (const [sentence, holds] of Object.entries(DETECTOR_CONTRACT)) {
    test(`${name}: ${sentence}`, async () => {
      const { options, sees = "something", needs } = await start();
      await using _needs = needs ?? null;
      const detector = await openDetector(detectorOptions(options));
      await using given = { detector, sees, [Symbol.asyncDispose]: () => detector.close() };
      await holds(given);
    });
  }
}

/** What every detector does, each by its own fresh one. */
const DETECTOR_CONTRACT: Readonly<Record<string, (given: DetectorUnderTest) => Promise<void>>> = {
  "detections have its source, are inside the image and sorted by their tops": async (given) => {
    const { detector, sees } = given;
    const frame = contractFrame();
    const found = z.array(detectionSchema).parse(await detector.detect(frame, never()));
    assert.equal(found.length > 0, sees === "something");
    for (const { bounds, source } of found) {
      assert.equal(source, detector.source);
      assert.ok(bounds.left >= 0 && bounds.top >= 0 && bounds.right <= frame.width && bounds.bottom <= frame.height);
      assert.ok(bounds.right > bounds.left && bounds.bottom > bounds.top);
      assert.ok(Object.values(bounds).every(Number.isInteger));
    }
    const tops = found.map(({ bounds }) => bounds.top);
    assert.deepEqual(
      tops,
      [...tops].sort((a, b) => a - b),
    );
    assert.notEqual(detector.name, "");
  },
  "the pixels of the image stay unchanged": async ({ detector }) => {
    const frame = contractFrame();
    await detector.detect(frame, never());
    assert.deepEqual(frame, contractFrame());
  },
  "the same image gives the same detections, one after the other or at once": async ({ detector }) => {
    const [first, ...others] = await Promise.all(
      Array.from({ length: 3 }, () => detector.detect(contractFrame(), never())),
    );
    for (const other of [...others, await detector.detect(contractFrame(), never())]) assert.deepEqual(other, first);
  },
  "different images at once get their own detections": async ({ detector, sees }) => {
    const [full, empty] = await Promise.all([
      detector.detect(contractFrame(), never()),
      detector.detect(blobFrame(576, 960, []), never()),
    ]);
    assert.equal(full.length > 0, sees === "something");
    // A stand-in that sees the same in each picture is not asked to see nothing.
    assert.ok(empty.length <= full.length);
  },
  "an abort ends a call with the signal's reason, and the next call is answered": async ({ detector, sees }) => {
    const reason = new Error("not wanted any more");
    await assert.rejects(detector.detect(contractFrame(), AbortSignal.abort(reason)), reason);
    const controller = new AbortController();
    const looking = detector.detect(contractFrame(), controller.signal);
    controller.abort(reason);
    await assert.rejects(looking, reason);
    assert.equal((await detector.detect(contractFrame(), never())).length > 0, sees === "something");
  },
  "it can be closed, even without any call": async ({ detector }) => {
    await detector.close();
  },
};
