import { FoveaError } from "../../base/errors.js";
import type { Session } from "../../session/session.js";
import type { SourceLines, StepReport } from "../report.js";
import type { ScriptLimits } from "../script/sandbox.js";
import type { Covers } from "./covers.js";
import type { FlowModel } from "./flow-model.js";
import type { Variables } from "./template.js";

/** The things that a run of a flow needs, besides the flow. */
export interface FlowRunner {
  readonly session: Session;
  readonly allowedSchemes: readonly string[];
  /** Variables of the caller; the flow's own are defined after them. None if absent. */
  readonly variables?: Variables;
  /** The other phones of a flow for several phones, by the names in the flow; absent for one phone. */
  readonly peers?: ReadonlyMap<string, FlowRunner>;
  /** Hosts to which scripts may send requests; none if absent. */
  readonly allowedHosts?: readonly string[];
  /** Limits of scripts; SCRIPT_LIMITS if absent. */
  readonly scriptLimits?: ScriptLimits;
  /**
   * How long to wait for an element, in ms. For an optional element, or one that has to disappear, the wait is at most
   * 7 s.
   */
  readonly lookupMs: number;
  /** The folder for the flow's own screenshots and for those of failed steps; null if none are kept. */
  readonly pictures: string | null;
  /** Which parts to cover in pictures of failed steps and in pictures for models, besides passwords; none if absent. */
  readonly covers?: Covers;
  /** The model that judges screenshots; null or absent if there is none. */
  readonly model?: FlowModel | null;
  /** Whether `assertScreenshot` saves the screen as the new baseline instead of comparing it; false if absent. */
  readonly updatesBaselines?: boolean;
  /** Asks whether a flow may delete the data of an app. Errors: any if it may not. */
  readonly mayClear: (appId: string, signal: AbortSignal) => Promise<void>;
  /** Runs after each action, before the next step; absent for nothing. Errors: the signal's reason. */
  readonly afterAct?: (signal: AbortSignal) => Promise<void>;
  /** How often a step may be tried if it fails without any effect; once if absent. */
  readonly mostAttempts?: number;
  /** What has to be verified after an action, before the next step; if absent, only that it was performed. */
  readonly verification?: "off" | "basic" | "strict";
  /** Reads the last log lines of an app, for the evidence of failed steps; absent for nothing. */
  readonly readLog?: (packageName: string, signal: AbortSignal) => Promise<readonly string[]>;
  /** Called at the beginning of each step; absent for nothing. */
  readonly onStepBegin?: (step: Pick<StepReport, "name" | "place">) => void;
  /**
   * Writes each step into the trace of its phone, with the lines of the flow around it and its start
   * (performance.now()); absent if no trace is recorded.
   */
  readonly traceStep?: (step: TracedStep) => void;
  /** Called at the end of each step. */
  readonly onStep: (step: StepReport) => void;
}

/** A step in the form for a trace. */
export interface TracedStep {
  readonly flow: string;
  readonly begunAt: number;
  readonly report: StepReport;
  readonly source: SourceLines | null;
}

/** How long Maestro waits for an optional element, and for an element to disappear. */
const SHORT_MS = 7_000;

export function shortLookup({ lookupMs }: FlowRunner): number {
  return Math.min(SHORT_MS, lookupMs);
}

/** The runner of the phone that a step names. Errors: INTERNAL for an unknown phone. */
export function runnerFor(runner: FlowRunner, device: string | null): FlowRunner {
  const meant = device === null ? runner : runner.peers?.get(device);
  if (meant) return meant;
  throw new FoveaError("INTERNAL", `the flow has no phone ${device}`);
}
