import type { Picture } from "./calls.js";
import type { Screen } from "./screen.js";

/** One call: its inputs and its result. */
export interface DebugCall {
  readonly tool: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  /** When the call began, ISO 8601. */
  readonly startedAt: string;
  readonly durationMs: number;
  /** The answer that models read; null if the call failed. */
  readonly result: string | null;
  readonly error: { readonly code: string; readonly message: string } | null;
  /** How the call got its result, line by line: the resolved target, the attempts, notes, settling, verdict. */
  readonly decision: readonly string[];
  /** The last known screen when the call ended, and the cost of reading it; null if none was read. */
  readonly visualState: DebugScreen | null;
}

/** A screen, the cost of reading it, and the source and the age of each part. */
export interface DebugScreen {
  readonly screen: Screen;
  /** How long the reading took, and how many resources of the phone it used. */
  readonly cost: Readonly<Record<string, number | null>>;
  /** The parts of the observation: the source of each, its age and how long it took, in ms. */
  readonly parts: Readonly<
    Record<string, { readonly source: string; readonly ageMs: number | null; readonly durationMs: number }>
  >;
}

/** Facts of the last calls. */
export interface DebugContext {
  /** The last 20 calls, the oldest first. */
  readonly calls: readonly DebugCall[];
  /** The last 5 different screens at the end of calls, the oldest first. */
  readonly screens: readonly Screen[];
  /** The present screen; null if no screenshot can be taken. */
  readonly screenshot: Picture | null;
}
