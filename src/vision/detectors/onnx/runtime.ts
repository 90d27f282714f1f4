import type { Tensor } from "onnxruntime-node";
import { FoveaError } from "../../../base/errors.js";
import type { Output } from "./layout.js";

/** The threads of one run: more would take processor time from other work. */
const RUN_THREADS = 2;

/**
 * Waiting threads sleep. With the runtime's default, waiting in a busy loop, the same runs took two to six times the
 * processor time and were no faster.
 */
const NO_SPINNING = { session: { intra_op: { allow_spinning: "0" }, inter_op: { allow_spinning: "0" } } };

/** An input of a model. Sides of any length have a name instead of a number. */
export interface ModelInput {
  readonly name: string;
  readonly type: string;
  readonly dims: readonly (number | string)[];
}

/** A model that was loaded. */
export interface LoadedModel {
  readonly inputs: readonly ModelInput[];
  /**
   * Runs the model with `data` of these dimensions as the first input. Errors: DETECTOR_FAILED,
   * DETECTOR_MODEL_UNSUPPORTED for outputs that are not floats.
   */
  run(data: Float32Array, dims: readonly number[]): Promise<readonly Output[]>;
}

/**
 * Loads the runtime, which is large and optional: the user decides whether to install it. Errors: DETECTOR_UNAVAILABLE.
 */
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
 * Loads a model from its bytes. Errors call it `name`. Errors: DETECTOR_UNAVAILABLE, DETECTOR_MODEL_UNREADABLE if it is
 * not an ONNX model that this runtime supports.
 */
export async function loadModel(bytes: Uint8Array, name: string): Promise<LoadedModel> {
  const runtime = await loadRuntime();
  const session = await runtime.InferenceSession.create(bytes, {
    intraOpNumThreads: RUN_THREADS,
    interOpNumThreads: 1,
    graphOptimizationLevel: "all",
    logSeverityLevel: 3,
    extra: NO_SPINNING,
  }).catch((cause: unknown) => {
    const why = `${name} cannot be loaded as an ONNX model: ${wordsOf(cause)}`;
    throw new FoveaError("DETECTOR_MODEL_UNREADABLE", why, { cause });
  });
  return {
    inputs: session.inputMetadata.map((input) =>
      input.isTensor
        ? { name: input.name, type: input.type, dims: input.shape }
        : { name: input.name, type: "not a tensor", dims: [] },
    ),
    async run(data, dims) {
      const tensor = new runtime.Tensor("float32", data, dims);
      const results = await session.run({ [session.inputNames[0] ?? ""]: tensor }).catch((cause: unknown) => {
        throw new FoveaError("DETECTOR_FAILED", `${name} failed: ${wordsOf(cause)}`, { cause });
      });
      return session.outputNames.map((output) => outputOf(output, results[output], name));
    },
  };
}

function outputOf(output: string, tensor: Tensor | undefined, name: string): Output {
  if (tensor?.data instanceof Float32Array) return { name: output, dims: tensor.dims, data: tensor.data };
  const why = `${name} gives ${output} as ${tensor?.type ?? "nothing"}: export it with 32-bit floats`;
  throw new FoveaError("DETECTOR_MODEL_UNSUPPORTED", why);
}

function wordsOf(cause: unknown): string {
  return cause instanceof Error ? (cause.message.split("\n")[0] ?? "") : String(cause);
}
