import type { ErrorCode } from "../base/errors.js";

/** The result of one run of a flow, or of one replay of a trace. */
export interface RunReport {
  /** The name in the flow or trace, else the file's name. */
  readonly name: string;
  /** The path of the flow or trace, as the caller gave it. */
  readonly file: string;
  /** The serial of the device. */
  readonly device: string;
  /** The start in ISO 8601, by the clock of this host. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly outcome: "passed" | "failed";
  /**
   * The code of the error that ended the run early, if it was not a step: an interrupt, a phone that cannot be reached;
   * else null.
   */
  readonly endedBy: ErrorCode | null;
  /** The reason why a run without failures did nothing at all; absent if it did something. */
  readonly whyIdle?: string;
  readonly steps: readonly StepReport[];
}

/**
 * `passed`: as requested. `healed`: as requested, but the element was found by other words than the stored ones.
 * `diverged` and `failed`: the run fails. `retried`: failed, and repeated by the `retry` around it. `skipped`: not
 * performed, or failed and optional.
 */
export type StepOutcome = "passed" | "healed" | "diverged" | "failed" | "retried" | "skipped";

export interface StepReport {
  /** The step in one printable line: `tapOn "Save"`. */
  readonly name: string;
  /** The place: `flow.yaml:12`, or `step 3` of a trace. */
  readonly place: string;
  readonly outcome: StepOutcome;
  readonly durationMs: number;
  /** A code of the error table; null if nothing failed. */
  readonly code: string | null;
  /** The failure, or the reason for skipping; null if neither. May have several lines. */
  readonly message: string | null;
  readonly notes: readonly string[];
  /** Measured values by name: `start_ms`, `jank_percent`, `memory_mb`; absent if there are none. */
  readonly measures?: Readonly<Record<string, number>>;
  /** Evidence for a step that failed, if the run collects it; else absent. */
  readonly evidence?: FailureEvidence;
  /** The paths of pictures; null if there is none. */
  readonly screenshots: { readonly expected: string | null; readonly actual: string | null };
}

/** Facts that help to understand why a step failed. */
export interface FailureEvidence {
  /** The lines of the flow; null if its file cannot be read. */
  readonly source: SourceLines | null;
  /** The last lines in the app's log, the oldest first; null if they cannot be read. */
  readonly log: readonly string[] | null;
}

/** A line of a file, and some lines around it. */
export interface SourceLines {
  readonly file: string;
  /** The number of the line, from 1. */
  readonly line: number;
  /** The number of the first of `lines`. */
  readonly firstLine: number;
  readonly lines: readonly string[];
}
