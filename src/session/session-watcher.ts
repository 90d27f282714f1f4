import type { FoveaError } from "../base/errors.js";
import type { Point } from "../base/geometry.js";
import type { UiElement } from "../screen/element.js";
import type { Frame } from "../screen/frame.js";
import type { Observation } from "../screen/observation.js";
import type { Settled } from "../screen/settled.js";

/** A tool call that repeats an action. */
export interface ActCall {
  readonly tool: string;
  /** The arguments without default values. Targets are selectors in their canonical form. */
  readonly args: Readonly<Record<string, unknown>>;
}

/** The arguments of a call that only sends the action and does not observe the result. */
export const ONLY_SENDS = { answer: "none" } as const;

/** One action, as the recorder gets it. */
export interface ActNote {
  readonly call: ActCall;
  /** The last observation before the action; null if there is none. */
  readonly before: Observation | null;
  /** Refs of the targets, first to last; empty if the target was not an element. */
  readonly targetNames: readonly string[];
  /** performance.now() when the action began, when it was done, and when its result had been observed. */
  readonly times: { readonly begun: number; readonly done: number; readonly ended: number };
  readonly did: string;
  readonly points: readonly Point[];
  readonly by: string;
  /** The field that received typed text; null if it is not known. Absent for other actions. */
  readonly typedInto?: UiElement | null;
  readonly after: Observation | null;
  readonly settled: Settled | null;
  readonly notes: readonly string[];
  /** Null if the call failed after the action may have been performed. */
  readonly verdict: { readonly kind: string; readonly evidence: readonly string[] } | null;
  readonly error: FoveaError | null;
}

/** Receives the events of one session. Its methods never throw, and they return quickly. */
export interface SessionWatcher {
  /** Whether it needs complete frames of the screen. */
  readonly keepsFrames: boolean;
  /** A frame of the screen arrived. */
  frame(frame: Frame): void;
  /** An action was just sent: frames from now on show its result. */
  sent(): void;
  /** An action ended. The actions of one session are sequential. */
  acted(note: ActNote): void;
}
