import * as z from "zod";
import { FoveaError, isFoveaError, toFoveaError } from "../base/errors.js";
import { requireActing } from "../base/read-only.js";
import { abortable, deadline, withDeadline } from "../base/signals.js";
import type { CallResult } from "../recorder/called.js";
import type { Session } from "../session/session.js";
import { readArguments } from "../tool-contract/read-arguments.js";
import { type AnyTool, isAct, type Prepared, type ToolContext, type ToolOutcome } from "../tool-contract/tool.js";
import type { Question } from "./confirm.js";
import { withFiveFields } from "./five-fields.js";
import { agreeAfter, askedOf, type Guarded } from "./guard/agree-after.js";

/** Time beyond the tool's own wait for reading the screen afterwards. */
const GRACE_MS = 40_000;

/** A tool whose calls come to this. */
interface CallableTool<Outcome extends ToolOutcome> extends Omit<AnyTool, "perform" | "prepare"> {
  readonly perform: (args: unknown, context: ToolContext, signal: AbortSignal) => Promise<Outcome>;
  readonly prepare?: (args: unknown, context: ToolContext, signal: AbortSignal) => Promise<Prepared<Outcome>>;
}

/** One call, from any caller: the MCP server, the command line, a program. */
export interface Call<Outcome extends ToolOutcome, Asked> {
  readonly tool: CallableTool<Outcome>;
  /** The arguments as they came. */
  readonly raw: unknown;
  readonly context: ToolContext;
  /**
   * Asks the person who has to agree to a tool that destroys: null if they do, else what to answer the caller with
   * until they were asked. Null in its place where nobody has to agree. Errors: see Confirm.
   */
  readonly agree: ((question: Question, signal: AbortSignal) => Promise<Asked | null>) | null;
  /**
   * The gate of its session, and who is asked where it lets something not pass; absent if the session has its own.
   */
  readonly guarded?: Guarded<Asked> | undefined;
  /** Counts the call among those that are under way, until it is disposed of. Errors: TOO_MANY_CALLS. */
  readonly enter?: (() => Disposable) | undefined;
  /** The deadline of each part of the work; `performWithin` if absent. */
  readonly limit?: typeof performWithin;
}

/** The result of a call: it was done, or somebody has to be asked first. */
export type CallEnd<Outcome extends ToolOutcome, Asked> = { readonly outcome: Outcome } | { readonly asked: Asked };

/**
 * Runs one call of a tool, the same way for everybody: it is written down, counted, refused where it acts and may not,
 * its arguments are checked, its work has a deadline, and what destroys is agreed to first. Errors: READ_ONLY,
 * INVALID_ARGUMENT, those of `enter`, `agree` and the tool.
 */
export async function runCall<Outcome extends ToolOutcome, Asked = never>(
  call: Call<Outcome, Asked>,
  signal: AbortSignal,
): Promise<CallEnd<Outcome, Asked>> {
  const { tool, raw, context } = call;
  const called = { tool: tool.name, kind: tool.kind, inputs: inputsOf(raw) };
  const used: Session[] = [];
  const session: ToolContext["session"] = async (serial, limit) => {
    const one = await context.session(serial, limit);
    used.push(one);
    return one;
  };
  const noting = { ...call, context: { ...context, session } };
  const work = () =>
    checkAndRun(noting, signal).catch((error) => {
      throw withFiveFields(toFoveaError(error), called, used.at(-1) ?? null);
    });
  const end = await context.recorder.call(called, work, wordsOf);
  return await remembered(end, tool.name, { memory: context.memory, session: used.at(-1) });
}

/** With what the memory has to say, where there is one. */
async function remembered<Outcome extends ToolOutcome, Asked>(
  end: CallEnd<Outcome, Asked>,
  tool: string,
  { memory, session }: { readonly memory: ToolContext["memory"]; readonly session: Session | undefined },
): Promise<CallEnd<Outcome, Asked>> {
  if (!memory || !session || "asked" in end) return end;
  const { withMemory } = await import("./with-memory.js");
  return { outcome: withMemory(end.outcome, tool, { memory, session }) };
}

