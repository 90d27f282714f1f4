import type { Observation } from "./observation.js";

/** Whether the hierarchy was read. Pixels alone do not show all elements, nor all of their words. */
export function hasTree({ hierarchySource }: Pick<Observation, "hierarchySource">): boolean {
  return hierarchySource !== "none" && hierarchySource !== "vision";
}

/** Whether the elements of a screen are known, from the hierarchy or only from pixels. */
export function isReadable(observation: Pick<Observation, "hierarchySource">): boolean {
  return observation.hierarchySource !== "none";
}
