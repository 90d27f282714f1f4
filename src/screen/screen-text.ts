import { renderHeader } from "./header.js";
import type { Observation } from "./observation.js";
import { DEFAULT_OUTLINE, type OutlineOptions, renderOutline } from "./outline.js";

/** Header and outline of a screen. Elements that could not be read are not the same as none. */
export function renderScreen(observation: Observation, options: OutlineOptions = DEFAULT_OUTLINE): string {
  const isRead = observation.hierarchySource !== "none";
  const body = isRead ? renderOutline(observation, options) || "(no elements)" : "(the elements could not be read)";
  return `${renderHeader(observation)}\n${body}`;
}
