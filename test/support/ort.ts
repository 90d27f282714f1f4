import { switchOffTelemetry } from "../../src/base/telemetry.js";

export type Ort = Awaited<ReturnType<typeof loadOrt>>;

/** The runtime for models: a development dependency, so that no test of vision is skipped. */
export async function loadOrt() {
  switchOffTelemetry();
  const module = await import("onnxruntime-node");
  return module.default ?? module;
}
