import type * as z from "zod";
import type { Config } from "../base/config.js";
import type { ToolGroup } from "../base/options/choices.js";
import type { DeviceRegistry } from "../devices/devices.js";
import type { LiveMemory } from "../live-memory/live-memory.js";
import type { Recorder } from "../recorder/recorder.js";
import type { ConditionWords } from "../screen/selector.js";
import type { Session } from "../session/session.js";
import type { EncodedImage } from "../vision/image.js";
import type { SkillReport, SkillStepReport } from "./skill-report.js";

/** The parts that a tool may use. They are the same for every call of a server, and have no state of a caller. */
export interface ToolContext {
  readonly config: Config;
  readonly devices: DeviceRegistry;
  /** The session of the named device, or of the only device. Errors: see DeviceRegistry.get. */
  session(serial: string | undefined, signal: AbortSignal): Promise<Session>;
  /** The guard of this call, for actions without a session; absent if each session has its own. */
  readonly gate?: Session["gate"] | undefined;
  /** The conditions of plug-ins; absent if there are none. */
  readonly words?: ConditionWords | undefined;
  /** Stores the actions of calls, and records a trace if one is requested. */
  readonly recorder: Recorder;
  /** The memory of screens and ways; absent without --memory. */
  readonly memory?: LiveMemory | undefined;
  /** Reads a skill. Errors: SKILL_INVALID; SKILL_SLOT. */
  readonly prepareSkill: (use: SkillUse) => Promise<PreparedSkill>;
  /**
   * Performs the pending action of a `confirm_action` token; absent if there are no such tokens. Errors: CONSENT_STALE.
   */
  readonly confirmed?: (token: string, signal: AbortSignal) => Promise<ToolOutcome>;
  /**
   * From now on, asks somebody about each action of the call, also if the guard would not; absent if nobody can be
   * asked.
   */
  readonly raise?: () => void;
  /** Reports progress to the caller. */
  progress(message: string): void;
}

/** The request to run a skill. */
export interface SkillUse {
  /** The name of the skill in the folder of skills. */
  readonly skill: string;
  /** Values of slots: `NAME=value`. */
  readonly slots: readonly string[];
  /** The first step to perform, from 1. */
  readonly from: number;
}

/** A skill that was read, with the values of its slots; nothing is done yet. */
export interface PreparedSkill {
  readonly name: string;
  /** The number of steps. */
  readonly steps: number;
  /**
   * Performs the skill. If a screen does not fit the skill, the run ends, and the report says at which step. Errors:
   * those of actions.
   */
  readonly carryOut: (
    where: { readonly session: Session; readonly context: ToolContext },
    onStep: (step: SkillStepReport) => void,
    signal: AbortSignal,
  ) => Promise<SkillReport>;
}

/** The answer for the caller: text, and at most one picture. */
export interface ToolAnswer {
  readonly text: string;
  readonly image?: EncodedImage;
}

/** `read` tools only observe; `act` tools change something on the device. */
export type ToolKind = "read" | "act";

/** Options that offer additional tools. */
export type AskedBy = "takeAction" | "guard" | "manageApps" | "traceTools" | "memory";

export interface Tool<Schema extends z.ZodObject = z.ZodObject, Data = unknown> {
  /** The name in MCP: snake_case, at most 32 characters. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The description in the slim list; absent for a tool that is not in it. */
  readonly slim?: { readonly description: string; readonly fields: readonly string[] };
  readonly kind: ToolKind;
  /** The option that offers it; absent for a tool that needs no option. */
  readonly askedBy?: AskedBy;
  /** The group that `--tools` has to name; absent for a tool in no group. */
  readonly group?: ToolGroup;
  /** For an `act` tool: the arguments that make it act; without them, it only reads. If absent, it always acts. */
  readonly actsWith?: readonly string[];
  /** Whether the action cannot be undone by another call, as far as Fovea knows. */
  readonly destructive: boolean;
  /** Whether a second call with the same arguments has no further effect. */
  readonly idempotent: boolean;
  /** The longest time for a call in ms, unless the arguments request more. */
  readonly deadlineMs: number;
  /**
   * The arguments of one call, for the documents and for tests on the form of the virtual phone; absent if a call needs
   * no arguments.
   */
  readonly example?: Readonly<z.input<Schema>>;
  readonly input: Schema;
  /** Does the work and gives data. Errors: coded ones. */
  readonly run: (args: z.output<Schema>, context: ToolContext, signal: AbortSignal) => Promise<Data>;
  /** Makes text and pictures from the data; does nothing else. */
  readonly render: (data: Data, args: z.output<Schema>) => ToolAnswer | Promise<ToolAnswer>;
  /** The data for the command line's --json, without pixels. */
  readonly toJson: (data: Data) => unknown;
}

/** A tool in a form for lists, with its types hidden. */
export interface AnyTool extends Omit<Tool, "run" | "render" | "toJson"> {
  readonly perform: (args: unknown, context: ToolContext, signal: AbortSignal) => Promise<ToolOutcome>;
  /** The same in two steps, for a tool that somebody may have to agree to: see `asking-tool.ts`. */
  readonly prepare?: (args: unknown, context: ToolContext, signal: AbortSignal) => Promise<Prepared>;
}

/** The effect of a call, and the function that performs it once somebody has agreed. */
export interface Prepared<Outcome extends ToolOutcome = ToolOutcome> {
  readonly question: string;
  readonly about: readonly string[];
  readonly carryOut: (signal: AbortSignal) => Promise<Outcome>;
}

/** Whether a call of a tool changes something on the device. */
export function isAct({ kind, actsWith }: Pick<AnyTool, "kind" | "actsWith">, args: Record<string, unknown>): boolean {
  return kind === "act" && (actsWith === undefined || actsWith.some((name) => args[name] !== undefined));
}

/** The result of a call, as text and as data. */
export interface ToolOutcome {
  readonly answer: ToolAnswer;
  readonly toJson: () => unknown;
}

/** A tool whose data programs can use. */
export interface DataTool<Data> extends AnyTool {
  readonly perform: (args: unknown, context: ToolContext, signal: AbortSignal) => Promise<DataOutcome<Data>>;
  readonly prepare?: (args: unknown, context: ToolContext, signal: AbortSignal) => Promise<Prepared<DataOutcome<Data>>>;
}

export interface DataOutcome<Data> extends ToolOutcome {
  readonly data: Data;
}

/** Gives `run`, `render` and `toJson` their types from the schema. */
export function defineTool<Schema extends z.ZodObject, Data>(tool: Tool<Schema, Data>): DataTool<Data> {
  const { run, render, toJson, ...rest } = tool;
  return {
    ...rest,
    perform: async (raw, context, signal) => {
      const args = tool.input.parse(raw);
      const data = await run(args, context, signal);
      return { data, answer: await render(data, args), toJson: () => toJson(data) };
    },
  };
}
