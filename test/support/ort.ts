import { switchOffTelemetry } from "../../src/base/telemetry.js";

/** What the tests need of onnxruntime-node. */
export interface Ort {
  readonly InferenceSession: {
    create(
      model: Uint8Array,
      options: { readonly intraOpNumThreads: number },
    ): Promise<{
      run(feeds: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, { readonly data: unknown }>>>;
    }>;
  };
  readonly Tensor: new (type: "float32", data: Float32Array, dims: readonly number[]) => unknown;
}

/** The runtime for models, an optional dependency; undefined where it is not installed. */
export async function loadOrt(): Promise<Ort | undefined> {
  switchOffTelemetry();
  const name: string = "onnxruntime-node";
  try {
    const loaded = await import(name);
    return loaded.default ?? loaded;
  } catch {
    return undefined;
  }
}
