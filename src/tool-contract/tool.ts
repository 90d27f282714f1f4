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

/** What a tool may use. It is the same for every call of a server; nothing in it remembers a caller. */
export interface ToolContext {
  readonly config: Config;
  readonly devices: DeviceRegistry;
  /** The session of the device that a call names, or of the only one. Errors: see DeviceRegistry.get. */
  session(serial: string | undefined, signal: AbortSignal): Promise<Session>;
  /** The guard of this call, for actions without a session; absent if each session has its own. */
  readonly gate?: Session["gate"] | undefined;
  /** Words of conditions that plug-ins brought; those of the grammar alone if absent. */
  readonly words?: ConditionWords | undefined;
  /** Remembers what calls did, and writes it down where that is asked for. */
  readonly recorder: Recorder;
  /** What is known of screens and ways; absent without --memory. */
  readonly memory?: LiveMemory | undefined;
  /** Reads a learnt task, which other tools do step by step. Errors: SKILL_INVALID; SKILL_SLOT. */
  readonly prepareSkill: (use: SkillUse) => Promise<PreparedSkill>;
  /** Does what a token of `confirm_action` stands for; absent if nobody gives such tokens. Errors: CONSENT_STALE. */
  readonly confirmed?: (token: string, signal: AbortSignal) => Promise<ToolOutcome>;
  /**
   * Has somebody asked about each action of the call from now on, also where the guard would not; absent if nobody
   * is.
   */
  readonly raise?: () => void;
  /** Reports to the caller that the call is alive. */
  progress(message: string): void;
}

/** A learnt task as a caller wants it done. */
export interface SkillUse {
  /** Its name in the folder of skills. */
  readonly skill: string;
  /** `NAME=value`. */
  readonly slots: readonly string[];
  /** The step to begin with, from 1. */
  readonly from: number;
}

/** A learnt task that was read, with the values of its slots; nothing is done yet. */
export interface PreparedSkill {
  readonly name: string;
  /** How many steps it has. */
  readonly steps: number;
  /** Does it. Where the screen is not what the runs had, it ends and says where. Errors: those of actions. */
  readonly carryOut: (
    where: { readonly session: Session; readonly context: ToolContext },
    onStep: (step: SkillStepReport) => void,
    signal: AbortSignal,
  ) => Promise<SkillReport>;
}

/** What the caller gets: text, and at most one picture. */
export interface ToolAnswer {
  readonly text: string;
  readonly image?: EncodedImage;
}

/** `read` tools look; `act` tools change something on the device. */
export type ToolKind = "read" | "act";

/** Options that ask for tools. */
export type AskedBy = "takeAction" | "guard" | "manageApps" | "traceTools" | "memory";

export interface Tool<Schema extends z.ZodObject = z.ZodObject, Data = unknown> {
  /** As MCP shows it: snake_case, at most 32 characters. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The whole description in the slim list; absent for tools that are not in it. */
  readonly slim?: { readonly description: string; readonly fields: readonly string[] };
  readonly kind: ToolKind;
  /** The option without which it is not offered; absent for tools that always are. */
  readonly askedBy?: AskedBy;
  /** The group that a server has to be asked for with `--tools`; absent for tools that are in no group. */
  readonly group?: ToolGroup;
  /** For a tool that acts: the arguments that make it act: if none is given, it only reads. Absent: it always acts. */
  readonly actsWith?: readonly string[];
  /** An act that cannot be undone by another call, as far as Fovea knows. */
  readonly destructive: boolean;
  /** Doing it twice comes to the same as doing it once. */
  readonly idempotent: boolean;
  /** Longest time for a call in ms, unless the arguments ask for more. */
  readonly deadlineMs: number;
  /**
   * The arguments of one call, as the documents show it, and as tests make it on the form of the virtual phone; absent
   * where a call without arguments is one.
   */
  readonly example?: Readonly<z.input<Schema>>;
  readonly input: Schema;
  /** Does the work and gives data. Throws FoveaErrors. */
  readonly run: (args: z.output<Schema>, context: ToolContext, signal: AbortSignal) => Promise<Data>;
  /** Words and pictures for the data; does nothing else. */
  readonly render: (data: Data, args: z.output<Schema>) => ToolAnswer | Promise<ToolAnswer>;
  /** The data as the command line prints it with --json: without pixels. */
  readonly toJson: (data: Data) => unknown;
}

/** A tool with its types hidden, as lists hold it. */
export interface AnyTool extends Omit<Tool, "run" | "render" | "toJson"> {
  readonly perform: (args: unknown, context: ToolContext, signal: AbortSignal) => Promise<ToolOutcome>;
  /** The same in two steps, for tools whose use somebody may have to agree to: see `asking-tool.ts`. */
  readonly prepare?: (args: unknown, context: ToolContext, signal: AbortSignal) => Promise<Prepared>;
}

/** What a tool is about to do, and the way to do it once somebody agreed. */
export interface Prepared<Outcome extends ToolOutcome = ToolOutcome> {
  readonly question: string;
  readonly about: readonly string[];
  readonly carryOut: (signal: AbortSignal) => Promise<Outcome>;
}

/** Whether a call of a tool changes something on the device. */
export function isAct({ kind, actsWith }: Pick<AnyTool, "kind" | "actsWith">, args: Record<string, unknown>): boolean {
  return kind === "act" && (actsWith === undefined || actsWith.some((name) => args[name] !== undefined));
}

/** The result of a call, in words and as data. */
export interface ToolOutcome {
  readonly answer: ToolAnswer;
  readonly toJson: () => unknown;
}

/** A tool whose data a program may use. */
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
