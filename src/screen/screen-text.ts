import { areComparable } from "./changes.js";
import { differencesAlone } from "./diff-text.js";
import { isSameHeader, renderHeader, renderHeaderSince, type Since } from "./header.js";
import type { Observation } from "./observation.js";
import { DEFAULT_OUTLINE, type OutlineOptions, renderOutline } from "./outline.js";

/** Header and outline of a screen. Elements that could not be read are not the same as none. */
export function renderScreen(
  observation: Observation,
  options: OutlineOptions = DEFAULT_OUTLINE,
  name: string | null = null,
): string {
  const isRead = observation.hierarchySource !== "none";
  const body = isRead ? renderOutline(observation, options) || "(no elements)" : "(the elements could not be read)";
  return `${renderHeader(observation, name)}\n${body}`;
}

/** A screen for a reader who has an earlier one: what is different, or null if all has to be shown. */
export interface ScreenSince {
  /** Whether all reads as before, so that what the reader knows it by still stands for it. */
  readonly isSame: boolean;
  readonly text: string;
}

/**
 * What is different on a screen: one line where nothing is. Null for another boot, elements of another source or none,
 * and where most is different.
 */
export function screenSince(observation: Observation, since: Since): ScreenSince | null {
  const { before } = since;
  if (before.device.bootId !== observation.device.bootId || !areComparable(before, observation)) return null;
  const differences = differencesAlone(before, observation, DEFAULT_OUTLINE);
  if (!differences) return null;
  const { kind, text } = differences;
  const isSame = kind === "none" && text === NOTHING && isSameHeader(before, observation);
  if (isSame) return { isSame, text: renderHeaderSince(observation, since, null) };
  return { isSame, text: `${renderHeaderSince(observation, since, observation.observationId)}\n${text}` };
}

/** Not even that something moved. */
const NOTHING = "(nothing in the outline changed)";
