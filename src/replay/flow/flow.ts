import type { Direction, SwipeRequest } from "../../actions/verbs/swipe.js";
import type { Condition, Target } from "../../screen/selector.js";
import type { ElementSelector } from "../../screen/selector-element.js";
import type { EnvEntry } from "./flow-scripts.js";
import type { Evaluate } from "./template.js";

/** A flow that was read, including the flows that it runs. */
export interface Flow {
  /** Its `name`, else its file's name. */
  readonly name: string;
  /** The path of the file as the caller gave it. */
  readonly file: string;
  /** The app id in its head; may have scripts. */
  readonly appId: string;
  /** Names of its phones. A step without a name uses the first. Empty for one phone. */
  readonly devices: readonly string[];
  readonly tags: readonly string[];
  /** Properties for reports. */
  readonly properties: Readonly<Record<string, string>>;
  /** Facts that the user should know before the run. */
  readonly notes: readonly string[];
  readonly env: readonly EnvEntry[];
  readonly onStart: readonly FlowStep[];
  readonly steps: readonly FlowStep[];
  /** Steps at the end that run in any case. */
  readonly onComplete: readonly FlowStep[];
}

/** The steps that a command runs: its own, or those of another flow. */
export type FlowParts = Pick<Flow, "env" | "onStart" | "steps" | "onComplete">;

export interface FlowStep {
  /** The step in one printable line; its `label` if it has one. */
  readonly name: string;
  /** Its file and line: `login.yaml:12`. */
  readonly place: string;
  /** The path of its flow. */
  readonly file: string;
  /** The name of the phone that performs it; null for the first. */
  readonly device: string | null;
  /** Whether the flow goes on when this command fails. */
  readonly isOptional: boolean;
  /** How long to wait before the step, in ms. */
  readonly delayMs: number;
  /** A condition in Fovea's syntax that has to become true by this step; may have scripts; null for none. */
  readonly expect: string | null;
  readonly command: FlowCommand | DeferredCommand;
}

/** A command with scripts: it is only known when its turn comes. */
export interface DeferredCommand {
  readonly kind: "deferred";
  /** The kind of the command. */
  readonly later: FlowCommand["kind"];
  /**
   * Evaluates the scripts and reads the command. Errors: FLOW_INVALID if the values are not valid in the command; those
   * of scripts.
   */
  readonly read: (evaluate: Evaluate) => Promise<{ readonly name: string; readonly command: FlowCommand }>;
}

/** The condition for running a block. */
export interface When {
  /** Whether the condition can be true; false if it is for another platform. */
  readonly isPossible: boolean;
  /** A text with scripts that is read as true or false; null for none. */
  readonly truth: string | null;
  /** Conditions that all have to be true. */
  readonly conditions: (evaluate: Evaluate) => Promise<readonly Condition[]>;
}

/** The way of a swipe; the runner sets the time to wait for its target. */
export type SwipePlan = SwipeRequest;

export type FlowCommand = PlainCommand | BlockCommand;

/** A command that contains other commands, or controls the run. */
export type BlockCommand =
  | { readonly kind: "flow"; readonly when: When | null; readonly parts: FlowParts }
  | {
      readonly kind: "repeat";
      /** The number of repetitions; null to repeat for as long as `while` is true. */
      readonly times: string | null;
      readonly while: When | null;
      readonly steps: readonly FlowStep[];
    }
  | { readonly kind: "retry"; readonly times: string | null; readonly parts: FlowParts }
  | { readonly kind: "eval"; readonly script: string }
  | {
      readonly kind: "script";
      readonly file: string;
      readonly source: string;
      readonly env: readonly EnvEntry[];
      readonly when: When | null;
    };

