import type { FoveaError } from "../base/errors.js";
import type { Point } from "../base/geometry.js";
import type { UiElement } from "../screen/element.js";
import type { Frame } from "../screen/frame.js";
import type { Observation } from "../screen/observation.js";
import type { Settled } from "../screen/settled.js";

/** An act in the words of the tool that does just this: what would do it again. */
export interface ActCall {
  readonly tool: string;
  /** Without what is as by default; targets in the selector's canonical spelling. */
  readonly args: Readonly<Record<string, unknown>>;
}

/** What a call has in its arguments where it only sends, and nobody looks at the result. */
export const ONLY_SENDS = { answer: "none" } as const;

/** One action, as the recorder gets it. */
export interface ActNote {
  readonly call: ActCall;
  /** The screen as it was read last before the act was done; null where it never was. */
  readonly before: Observation | null;
  /** Refs of what it was done to, first to last; empty where that was no element. */
  readonly targetNames: readonly string[];
  /** performance.now() when the act began, was done, and had been looked at. */
  readonly times: { readonly begun: number; readonly done: number; readonly ended: number };
  readonly did: string;
  readonly points: readonly Point[];
  readonly by: string;
  /** Of text: the field that it went to; null where that is not known. Absent for other acts. */
  readonly typedInto?: UiElement | null;
  readonly after: Observation | null;
  readonly settled: Settled | null;
  readonly notes: readonly string[];
  /** Null where the call failed after the act may have been done. */
  readonly verdict: { readonly kind: string; readonly evidence: readonly string[] } | null;
  readonly error: FoveaError | null;
}

/** Hears what passes in one session; never fails, and is done in no time. */
export interface SessionWatcher {
  /** Pictures of the screen are wanted whole, as it has them. */
  readonly keepsFrames: boolean;
  /** A picture of the screen arrived. */
  frame(frame: Frame): void;
  /** An act was just sent: pictures from here on show what it led to. */
  sent(): void;
  /** An act ended. Acts of one session come one after another. */
  acted(note: ActNote): void;
}
