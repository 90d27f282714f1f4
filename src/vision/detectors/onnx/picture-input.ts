import { FoveaError } from "../../../base/errors.js";
import type { LoadedModel } from "./runtime.js";

/**
 * The sides of the one image that a model takes, `[1, 3, height, width]` as 32-bit floats; null for a side of any
 * length. Errors: DETECTOR_MODEL_UNSUPPORTED for models with other inputs.
 */
export function pictureSides({ inputs }: LoadedModel, name: string) {
  const refuse = (why: string) => new FoveaError("DETECTOR_MODEL_UNSUPPORTED", `${name} ${why}`);
  const [input, ...others] = inputs;
  if (!input || others.length > 0) throw refuse(`has ${inputs.length} inputs instead of one image`);
  if (input.type !== "float32") throw refuse(`takes ${input.type}: export it with 32-bit floats`);
  const [batch, channels, height, width] = input.dims;
  const canBe = (dim: number | string | undefined, value: number) => dim === value || typeof dim === "string";
  if (input.dims.length !== 4 || !canBe(batch, 1) || !canBe(channels, 3)) {
    throw refuse(`takes [${input.dims.join(", ")}], and not [1, 3, height, width]`);
  }
  return { width: lengthOf(width), height: lengthOf(height) };
}

function lengthOf(side: number | string | undefined): number | null {
  return typeof side === "number" && side > 0 ? side : null;
}
