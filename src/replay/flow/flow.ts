import type { Direction, SwipeRequest } from "../../actions/verbs/swipe.js";
import type { Condition, Target } from "../../screen/selector.js";
import type { ElementSelector } from "../../screen/selector-element.js";
import type { EnvEntry } from "./flow-scripts.js";
import type { Evaluate } from "./template.js";

/** A flow as it was read, the flows that it runs are part of it. */
export interface Flow {
  /** Its `name`, else the name of its file. */
  readonly name: string;
  /** As it was given. */
  readonly file: string;
  /** The app id in its head; may have scripts. */
  readonly appId: string;
  /** Names of the phones that it is for, the first of which is meant where a step names none; empty for one phone. */
  readonly devices: readonly string[];
  readonly tags: readonly string[];
  /** For reports. */
  readonly properties: Readonly<Record<string, string>>;
  /** Worth knowing before it is run. */
  readonly notes: readonly string[];
  readonly env: readonly EnvEntry[];
  readonly onStart: readonly FlowStep[];
  readonly steps: readonly FlowStep[];
  /** Done at the end in any case. */
  readonly onComplete: readonly FlowStep[];
}

/** Steps that a command runs: its own, or those of another flow. */
export type FlowParts = Pick<Flow, "env" | "onStart" | "steps" | "onComplete">;

export interface FlowStep {
  /** What it is, one printable line; its `label` where it has one. */
  readonly name: string;
  /** `login.yaml:12`. */
  readonly place: string;
  /** The flow that it is in. */
  readonly file: string;
  /** Which of the flow's phones it is for, by name; null for the first. */
  readonly device: string | null;
  /** Whether the flow goes on when this command fails. */
  readonly isOptional: boolean;
  /** How long to wait before it, in ms. */
  readonly delayMs: number;
  /** A condition of Fovea's that has to become true by it, besides; may have scripts. */
  readonly expect: string | null;
  readonly command: FlowCommand | DeferredCommand;
}

/** A command with scripts in it, which is known only when it is its turn. */
export interface DeferredCommand {
  readonly kind: "deferred";
  /** What it will be. */
  readonly later: FlowCommand["kind"];
  /** Errors: FLOW_INVALID where the values make no command; those of scripts. */
  readonly read: (evaluate: Evaluate) => Promise<{ readonly name: string; readonly command: FlowCommand }>;
}

/** When something is done at all. */
export interface When {
  /** False if the flow itself says that it is not: another platform. */
  readonly isPossible: boolean;
  /** A text that says yes or no, with scripts; null for none. */
  readonly truth: string | null;
  /** All have to be true. */
  readonly conditions: (evaluate: Evaluate) => Promise<readonly Condition[]>;
}

/** Where a swipe goes; the time to wait for what it starts on is the runner's. */
export type SwipePlan = SwipeRequest;

export type FlowCommand = PlainCommand | BlockCommand;

