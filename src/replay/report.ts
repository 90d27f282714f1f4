import type { ErrorCode } from "../base/errors.js";

/** What one run of a flow, or one replay of a trace, came to. */
export interface RunReport {
  /** What the flow or trace calls itself, else the name of its file. */
  readonly name: string;
  /** Path of the flow or trace, as it was given. */
  readonly file: string;
  /** Serial of the device. */
  readonly device: string;
  /** ISO 8601, by the clock of this host. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly outcome: "passed" | "failed";
  /**
   * Code of what ended the run early, other than a step: an interrupt, a phone out of reach; null if nothing did.
   */
  readonly endedBy: ErrorCode | null;
  /** Why nothing at all was done in a run in which nothing failed; absent if something was. */
  readonly whyIdle?: string;
  readonly steps: readonly StepReport[];
}

/**
 * `passed` is as it was asked for; `healed` is too, but its element was found by other words than those that were
 * stored. `diverged` and `failed` make the run a failed one. `retried` ones failed, and were done again by
 * the `retry` around them. `skipped` steps were not done, or failed where they were optional.
 */
export type StepOutcome = "passed" | "healed" | "diverged" | "failed" | "retried" | "skipped";

export interface StepReport {
  /** What it is, one printable line: `tapOn "Save"`. */
  readonly name: string;
  /** `flow.yaml:12`, or `step 3` of a trace. */
  readonly place: string;
  readonly outcome: StepOutcome;
  readonly durationMs: number;
  /** Code of the error table; null if nothing failed. */
  readonly code: string | null;
  /** What failed, or why it was skipped; null if neither. May have several lines. */
  readonly message: string | null;
  readonly notes: readonly string[];
  /** What was measured, by name: `start_ms`, `jank_percent`, `memory_mb`; absent if nothing was. */
  readonly measures?: Readonly<Record<string, number>>;
  /** Evidence for a step that failed, if the run collects it; else absent. */
  readonly evidence?: FailureEvidence;
  /** Paths of pictures; null if there is none. */
  readonly screenshots: { readonly expected: string | null; readonly actual: string | null };
}

/** What helps to understand why a step failed. */
export interface FailureEvidence {
  /** Null if its file cannot be read. */
  readonly source: SourceLines | null;
  /** The last lines that the app logged, oldest first; null if they cannot be read. */
  readonly log: readonly string[] | null;
}

/** A line of a file, and some around it. */
export interface SourceLines {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** The number of the first of `lines`. */
  readonly firstLine: number;
  readonly lines: readonly string[];
}