/** The outcome of a call for which nobody has to be asked first. */
export function outcomeOf<Outcome extends ToolOutcome>(end: CallEnd<Outcome, never>): Outcome {
  return "outcome" in end ? end.outcome : end.asked;
}

function wordsOf(end: CallEnd<ToolOutcome, unknown>): CallResult {
  return { text: "outcome" in end ? end.outcome.answer.text : "a user was asked to agree" };
}

function inputsOf(raw: unknown): Readonly<Record<string, unknown>> {
  return typeof raw === "object" && raw !== null && !Array.isArray(raw) ? { ...raw } : {};
}

async function checkAndRun<Outcome extends ToolOutcome, Asked>(
  call: Call<Outcome, Asked>,
  signal: AbortSignal,
): Promise<CallEnd<Outcome, Asked>> {
  const { tool, raw, context, agree, limit = performWithin } = call;
  const { prepare } = tool;
  using _open = call.enter?.();
  const isAlwaysAct = tool.kind === "act" && tool.actsWith === undefined;
  if (isAlwaysAct) requireActing(tool.name, context.config);
  const args = parseArguments(tool, raw);
  if (isAct(tool, args)) requireActing(tool.name, context.config);
  const ms = deadlineOf(tool, args);
  const { guarded } = call;
  if (args["confirm"] === true) guarded?.gate.raise();
  if (!prepare || !agree) {
    if (guarded?.asker.isAnswered === true) guarded.gate.expectAgreement();
    const work = () => limit(ms, tool, (own) => tool.perform(args, context, own), signal);
    try {
      return { outcome: await work() };
    } catch (error) {
      if (!guarded) throw error;
      const asked = await agreeAfter(error, guarded, { tool: tool.name, args }, signal);
      return asked === null ? { outcome: await work() } : { asked };
    }
  }
  const prepared = await limit(ms, tool, async (own) => await prepare(args, context, own), signal);
  // The deadline is for the work: the person who is asked has their own time.
  const { question, about } = prepared;
  const ask = async () => await agree({ tool: tool.name, args, question, about }, signal);
  const asked = await (guarded ? askedOf(guarded.gate, ask) : ask());
  if (asked !== null) return { asked };
  guarded?.gate.agreeToCommand();
  return { outcome: await limit(ms, tool, async (own) => await prepared.carryOut(own), signal) };
}

/** The facts for a report of a call's progress after its time was up. */
const CLEANUP_GRACE_MS = 3_000;

/**
 * Runs work under a deadline. When that is over, or the caller cancels, the work itself reports the outcome: only it
 * knows whether an action was sent. Errors: whatever the work throws; if it has not even reported that a little later,
 * TIMEOUT, or the reason of the caller's signal.
 */
export async function performWithin<T>(
  ms: number,
  tool: Pick<AnyTool, "name">,
  perform: (signal: AbortSignal) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  using limit = deadline(ms, tool.name, signal);
  const work = perform(limit.signal);
  await abortable(work, limit.signal).catch(() => {});
  if (!limit.signal.aborted) return await work;
  return await withDeadline(CLEANUP_GRACE_MS, tool.name, () => work, new AbortController().signal).catch((error) => {
    throw isFoveaError(error, "TIMEOUT") && signal.aborted ? signal.reason : error;
  });
}

/** Errors: INVALID_ARGUMENT that names each field and what is wrong with it, and what was probably meant. */
export function parseArguments(tool: Pick<AnyTool, "name" | "input">, raw: unknown): Record<string, unknown> {
  const read = readArguments(tool, raw ?? {});
  if ("args" in read) return read.args;
  const names = `Its arguments are: ${Object.keys(tool.input.shape).join(", ") || "none"}.`;
  throw new FoveaError("INVALID_ARGUMENT", `${tool.name}: ${read.problems.join("; ")}`, {
    hint: read.meant === null ? names : `${read.meant} ${names}`,
  });
}

function deadlineOf(tool: Pick<AnyTool, "kind" | "deadlineMs">, args: Record<string, unknown>): number {
  const asked = z.number().safeParse(args["timeout_ms"]);
  // An action waits so long for its target, and acts after that.
  return asked.success && tool.kind === "read" ? Math.min(tool.deadlineMs, asked.data + GRACE_MS) : tool.deadlineMs;
}