/** A command that contains no other commands. */
export type PlainCommand =
  | {
      readonly kind: "launch";
      readonly appId: string;
      readonly stops: boolean;
      readonly clears: boolean;
      readonly extras: Readonly<Record<string, LaunchValue>>;
      /** The permissions to change; null grants all permissions, as in Maestro. */
      readonly permissions: readonly PermissionChange[] | null;
    }
  | { readonly kind: "permissions"; readonly appId: string; readonly permissions: readonly PermissionChange[] }
  | {
      readonly kind: "orientation";
      readonly to: "portrait" | "landscape" | "landscape-right" | "upside-down";
    }
  /** Null toggles the mode. */
  | { readonly kind: "darkMode"; readonly isOn: boolean | null }
  | { readonly kind: "isDark"; readonly expected: boolean }
  /** Null toggles the mode. */
  | { readonly kind: "airplane"; readonly isOn: boolean | null }
  | { readonly kind: "location"; readonly at: GeoPoint }
  | { readonly kind: "travel"; readonly points: readonly GeoPoint[]; readonly metresPerSecond: number }
  | { readonly kind: "stop" | "clear"; readonly appId: string }
  | TapCommand
  | { readonly kind: "type"; readonly text: string }
  | { readonly kind: "random"; readonly what: RandomKind; readonly length: number }
  /** Null deletes the whole text of the field. */
  | { readonly kind: "erase"; readonly count: number | null }
  | { readonly kind: "press"; readonly key: string }
  | { readonly kind: "hideKeyboard" }
  | { readonly kind: "rest" }
  | { readonly kind: "paste" }
  | { readonly kind: "swipe"; readonly swipe: SwipePlan }
  | ScrollCommand
  /** A null time waits as long as for any element. */
  | { readonly kind: "assert"; readonly condition: Condition; readonly timeoutMs: number | null }
  | { readonly kind: "copy"; readonly element: ElementSelector }
  /** Sets the text that `pasteText` types. */
  | { readonly kind: "clip"; readonly text: string }
  | {
      readonly kind: "open";
      readonly url: string;
      /** The app that should open the address without a chooser, if it can; null to let the device decide. */
      readonly verifiesFor: string | null;
      readonly browser: boolean;
    }
  | { readonly kind: "screenshot"; readonly file: string; readonly crop: ElementSelector | null }
  | LooksCommand
  /** Pictures and films, by paths relative to the flow's folder. */
  | { readonly kind: "media"; readonly flow: FlowPlace; readonly files: readonly string[] }
  | { readonly kind: "truth"; readonly text: string }
  /** Begins a video; ends it if there is no file. */
  | { readonly kind: "video"; readonly file: string | null }
  /** A command that is not possible here. It does not fail the flow, since it is optional; gives the reason. */
  | { readonly kind: "unable"; readonly why: string }
  | PerformanceCommand
  | ModelCommand
  /** A command that does nothing on Android; gives the reason. */
  | { readonly kind: "nothing"; readonly why: string };

/** A question to a model about the screen: whether a statement is true, which defects it has, or a text to extract. */
export type ModelCommand =
  | { readonly kind: "judge"; readonly assertion: string }
  | { readonly kind: "defects" }
  | { readonly kind: "extract"; readonly query: string; readonly variable: string };

/** A permission or a group of permissions, by its name in the flow. */
export interface PermissionChange {
  readonly name: string;
  readonly isGiven: boolean;
  /** Its value in the flow: `allow`, `deny`, or any other text, which revokes it. */
  readonly said: string;
}

/** A place on earth, in degrees. */
export interface GeoPoint {
  readonly latitude: number;
  readonly longitude: number;
}

/** An extra of an intent: a text, a number, or a boolean. */
export type LaunchValue = string | number | boolean;

export type RandomKind = "text" | "number" | "email" | "person" | "city" | "country" | "color";

export interface TapCommand {
  readonly kind: "tap";
  readonly target: Target;
  /** Taps in quick succession. */
  readonly count: number;
  readonly holdMs: number;
  /** How often to repeat the taps, each time after the screen is stable. */
  readonly times: number;
  /** The pause between repetitions, in ms. */
  readonly delayMs: number;
  /** Whether to tap once more if the tap had no effect. */
  readonly retries: boolean;
}

/** Limits for an app; a null limit is not checked. */
export interface PerformanceCommand {
  readonly kind: "performance";
  readonly appId: string;
  /** The limit for the time of a cold start until the first frame, in ms. */
  readonly mostStartMs: number | null;
  /** The limit for the share of late frames. */
  readonly mostJankPercent: number | null;
  readonly mostMemoryMb: number | null;
}

/** Asserts that the screen, or one element, looks like a saved picture. */
export interface LooksCommand {
  readonly kind: "looks";
  /** The path of the picture, relative to the flow's folder, with its extension. */
  readonly file: string;
  /** The file of the flow, and the folder outside which nothing is written. */
  readonly flow: FlowPlace;
  /** The least share of equal pixels, in percent. */
  readonly leastPercent: number;
  readonly crop: ElementSelector | null;
  /** Elements that are not compared. */
  readonly masks: readonly ElementSelector[];
}

/** The place of a command. */
export interface FlowPlace {
  readonly file: string;
  /** The folder of the workspace: the command may not use files outside. */
  readonly root: string;
}

export interface ScrollCommand {
  readonly kind: "scrollUntil";
  readonly element: ElementSelector;
  /** The direction of the finger. */
  readonly direction: Direction;
  readonly timeoutMs: number;
  readonly speed: "slow" | "normal" | "fast";
  /** Whether to scroll on until the element is about in the middle. */
  readonly centers: boolean;
}
