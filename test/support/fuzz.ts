import type { Parameters } from "fast-check";

/** The seed gives the same inputs in every run, so that a failure can be repeated; FOVEA_FUZZ_SEED changes it. */
const SEED = 20_260_728;

/**
 * The parameters of a property over hostile input: a fixed seed, and the number of runs. FOVEA_FUZZ_SEED changes the
 * seed, and FOVEA_FUZZ_TIMES multiplies the runs, for longer searches; inputs that they find become `examples` of the
 * property.
 */
export function fuzz<Input>(numRuns: number, examples: Input[] = []): Parameters<Input> {
  const { FOVEA_FUZZ_SEED: seed, FOVEA_FUZZ_TIMES: times } = process.env;
  return { seed: Number(seed ?? SEED), numRuns: numRuns * Number(times ?? 1), examples, endOnFailure: false };
}
