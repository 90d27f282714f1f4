import type { CallOptions } from "./calls.js";

/**
 * What has to be verified after each action, before the next step. `off`: only that the action was performed. `basic`:
 * also that it was not without effect. `strict`: also that it had the expected result.
 */
export type Verification = "off" | "basic" | "strict";

/** How to run a flow: values of variables, attempts, verification, and a callback for each step. */
export interface WorkflowOptions extends CallOptions {
  /** Values of the flow's variables: `${NAME}`. */
  readonly env?: Readonly<Record<string, string>>;
  /** How often a step may be tried; 3 if absent. A step that may have had an effect is never repeated. */
  readonly maxAttempts?: number;
  /**
   * `basic` if absent. `strict` refuses a flow before anything is done if an action has neither `expect` nor an
   * assertion right after it, and fails if the result of an action is unknown.
   */
  readonly verification?: Verification;
  /** How long to wait for an element, in ms; 17000 if absent, as in Maestro. */
  readonly lookupMs?: number;
  /** The folder for the flow's own screenshots and for the screens of failed steps; none if absent. */
  readonly screenshots?: string;
  /** Called at the end of each step. */
  readonly onStep?: (step: WorkflowStep) => void;
}

/** The result of a step of a flow or demonstration, and its place in the file. */
export interface WorkflowStep {
  /** The step in words: `tapOn "Save"`. */
  readonly name: string;
  /** The place: `flow.yaml:12`, or `step 3` of a demonstration. */
  readonly place: string;
  /**
   * `healed`: performed on an element that was found by other words than the recorded ones. `diverged`: the result
   * differs from the recording. `skipped`: not performed, or optional and failed.
   */
  readonly outcome: "passed" | "healed" | "diverged" | "failed" | "retried" | "skipped";
  readonly durationMs: number;
  /** A code of docs/errors.md; null if nothing failed. */
  readonly code: string | null;
  readonly message: string | null;
  /** The action, its verdict, and the attempts that failed before. */
  readonly notes: readonly string[];
}

/** The result of a flow or a demonstration. */
export interface WorkflowResult {
  readonly name: string;
  /** `skipped`: nothing failed, but nothing was performed, so nothing was tested. */
  readonly outcome: "passed" | "failed" | "skipped";
  /** Why nothing was performed; null if something was. */
  readonly why: string | null;
  readonly durationMs: number;
  readonly steps: readonly WorkflowStep[];
}

/** A recorded task: a trace of docs/traces.md. */
export interface Demonstration {
  /** The name of its folder. */
  readonly name: string;
  /** The path of the folder, or of the packed file. */
  readonly path: string;
  readonly steps: readonly DemonstratedStep[];
}

/** A step of a trace: the action, its tool, the app and the verdict. */
export interface DemonstratedStep {
  /** The number of the step, from 1. */
  readonly number: number;
  /** The action in the past tense. */
  readonly did: string;
  /** The tool that can repeat the action; null if the trace does not name it. */
  readonly tool: string | null;
  /** The package in front before the action; null if it was not recorded. */
  readonly package: string | null;
  /** The kind of the recorded verdict; null if there is none. */
  readonly verdict: string | null;
}

/** The folder for the trace, and whether to record also what a person does on the phone. */
export interface RecordOptions {
  /** The folder for the traces, one for each device. It must not have a trace of this phone yet. */
  readonly folder: string;
  /**
   * Also records what a person does on the phone: touches with the element under them, typed text with its field.
   * Throws UNSUPPORTED_ON_DEVICE if no companion runs.
   */
  readonly byHand?: boolean;
}

/** A running recording. It ends with `stop`, with the connection, or with `await using`. */
export interface Recording extends AsyncDisposable {
  /** Ends the recording, and waits until everything is written. Null if nothing was done meanwhile. */
  stop(): Promise<Recorded | null>;
}

/** The trace that was written. */
export interface Recorded {
  /** The path of the trace of this phone. */
  readonly path: string;
  readonly steps: number;
  readonly calls: number;
  /** Why touches of a person have no element, one reason for each touch; empty if all have one. */
  readonly unresolved: readonly string[];
}
