import type { LayoutName } from "../../../base/options/choices.js";
import type { Detection } from "../../detection.js";
import { type DetectorFacts, readBundledModel, readModelFile } from "../../model-manifest.js";
import { detectionsOf } from "./detections-of.js";
import { fillInput } from "./fill-input.js";
import { type IconModel, openIconNamer } from "./icon-namer.js";
import { type InputForm, type Layout, type Output, PLAIN_FORM } from "./layout.js";
import { layoutCalled, layoutOf } from "./layouts.js";
import { pictureSides } from "./picture-input.js";
import { type Placement, placementOf } from "./placement.js";
import { loadModel } from "./runtime.js";
import { suppress } from "./suppress.js";

/** A model with its settings; plain data, which can be sent to a thread. */
export interface RunModel {
  readonly path: string;
  readonly layout: LayoutName | "auto";
  readonly facts: DetectorFacts;
  /** Size and hash of the bundled model; null for a model of the user. */
  readonly expected: { readonly bytes: number; readonly sha256: string } | null;
  /** Null if icons are not named. */
  readonly icons: IconModel | null;
}

/** A screenshot to run a model on. */
export interface DetectionJob {
  readonly model: RunModel;
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}

/** True for a job of Fovea. The fields are not validated, since jobs come from Fovea's own code. */
export function isDetectionJob(data: unknown): data is DetectionJob {
  return typeof data === "object" && data !== null && "model" in data && "rgba" in data;
}

/** Gives a function that runs detections. A model is loaded with its first job, and kept. */
export function openDetections(): (job: DetectionJob) => Promise<readonly Detection[]> {
  const loaded = new Map<string, Promise<RunDetection>>();
  return async (job) => {
    const { path } = job.model;
    const look = loaded.get(path) ?? openLook(job.model);
    loaded.set(path, look);
    look.catch(() => loaded.delete(path));
    return await (await look)(job);
  };
}

type RunDetection = (job: DetectionJob) => Promise<readonly Detection[]>;

async function openLook({ path, layout: wanted, facts, expected, icons }: RunModel): Promise<RunDetection> {
  const bytes = expected ? readBundledModel({ path, ...expected }) : readModelFile(path);
  const model = await loadModel(bytes, path);
  const sides = { ...facts, ...pictureSides(model, path) };
  const nameIcons = icons && (await openIconNamer(icons));
  const threshold = Math.min(...Object.values(facts.thresholds));
  let layout: Layout | undefined;
  let input: Float32Array | undefined;
  const run = async (job: DetectionJob, form: InputForm): Promise<Run> => {
    const placement = placementOf(job, sides, form.fit);
    input = fillInput(job, placement, form, input);
    return { placement, outputs: await model.run(input, [1, 3, placement.height, placement.width]) };
  };
  return async (job) => {
    const form = (layout ?? layoutCalled(wanted))?.form ?? PLAIN_FORM;
    const first = await run(job, form);
    layout ??= layoutOf(first.outputs, first.placement, wanted);
    // The first image shows the layout, and the layout decides the form of the input.
    const { placement, outputs } = layout.form === form ? first : await run(job, layout.form);
    const boxes = layout.decode(outputs, placement, threshold);
    const found = detectionsOf(layout.isDense ? suppress(boxes) : boxes, { frame: job, placement, facts });
    return nameIcons ? await nameIcons(job, found) : found;
  };
}

interface Run {
  readonly placement: Placement;
  readonly outputs: readonly Output[];
}
