import { FoveaError } from "../../base/errors.js";
import type { Session } from "../../session/session.js";
import type { SourceLines, StepReport } from "../report.js";
import type { ScriptLimits } from "../script/sandbox.js";
import type { Covers } from "./covers.js";
import type { FlowModel } from "./flow-model.js";
import type { Variables } from "./template.js";

/** What running a flow needs besides the flow. */
export interface FlowRunner {
  readonly session: Session;
  readonly allowedSchemes: readonly string[];
  /** Given by the caller; the flow's own come after them. None if absent. */
  readonly variables?: Variables;
  /** The other phones of a flow that is for several, by the names that it gives them; absent for none. */
  readonly peers?: ReadonlyMap<string, FlowRunner>;
  /** Hosts that scripts may ask; none if absent. */
  readonly allowedHosts?: readonly string[];
  /** What scripts may take; SCRIPT_LIMITS if absent. */
  readonly scriptLimits?: ScriptLimits;
  /** How long an element may take to come, in ms; what is to go, or is optional, has 7 s of it at most. */
  readonly lookupMs: number;
  /** Folder for the pictures of failed steps and for those that flows take; null if none are wanted. */
  readonly pictures: string | null;
  /** What pictures of failed steps and those for models do not show, besides passwords; nothing if absent. */
  readonly covers?: Covers;
  /** Who is asked about screenshots; null or absent if nobody is. */
  readonly model?: FlowModel | null;
  /** Writes what `assertScreenshot` sees as what it is to see from now on; false if absent. */
  readonly updatesBaselines?: boolean;
  /** Passes where a flow may delete the data of an app. Errors: whatever says that it may not. */
  readonly mayClear: (appId: string, signal: AbortSignal) => Promise<void>;
  /** Runs behind each action that was done, before the next step; absent for nothing. Errors: the signal's reason. */
  readonly afterAct?: (signal: AbortSignal) => Promise<void>;
  /** How often a step may be tried that failed without having done anything; once if absent. */
  readonly mostAttempts?: number;
  /** What has to be known of an action before the next step: only that it was done, if absent. */
  readonly verification?: "off" | "basic" | "strict";
  /** Reads the last lines that an app logged, for what is collected of steps that fail; absent for nothing. */
  readonly readLog?: (packageName: string, signal: AbortSignal) => Promise<readonly string[]>;
  /** Hears of each step as it begins; absent for nothing. */
  readonly onStepBegin?: (step: Pick<StepReport, "name" | "place">) => void;
  /**
   * Writes each step into the trace of its phone, with lines of the flow around it and the moment (performance.now())
   * at which it began; absent if none is recorded.
   */
  readonly traceStep?: (step: TracedStep) => void;
  /** Hears of each step as it ends. */
  readonly onStep: (step: StepReport) => void;
}

/** A step as it is written into a trace. */
export interface TracedStep {
  readonly flow: string;
  readonly begunAt: number;
  readonly report: StepReport;
  readonly source: SourceLines | null;
}

/** Maestro waits so long for what is optional, and for what shall go. */
const SHORT_MS = 7_000;

export function shortLookup({ lookupMs }: FlowRunner): number {
  return Math.min(SHORT_MS, lookupMs);
}

/** The one that a step is for. Errors: INTERNAL for a phone that nobody chose. */
export function runnerFor(runner: FlowRunner, device: string | null): FlowRunner {
  const meant = device === null ? runner : runner.peers?.get(device);
  if (meant) return meant;
  throw new FoveaError("INTERNAL", `the flow has no phone ${device}`);
}
