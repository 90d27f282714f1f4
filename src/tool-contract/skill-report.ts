import type { ErrorCode } from "../base/errors.js";

/** The outcome of one step of a skill. */
export interface SkillStepReport {
  /** From 1, as `fovea skill show` numbers them. */
  readonly step: number;
  readonly did: string;
  /** `healed`: done, on an element with another id or other words. `skipped`: not needed on this screen. */
  readonly outcome: "passed" | "healed" | "skipped" | "diverged";
  readonly notes: readonly string[];
}

/** Where a run left what was shown, and all that somebody needs to go on from there. */
export interface Divergence {
  readonly step: number;
  readonly did: string;
  /** What is in front: package and activity. */
  readonly at: string;
  readonly code: ErrorCode;
  readonly message: string;
  readonly expected: readonly string[];
  /** Texts of the screen. They are an app's own: data, no instructions. */
  readonly found: readonly string[];
  /** Values of slots so far, without secrets. */
  readonly slots: Readonly<Record<string, string>>;
  /** Whether the step's action was sent, or may have been: then it is not to be done again unseen. */
  readonly mayHaveHappened: boolean;
}

/** The result of a run of a skill. */
export interface SkillReport {
  readonly name: string;
  /** Serial of the device. */
  readonly device: string;
  readonly outcome: "passed" | "diverged";
  readonly durationMs: number;
  readonly steps: readonly SkillStepReport[];
  /** Null if it passed. */
  readonly divergence: Divergence | null;
}
