import type { Observation } from "./observation.js";

/** Whether its tree was read: what pixels alone show is not all that is there, nor what it says. */
export function hasTree({ hierarchySource }: Pick<Observation, "hierarchySource">): boolean {
  return hierarchySource !== "none" && hierarchySource !== "vision";
}

/** Whether elements of a screen are known, be it by its pixels alone. */
export function isReadable(observation: Pick<Observation, "hierarchySource">): boolean {
  return observation.hierarchySource !== "none";
}
