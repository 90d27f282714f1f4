import type { Rect } from "../base/geometry.js";
import { quoteWords } from "./label.js";
import { spokenWarnings } from "./spoken-to-assistants.js";

/**
 * The source of a reaction, or of its end: `events` of the companion; `window`, another window in front by the
 * window manager; `frames` that the app drew, by gfxinfo's counter of all frames; `pixels` of the screen.
 */
export const SIGNALS = ["events", "window", "frames", "pixels"] as const;
export type Signal = (typeof SIGNALS)[number];

/** What never went quiet. */
export interface Restless {
  /** The source that reported it; `app` where the app in front does not answer, so that no source can. */
  readonly by: Signal | "app";
  /** In words, for example `e5 progress "Loading"`. */
  readonly what: string;
  /** Where the pixels keep changing; null if that is not known. */
  readonly region: Rect | null;
  /** The elements there. */
  readonly refs: readonly string[];
}

/** How the screen became stable after an action. */
export interface Settled {
  readonly isQuiet: boolean;
  /** What was listened to. */
  readonly signals: readonly Signal[];
  /** The source that reported a reaction; null if nothing reacted in the given time. */
  readonly reaction: Signal | null;
  /** From the end of the action to the quiet, or to where the waiting was given up. */
  readonly waitedMs: number;
  /** Null if everything went quiet, and where it is not known what did not. */
  readonly restless: Restless | null;
  /** Short messages that an app showed meanwhile, by the events of the companion: they are in no tree. */
  readonly toasts: readonly string[];
}

/** An app may show hundreds; the last ones are those that are seen. */
const MOST_TOASTS = 5;

/** The lines of an answer; none if the screen is stable and there was no toast. */
export function settledLines({ isQuiet, waitedMs, restless, toasts }: Settled): readonly string[] {
  const last = toasts.slice(-MOST_TOASTS);
  const said = [...last.map((text) => `toast ${quoteWords(text)}`), ...spokenWarnings(last)];
  return isQuiet ? said : [...said, `! still changing after ${waitedMs} ms: ${restless?.what ?? "unknown part"}`];
}
