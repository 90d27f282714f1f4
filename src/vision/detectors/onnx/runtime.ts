import type { InferenceSession, Tensor } from "onnxruntime-node";
import { FoveaError } from "../../../base/errors.js";
import type { Size } from "../../../base/geometry.js";
import type { Output } from "./layout.js";

/** Threads of one run: more would take the processors from what else is to be done. */
const RUN_THREADS = 2;

/** A model that was loaded. */
export interface Model {
  /** Null for a side that may be of any length. */
  readonly sides: { readonly width: number | null; readonly height: number | null };
  /** Errors: DETECTOR_FAILED. */
  run(input: Float32Array, size: Size): Promise<readonly Output[]>;
}

/** The runtime is heavy, and may be absent: it is an optional dependency. Errors: DETECTOR_UNAVAILABLE. */
async function loadRuntime() {
  try {
    const module = await import("onnxruntime-node");
    return module.default ?? module;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.split("\n")[0] : String(cause);
    throw new FoveaError("DETECTOR_UNAVAILABLE", `onnxruntime-node could not be loaded: ${why}`, { cause });
  }
}

/**
 * A model of one picture as `[1, 3, height, width]` floats. `name` is what errors call it. Errors: DETECTOR_UNAVAILABLE,
 * DETECTOR_MODEL_UNREADABLE where it is no ONNX model that this runtime knows, DETECTOR_MODEL_UNSUPPORTED for other inputs.
 */
export async function loadModel(bytes: Uint8Array, name: string): Promise<Model> {
  const runtime = await loadRuntime();
  const session = await runtime.InferenceSession.create(bytes, {
    intraOpNumThreads: RUN_THREADS,
    interOpNumThreads: 1,
    graphOptimizationLevel: "all",
    logSeverityLevel: 3,
  }).catch((cause: unknown) => {
    const why = `${name} cannot be loaded as an ONNX model: ${wordsOf(cause)}`;
    throw new FoveaError("DETECTOR_MODEL_UNREADABLE", why, { cause });
  });
  const { input, width, height } = inputOf(session, name);
  return {
    sides: { width, height },
    async run(data, size) {
      const tensor = new runtime.Tensor("float32", data, [1, 3, size.height, size.width]);
      const results = await session.run({ [input]: tensor }).catch((cause: unknown) => {
        throw new FoveaError("DETECTOR_FAILED", `${name} failed: ${wordsOf(cause)}`, { cause });
      });
      return session.outputNames.map((output) => outputOf(output, results[output], name));
    },
  };
}

function inputOf(session: InferenceSession, name: string) {
  const [input, ...others] = session.inputMetadata;
  const refuse = (why: string) => new FoveaError("DETECTOR_MODEL_UNSUPPORTED", `${name} ${why}`);
  if (!input?.isTensor || others.length > 0)
    throw refuse(`has ${session.inputNames.length} inputs, and not one picture`);
  if (input.type !== "float32") throw refuse(`takes ${input.type}: export it with 32-bit floats`);
  const [batch, channels, height, width] = input.shape;
  const isPicture = input.shape.length === 4 && (channels === 3 || typeof channels === "string");
  const isOne = batch === 1 || typeof batch === "string";
  if (!isPicture || !isOne) throw refuse(`takes [${input.shape.join(", ")}], and not [1, 3, height, width]`);
  return { input: input.name, width: lengthOf(width), height: lengthOf(height) };
}

/** Sides of any length have a name instead of a number. */
function lengthOf(side: number | string | undefined): number | null {
  return typeof side === "number" && side > 0 ? side : null;
}

function outputOf(output: string, tensor: Tensor | undefined, name: string): Output {
  if (tensor?.data instanceof Float32Array) return { name: output, dims: tensor.dims, data: tensor.data };
  const why = `${name} gives ${output} as ${tensor?.type ?? "nothing"}: export it with 32-bit floats`;
  throw new FoveaError("DETECTOR_MODEL_UNSUPPORTED", why);
}

function wordsOf(cause: unknown): string {
  return cause instanceof Error ? (cause.message.split("\n")[0] ?? "") : String(cause);
}
