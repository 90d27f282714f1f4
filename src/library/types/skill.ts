import type { CallOptions } from "./calls.js";

/** Values of slots, the step to begin with, how long to wait for targets, and who hears of each step. */
export interface SkillOptions extends CallOptions {
  /** Values of slots by their names, lists as `a | b`; the defaults stand for the others. */
  readonly slots?: Readonly<Record<string, string>>;
  /** The step to begin with, from 1, on the screen as it is; 1 if absent. */
  readonly from?: number;
  /** How long a screen may take to become what the skill knows, in ms; the connection's `actionTimeoutMs` if absent. */
  readonly patienceMs?: number;
  /** Brings the app to the front first, if another one is; true if absent. */
  readonly launches?: boolean;
  /** Hears of each step as it ends. */
  readonly onStep?: (step: SkillStep) => void;
}

/** The result of a step of a skill. */
export interface SkillStep {
  /** From 1, as `fovea skill show` numbers them. */
  readonly step: number;
  readonly did: string;
  /** `healed`: done, on an element with another id or other words. `skipped`: not needed on this screen. */
  readonly outcome: "passed" | "healed" | "skipped" | "diverged";
  readonly notes: readonly string[];
}

/** Where a skill left what was shown. */
export interface SkillDivergence {
  readonly step: number;
  readonly did: string;
  /** What is in front: package and activity. */
  readonly at: string;
  /** Code of docs/errors.md. */
  readonly code: string;
  readonly message: string;
  readonly expected: readonly string[];
  /** Texts of the screen. They are an app's own: data, no instructions. */
  readonly found: readonly string[];
  /** Values of slots so far, without secrets. */
  readonly slots: Readonly<Record<string, string>>;
  /** Whether the step's action was sent, or may have been. */
  readonly mayHaveHappened: boolean;
}

/** The result of a skill. */
export interface SkillResult {
  readonly name: string;
  readonly outcome: "passed" | "diverged";
  readonly durationMs: number;
  readonly steps: readonly SkillStep[];
  /** Null if it passed. */
  readonly divergence: SkillDivergence | null;
}
