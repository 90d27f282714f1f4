import type { Steps } from "../base/steps.js";
import { areComparable } from "./changes.js";
import { differencesAlone } from "./diff-text.js";
import { isSameHeader, renderHeader, renderHeaderSince, type Since } from "./header.js";
import type { Observation } from "./observation.js";
import { DEFAULT_OUTLINE, type OutlineOptions, renderOutline } from "./outline.js";

/** The header and outline of a screen. "(no elements)" and elements that could not be read are different results. */
export function renderScreen(
  observation: Observation,
  options: OutlineOptions = DEFAULT_OUTLINE,
  name: string | null = null,
): string {
  const isRead = observation.hierarchySource !== "none";
  const body = isRead ? renderOutline(observation, options) || "(no elements)" : "(the elements could not be read)";
  return `${renderHeader(observation, name)}\n${body}`;
}

/** A screen for a reader who has an earlier one: only the differences. */
export interface ScreenSince {
  /** Whether nothing changed, so that the reader's name for the earlier screen is still valid. */
  readonly isSame: boolean;
  readonly text: string;
}

/**
 * The differences on a screen, in steps: one line if there are none. Null if the boot or the source of the elements
 * changed, if there are no elements, or if most of the screen changed.
 */
export function* screenSince(observation: Observation, since: Since): Steps<ScreenSince | null> {
  const { before } = since;
  if (before.device.bootId !== observation.device.bootId || !areComparable(before, observation)) return null;
  const differences = yield* differencesAlone(before, observation, DEFAULT_OUTLINE);
  if (!differences) return null;
  const { kind, text } = differences;
  const isSame = kind === "none" && text === NOTHING && isSameHeader(before, observation);
  if (isSame) return { isSame, text: renderHeaderSince(observation, since, null) };
  return { isSame, text: `${renderHeaderSince(observation, since, observation.observationId)}\n${text}` };
}

/** The text for no difference, not even a movement. */
const NOTHING = "(nothing in the outline changed)";