/** What holds others, or is about the run itself. */
export type BlockCommand =
  | { readonly kind: "flow"; readonly when: When | null; readonly parts: FlowParts }
  | {
      readonly kind: "repeat";
      /** Null for as long as `while` holds. */
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

/** A command that is done by itself. */
export type PlainCommand =
  | {
      readonly kind: "launch";
      readonly appId: string;
      readonly stops: boolean;
      readonly clears: boolean;
      readonly extras: Readonly<Record<string, LaunchValue>>;
      /** Null gives all, as in Maestro. */
      readonly permissions: readonly PermissionChange[] | null;
    }
  | { readonly kind: "permissions"; readonly appId: string; readonly permissions: readonly PermissionChange[] }
  | {
      readonly kind: "orientation";
      readonly to: "portrait" | "landscape" | "landscape-right" | "upside-down";
    }
  /** Null for the other than it is. */
  | { readonly kind: "darkMode"; readonly isOn: boolean | null }
  | { readonly kind: "isDark"; readonly expected: boolean }
  /** Null for the other than it is. */
  | { readonly kind: "airplane"; readonly isOn: boolean | null }
  | { readonly kind: "location"; readonly at: GeoPoint }
  | { readonly kind: "travel"; readonly points: readonly GeoPoint[]; readonly metresPerSecond: number }
  | { readonly kind: "stop" | "clear"; readonly appId: string }
  | TapCommand
  | { readonly kind: "type"; readonly text: string }
  | { readonly kind: "random"; readonly what: RandomKind; readonly length: number }
  /** Null empties the field. */
  | { readonly kind: "erase"; readonly count: number | null }
  | { readonly kind: "press"; readonly key: string }
  | { readonly kind: "hideKeyboard" }
  | { readonly kind: "rest" }
  | { readonly kind: "paste" }
  | { readonly kind: "swipe"; readonly swipe: SwipePlan }
  | ScrollCommand
  /** Null waits as long as for any element. */
  | { readonly kind: "assert"; readonly condition: Condition; readonly timeoutMs: number | null }
  | { readonly kind: "copy"; readonly element: ElementSelector }
  /** What `pasteText` types from then on. */
  | { readonly kind: "clip"; readonly text: string }
  | {
      readonly kind: "open";
      readonly url: string;
      /** The app that is to open it where it can, and no chooser is to come; null for whichever the device has. */
      readonly verifiesFor: string | null;
      readonly browser: boolean;
    }
  | { readonly kind: "screenshot"; readonly file: string; readonly crop: ElementSelector | null }
  | LooksCommand
  /** Pictures and films, by their paths from the folder of the flow. */
  | { readonly kind: "media"; readonly flow: FlowPlace; readonly files: readonly string[] }
  | { readonly kind: "truth"; readonly text: string }
  /** Begins a video, or ends it where there is no file. */
  | { readonly kind: "video"; readonly file: string | null }
  /** What cannot be done here, and fails nothing, as it is optional; says why. */
  | { readonly kind: "unable"; readonly why: string }
  | PerformanceCommand
  | ModelCommand
  /** Nothing on Android; says why. */
  | { readonly kind: "nothing"; readonly why: string };

/** What a model is asked about the screen: whether something is true of it, which defects it has, what it shows. */
export type ModelCommand =
  | { readonly kind: "judge"; readonly assertion: string }
  | { readonly kind: "defects" }
  | { readonly kind: "extract"; readonly query: string; readonly variable: string };

/** A permission, or a group of them, by the name that a flow gives it. */
export interface PermissionChange {
  readonly name: string;
  readonly isGiven: boolean;
  /** Its value in the flow: `allow`, `deny`, or anything else, which takes it away. */
  readonly said: string;
}

/** In degrees. */
export interface GeoPoint {
  readonly latitude: number;
  readonly longitude: number;
}

/** An extra of an intent: a text, a whole number, a fraction, or yes and no. */
export type LaunchValue = string | number | boolean;

export type RandomKind = "text" | "number" | "email" | "person" | "city" | "country" | "color";

export interface TapCommand {
  readonly kind: "tap";
  readonly target: Target;
  /** Taps in quick succession. */
  readonly count: number;
  readonly holdMs: number;
  /** How often it is done, each time after the screen has become stable. */
  readonly times: number;
  /** Between these, in ms. */
  readonly delayMs: number;
  /** Whether it is tried once more if it had no effect. */
  readonly retries: boolean;
}

/** An app takes no more than this; null if it does not matter. */
export interface PerformanceCommand {
  readonly kind: "performance";
  readonly appId: string;
  /** The limit for a cold start, until its first frame. */
  readonly mostStartMs: number | null;
  /** The limit for frames that came too late. */
  readonly mostJankPercent: number | null;
  readonly mostMemoryMb: number | null;
}

/** The screen, or an element of it, is as in a picture. */
export interface LooksCommand {
  readonly kind: "looks";
  /** The path of the picture from the folder of the flow, with its file extension. */
  readonly file: string;
  /** Path of the flow that names it, and of the folder outside which nothing is written. */
  readonly flow: FlowPlace;
  /** The share of the pixels that has to be the same. */
  readonly leastPercent: number;
  readonly crop: ElementSelector | null;
  /** What these show does not count. */
  readonly masks: readonly ElementSelector[];
}

/** Where a command stands. */
export interface FlowPlace {
  readonly file: string;
  /** The folder of its workspace: it may not use files outside. */
  readonly root: string;
}

export interface ScrollCommand {
  readonly kind: "scrollUntil";
  readonly element: ElementSelector;
  /** Where the finger moves. */
  readonly direction: Direction;
  readonly timeoutMs: number;
  readonly speed: "slow" | "normal" | "fast";
  /** Then on until it is about in the middle. */
  readonly centers: boolean;
}
