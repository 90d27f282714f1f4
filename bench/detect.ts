import type { Frame } from "../src/screen/frame.js";
import { fillInput } from "../src/vision/detectors/onnx/fill-input.js";
import { PLAIN_FORM } from "../src/vision/detectors/onnx/layout.js";
import { placementOf } from "../src/vision/detectors/onnx/placement.js";
import { createOnnx } from "../src/vision/detectors/onnx.js";
import { cached } from "../src/vision/detectors/remembering.js";
import { sha256Of } from "../src/vision/image.js";
import { detectorOptions } from "../test/support/detector-options.js";
import { drawn, PLAIN } from "../test/support/drawn-screen.js";
import { Pens } from "../test/support/drawn-sheet.js";
import { type Bench, type BenchResult, type Figure, percentile, table } from "./bench.js";
import { flagValue } from "./start-phone.js";

const DEFAULT_RUNS = 40;
const WARM_UPS = 3;
/** The largest allowed time for one screenshot, including all steps. */
const BUDGET_MS = 60;

/**
 * The time of detecting the elements of a 1080×2400 screenshot with the ONNX detector: copying and scaling, the model,
 * the boxes, and the names of icons if the icon model is installed. `--runs N`; `--model FILE` replaces the bundled
 * model.
 */
export const detectBench: Bench = {
  name: "detect",
  about: "seeing elements in a screenshot of 1080x2400 [--runs N] [--model FILE]",
  run: async (args) => await measure(Number(flagValue(args, "--runs") ?? DEFAULT_RUNS), flagValue(args, "--model")),
};

async function measure(runs: number, model: string | undefined): Promise<BenchResult> {
  const detector = cached(createOnnx(detectorOptions({ detectorModel: model })));
  const [first, ...frames] = screens(runs + WARM_UPS + 1);
  if (!first) throw new Error("no screens");
  const loading = await timed(() => detector.detect(first, AbortSignal.timeout(60_000)));
  const looks: number[] = [];
  const busy: number[] = [];
  for (const frame of frames) {
    const before = process.cpuUsage();
    looks.push((await timed(() => detector.detect(frame, AbortSignal.timeout(60_000)))).ms);
    const { user, system } = process.cpuUsage(before);
    busy.push((user + system) / 1000);
  }
  const again: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    again.push((await timed(() => detector.detect(frames.at(-1) ?? first, AbortSignal.timeout(60_000)))).ms);
  }
  await detector.close();
  const [whole, processors] = [looks.slice(WARM_UPS), busy.slice(WARM_UPS)];
  const scaling = scalingTimes(frames);
  const budget = model === undefined ? { atMost: BUDGET_MS } : {};
  const figures: readonly Figure[] = [
    { name: "a screenshot, all included: p50", value: percentile(whole, 0.5), unit: "ms", ...budget },
    { name: "a screenshot, all included: p95", value: percentile(whole, 0.95), unit: "ms" },
    { name: "of all threads together: p50", value: percentile(processors, 0.5), unit: "ms of processor" },
    { name: "of that copying and scaling: p50", value: percentile(scaling, 0.5), unit: "ms" },
    { name: "one that did not change: p50", value: percentile(again, 0.5), unit: "ms", atMost: 1 },
    { name: "the first, with runtime and model", value: Math.round(loading.ms), unit: "ms" },
  ];
  return {
    text: table([["what", "value", "unit"], ...figures.map(({ name, value, unit }) => [name, value, unit])]),
    figures,
  };
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const startedAt = performance.now();
  const value = await work();
  return { ms: performance.now() - startedAt, value };
}

function scalingTimes(frames: readonly Frame[]): readonly number[] {
  const times: number[] = [];
  let input: Float32Array | undefined;
  for (const frame of frames) {
    const startedAt = performance.now();
    const rgba = Uint8Array.from(frame.rgba);
    const placement = placementOf(frame, { width: null, height: null, longestSide: 640, multipleOf: 32 }, "corner");
    input = fillInput({ ...frame, rgba }, placement, PLAIN_FORM, input);
    times.push(performance.now() - startedAt);
  }
  return times.slice(WARM_UPS);
}

/** Pages of settings, each scrolled a little farther. */
function screens(count: number): readonly Frame[] {
  const pens = new Pens();
  return Array.from({ length: count }, (_, at) => {
    const { width, height, rgba } = drawn({ ...PLAIN, scrolledDp: at * 3 }, pens).seen.frame;
    return { width, height, rgba, format: "rgba", sha256: sha256Of(rgba), takenAt: 0 };
  });
}
