import type { Picture } from "./calls.js";
import type { Screen } from "./screen.js";

/** One call, as it was made and as it ended. */
export interface DebugCall {
  readonly tool: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  /** When it began, ISO 8601. */
  readonly startedAt: string;
  readonly durationMs: number;
  /** The answer that models read; null if it failed. */
  readonly result: string | null;
  readonly error: { readonly code: string; readonly message: string } | null;
  /**
   * How the call got its result, line by line: how the target was understood, what was tried, notes, settling, verdict.
   */
  readonly decision: readonly string[];
  /** The screen as it was known when the call ended, and what reading it cost; null if none was read. */
  readonly visualState: DebugScreen | null;
}

/** A screen with what reading it took, and where and when each part of it was read. */
export interface DebugScreen {
  readonly screen: Screen;
  /** How long reading took, and what of the phone was used for it. */
  readonly cost: Readonly<Record<string, number | null>>;
  /** The parts of the observation: the source of each, its age and how long it took, in ms. */
  readonly parts: Readonly<
    Record<string, { readonly source: string; readonly ageMs: number | null; readonly durationMs: number }>
  >;
}

/** What is known of the last calls. */
export interface DebugContext {
  /** The last 20, the oldest first. */
  readonly calls: readonly DebugCall[];
  /** The last 5 different screens that they ended with, the oldest first. */
  readonly screens: readonly Screen[];
  /** The screen as it is now; null if none can be taken. */
  readonly screenshot: Picture | null;
}
