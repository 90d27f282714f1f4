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

/** Additional time for reading the screen after the tool's own wait, in ms. */
const GRACE_MS = 40_000;

/** A tool whose calls have this outcome. */
interface CallableTool<Outcome extends ToolOutcome> extends Omit<AnyTool, "perform" | "prepare"> {
  readonly perform: (args: unknown, context: ToolContext, signal: AbortSignal) => Promise<Outcome>;
  readonly prepare?: (args: unknown, context: ToolContext, signal: AbortSignal) => Promise<Prepared<Outcome>>;
}

/** One call of any caller: the MCP server, the command line, a program. */
export interface Call<Outcome extends ToolOutcome, Asked> {
  readonly tool: CallableTool<Outcome>;
  /** The arguments before they are checked. */
  readonly raw: unknown;
  readonly context: ToolContext;
  /**
   * Asks a person to agree to a tool that deletes something. Gives null if they agreed, else the answer for the caller,
   * which has to ask first. The function itself is null if nobody has to agree. Errors: see Confirm.
   */
  readonly agree: ((question: Question, signal: AbortSignal) => Promise<Asked | null>) | null;
  /** The guard of its sessions, and who is asked when the guard stops an action; absent if the session has its own. */
  readonly guarded?: Guarded<Asked> | undefined;
  /** Counts the call as running until the result is disposed of. Errors: TOO_MANY_CALLS. */
  readonly enter?: (() => Disposable) | undefined;
  /** Sets the deadline of each part of the work; `performWithin` if absent. */
  readonly limit?: typeof performWithin;
}

/** The end of a call: its outcome, or the question that has to be asked first. */
export type CallEnd<Outcome extends ToolOutcome, Asked> = { readonly outcome: Outcome } | { readonly asked: Asked };

/**
 * Runs one call of a tool, in the same way for all callers: it is recorded and counted, an action that is not allowed
 * is refused, the arguments are checked, the work has a deadline, and somebody has to agree before something is
 * deleted. Errors: READ_ONLY, INVALID_ARGUMENT, those of `enter`, `agree` and the tool.
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

/** Adds the facts of the memory to an outcome, if there is a memory. */
async function remembered<Outcome extends ToolOutcome, Asked>(
  end: CallEnd<Outcome, Asked>,
  tool: string,
  { memory, session }: { readonly memory: ToolContext["memory"]; readonly session: Session | undefined },
): Promise<CallEnd<Outcome, Asked>> {
  if (!memory || !session || "asked" in end) return end;
  const { withMemory } = await import("./with-memory.js");
  return { outcome: withMemory(end.outcome, tool, { memory, session }) };
}

/** The outcome of a call that needs no question. */
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
  // The deadline is for the work only: the person who is asked has more time.
  const { question, about } = prepared;
  const ask = async () => await agree({ tool: tool.name, args, question, about }, signal);
  const asked = await (guarded ? askedOf(guarded.gate, ask) : ask());
  if (asked !== null) return { asked };
  guarded?.gate.agreeToCommand();
  return { outcome: await limit(ms, tool, async (own) => await prepared.carryOut(own), signal) };
}

/** How long the work may still take after its deadline, to report what happened, in ms. */
const CLEANUP_GRACE_MS = 3_000;

/**
 * Runs work with a deadline. At the deadline, or if the caller cancels, the work itself reports the outcome, because
 * only the work knows whether an action was sent. Errors: those of the work; if it does not report in time, TIMEOUT, or
 * the reason of the caller's signal.
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

/**
 * Checks the arguments of a call. Errors: INVALID_ARGUMENT that names each wrong field, its problem, and what was
 * probably meant.
 */
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
  // For an action, `timeout_ms` is only the wait for its target: the action itself comes after it.
  return asked.success && tool.kind === "read" ? Math.min(tool.deadlineMs, asked.data + GRACE_MS) : tool.deadlineMs;
}
