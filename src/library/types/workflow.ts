import type { CallOptions } from "./calls.js";

/**
 * What has to be known of an action before the next step: `off`, that it was done; `basic`, that it was not without
 * effect; `strict`, that what it was for is proven.
 */
export type Verification = "off" | "basic" | "strict";

/** Values of the environment, attempts, what has to be proven, and who hears of each step. */
export interface WorkflowOptions extends CallOptions {
  /** Values of the flow's variables: `${NAME}`. */
  readonly env?: Readonly<Record<string, string>>;
  /** How often a step may be tried; 3 if absent. One that may have done something is never tried again. */
  readonly maxAttempts?: number;
  /**
   * `basic` if absent. `strict` refuses a flow before anything is done if an action has neither `expect` nor an
   * assertion right after it, and fails where the result of one is unknown.
   */
  readonly verification?: Verification;
  /** How long an element may take to come, in ms; 17000 if absent, as in Maestro. */
  readonly lookupMs?: number;
  /** Folder for what the flow takes pictures of, and for the screens of failed steps; none if absent. */
  readonly screenshots?: string;
  /** Hears of each step as it ends. */
  readonly onStep?: (step: WorkflowStep) => void;
}

/** The result of a step of a flow or demonstration, and where it is in its file. */
export interface WorkflowStep {
  /** What it is: `tapOn "Save"`. */
  readonly name: string;
  /** `flow.yaml:12`, or `step 3` of a demonstration. */
  readonly place: string;
  /**
   * `healed`: done, on an element that was found by other words than those that were recorded. `diverged`: the
   * result is not what was recorded. `skipped`: not done, or optional and failed.
   */
  readonly outcome: "passed" | "healed" | "diverged" | "failed" | "retried" | "skipped";
  readonly durationMs: number;
  /** Code of docs/errors.md; null if nothing failed. */
  readonly code: string | null;
  readonly message: string | null;
  /** What was done, its verdict, and which attempts failed before. */
  readonly notes: readonly string[];
}

/** The result of a flow or a demonstration. */
export interface WorkflowResult {
  readonly name: string;
  /** `skipped`: nothing failed, and nothing was done, so that nothing was tested either. */
  readonly outcome: "passed" | "failed" | "skipped";
  /** Why nothing was done; null if something was. */
  readonly why: string | null;
  readonly durationMs: number;
  readonly steps: readonly WorkflowStep[];
}

/** A task that was recorded: a trace of docs/traces.md. */
export interface Demonstration {
  /** The name of its folder. */
  readonly name: string;
  /** The path of the folder, or of the file that it was packed in. */
  readonly path: string;
  readonly steps: readonly DemonstratedStep[];
}

/** A step of a trace: what was done, by which tool, in which app, with which verdict. */
export interface DemonstratedStep {
  /** From 1. */
  readonly number: number;
  /** What was done, in the past tense. */
  readonly did: string;
  /** The tool that does it again; null if the trace does not say. */
  readonly tool: string | null;
  /** Package in front before it; null if that was not recorded. */
  readonly package: string | null;
  /** Kind of the recorded verdict; null if there is none. */
  readonly verdict: string | null;
}

/** The folder for the trace, and whether what a person does on the phone is written, too. */
export interface RecordOptions {
  /** A folder for the traces, one for each device; without a trace of this phone, which would be continued. */
  readonly folder: string;
  /**
   * Also what a person does on the phone: touches by the element under them, typed text by its field. Throws
   * UNSUPPORTED_ON_DEVICE where no companion runs.
   */
  readonly byHand?: boolean;
}

/** A recording that goes on. It ends with `stop`, with the connection, or with `await using`. */
export interface Recording extends AsyncDisposable {
  /** Waits until all is written. Null if nothing was done meanwhile. */
  stop(): Promise<Recorded | null>;
}

/** The trace that was written; `unresolved` says why touches by hand have no element. */
export interface Recorded {
  /** The path of this phone's trace. */
  readonly path: string;
  readonly steps: number;
  readonly calls: number;
  /** Why touches of a person are without an element, one for each; empty if all have one. */
  readonly unresolved: readonly string[];
}
