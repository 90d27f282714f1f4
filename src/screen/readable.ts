import type { Observation } from "./observation.js";

/** Whether the elements of a screen are known. */
export function isReadable(observation: Pick<Observation, "hierarchySource">): boolean {
  return observation.hierarchySource !== "none";
}
