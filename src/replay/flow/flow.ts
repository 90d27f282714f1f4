import type { Direction, SwipeRequest } from "../../actions/verbs/swipe.js";
import type { Condition, Target } from "../../screen/selector.js";
import type { ElementSelector } from "../../screen/selector-element.js";

/** A flow as it was read: variables are filled in, the flows that it runs are part of it. */
export interface Flow {
  /** Its `name`, else the name of its file. */
  readonly name: string;
  /** As it was given. */
  readonly file: string;
  readonly tags: readonly string[];
  readonly onStart: readonly FlowStep[];
  readonly steps: readonly FlowStep[];
  /** Done at the end in any case. */
  readonly onComplete: readonly FlowStep[];
}

export interface FlowStep {
  /** What it is, one printable line; its `label` where it has one. */
  readonly name: string;
  /** `login.yaml:12`. */
  readonly place: string;
  /** A failure of it is no failure of the flow. */
  readonly isOptional: boolean;
  /** A condition of Fovea's that has to become true by it, besides. */
  readonly expect: string | null;
  readonly command: FlowCommand;
}

/** When something is done at all. */
export interface When {
  /** All have to be true. */
  readonly conditions: readonly Condition[];
  /** False where the flow itself says that it is not: another platform, `true: false`. */
  readonly isPossible: boolean;
}

/** Where a swipe goes; the time to wait for what it starts on is the runner's. */
export type SwipePlan = SwipeRequest;

export type FlowCommand =
  | { readonly kind: "launch"; readonly appId: string; readonly stops: boolean; readonly clears: boolean }
  | { readonly kind: "stop" | "clear"; readonly appId: string }
  | TapCommand
  | { readonly kind: "type"; readonly text: string }
  /** Null empties the field. */
  | { readonly kind: "erase"; readonly count: number | null }
  | { readonly kind: "press"; readonly key: string }
  | { readonly kind: "hideKeyboard" | "rest" }
  | { readonly kind: "swipe"; readonly swipe: SwipePlan }
  | ScrollCommand
  /** Null waits as long as for any element. */
  | { readonly kind: "assert"; readonly condition: Condition; readonly timeoutMs: number | null }
  | { readonly kind: "open"; readonly url: string }
  | { readonly kind: "screenshot"; readonly file: string }
  | { readonly kind: "truth"; readonly holds: boolean }
  | { readonly kind: "flow"; readonly when: When; readonly steps: readonly FlowStep[] }
  | {
      readonly kind: "repeat";
      readonly times: number | null;
      readonly while: When | null;
      readonly steps: readonly FlowStep[];
    };

export interface TapCommand {
  readonly kind: "tap";
  readonly target: Target;
  /** Taps in quick succession. */
  readonly count: number;
  readonly holdMs: number;
  /** How often it is done, each time after the screen came to rest. */
  readonly times: number;
  /** Between these, in ms. */
  readonly delayMs: number;
  /** Once more where nothing came of it. */
  readonly retries: boolean;
}

export interface ScrollCommand {
  readonly kind: "scrollUntil";
  readonly element: ElementSelector;
  /** Where the finger moves. */
  readonly direction: Direction;
  readonly timeoutMs: number;
}
