import type { Rect } from "../base/geometry.js";
import { quoteWords } from "./label.js";
import { spokenWarnings } from "./spoken-to-assistants.js";

/**
 * The source that reported a reaction, or its end. `events`: the companion's events; `window`: the window manager has
 * another window in front; `frames`: the app drew frames, by gfxinfo's counter of all frames; `pixels`: the screen's
 * pixels changed.
 */
export const SIGNALS = ["events", "window", "frames", "pixels"] as const;
export type Signal = (typeof SIGNALS)[number];

/** The part of the screen that kept changing. */
export interface Restless {
  /** The source that reported it; `app` if the app in front does not respond, so that no source can report anything. */
  readonly by: Signal | "app";
  /** The part in words, for example `e5 progress "Loading"`. */
  readonly what: string;
  /** The area in which the pixels keep changing; null if it is unknown. */
  readonly region: Rect | null;
  /** The refs of the elements in that area. */
  readonly refs: readonly string[];
}

/** How the screen became stable after an action. */
export interface Settled {
  readonly isQuiet: boolean;
  /** The sources that were observed. */
  readonly signals: readonly Signal[];
  /** The source that reported a reaction; null if nothing reacted in the given time. */
  readonly reaction: Signal | null;
  /** The time in ms from the end of the action until the screen was stable, or until the waiting was given up. */
  readonly waitedMs: number;
  /** Null if everything became stable, or if it is unknown what did not. */
  readonly restless: Restless | null;
  /** Toasts that an app showed meanwhile, from the events of the companion; they are in no hierarchy. */
  readonly toasts: readonly string[];
}

/** An app may show hundreds of toasts; only the last ones are still visible. */
const MOST_TOASTS = 5;

/** The lines of an answer; none if the screen is stable and there was no toast. */
export function settledLines({ isQuiet, waitedMs, restless, toasts }: Settled): readonly string[] {
  const last = toasts.slice(-MOST_TOASTS);
  const said = [...last.map((text) => `toast ${quoteWords(text)}`), ...spokenWarnings(last)];
  return isQuiet ? said : [...said, `! still changing after ${waitedMs} ms: ${restless?.what ?? "unknown part"}`];
}
