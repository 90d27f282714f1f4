import type { Parameters } from "fast-check";

/** The same inputs on every run, so that a failure can be looked at again; FOVEA_FUZZ_SEED tries others. */
const SEED = 20_260_728;

/**
 * How a property over hostile input is tried: with a fixed seed, as many times as given. FOVEA_FUZZ_SEED changes the
 * seed and FOVEA_FUZZ_TIMES multiplies the runs, for longer hunts; what they find is kept as an example of its
 * property.
 */
export function fuzz<Input>(numRuns: number, examples: Input[] = []): Parameters<Input> {
  const { FOVEA_FUZZ_SEED: seed, FOVEA_FUZZ_TIMES: times } = process.env;
  return { seed: Number(seed ?? SEED), numRuns: numRuns * Number(times ?? 1), examples, endOnFailure: false };
}
