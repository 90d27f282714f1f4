import type { CallToolResult, InputRequiredResult } from "@modelcontextprotocol/server";
import * as z from "zod";
import { FoveaError, isFoveaError, toFoveaError } from "../base/errors.js";
import { printable, quoteSaid } from "../base/printable.js";
import { abortable, deadline, withDeadline } from "../base/signals.js";
import type { CallResult } from "../recorder/recorder.js";
import type { AnyTool, ToolAnswer, ToolContext } from "../tools/tool.js";
import type { Confirm } from "./confirm.js";
import { errorText } from "./error-text.js";

/** Time beyond the tool's own wait for reading the screen afterwards. */
const GRACE_MS = 40_000;

/** What a call has besides what its tool may use. */
export interface CallContext extends ToolContext {
  /** The way to the person behind the client; absent where there is none. */
  readonly confirm?: Confirm;
  /** Counts the call among those that are under way, until it is disposed of. Errors: TOO_MANY_CALLS. */
  readonly enter?: () => Disposable;
}

/**
 * Runs one call of a tool: checks the arguments, sets the deadline, asks where somebody has to agree, runs it, words the
 * result. The only place where errors become results; a call never throws.
 */
export async function callTool(
  tool: AnyTool,
  raw: unknown,
  context: CallContext,
  signal: AbortSignal,
): Promise<CallToolResult | InputRequiredResult> {
  const called = { tool: tool.name, kind: tool.kind, inputs: inputsOf(raw) };
  const answer = async () => await answerOf(tool, raw, context, signal);
  const { result } = await context.recorder.call(called, answer, ({ told }) => told);
  return isWhole(result) ? withNews(result, context.recorder.takeNews()) : result;
}

/** Not a question to the caller, which has no room for words of ours. */
function isWhole(result: CallToolResult | InputRequiredResult): result is CallToolResult {
  return Array.isArray(result["content"]);
}

/** What happened behind the backs of the calls before is told with the next answer. */
function withNews(result: CallToolResult, news: readonly string[]): CallToolResult {
  if (news.length === 0) return result;
  return { ...result, content: [...result.content, { type: "text", text: printable(news.join("\n")) }] };
}

/** What the client gets, and what whoever writes the call down is told. */
interface Answer {
  readonly result: CallToolResult | InputRequiredResult;
  readonly told: CallResult;
}

function inputsOf(raw: unknown): Readonly<Record<string, unknown>> {
  return typeof raw === "object" && raw !== null && !Array.isArray(raw) ? { ...raw } : {};
}

async function answerOf(tool: AnyTool, raw: unknown, context: CallContext, signal: AbortSignal): Promise<Answer> {
  try {
    using _open = context.enter?.();
    if (tool.kind === "act" && context.config.readOnly)
      throw new FoveaError("READ_ONLY", `${tool.name} acts, and this server only looks`);
    const args = parseArguments(tool, raw);
    const limitMs = deadlineOf(tool, args);
    if (tool.prepare && context.config.manageApps !== "allow") return await callIfAgreed(tool, args, context, signal);
    const outcome = await performWithin(limitMs, tool, (limit) => tool.perform(args, context, limit), signal);
    return answered(outcome.answer);
  } catch (error) {
    const coded = toFoveaError(error);
    return { result: errorResult(coded), told: { error: { code: coded.code, message: coded.message } } };
  }
}

/** The deadline is for the work: the person who is asked has a time of their own. */
async function callIfAgreed(
  tool: AnyTool,
  args: Record<string, unknown>,
  context: CallContext,
  signal: AbortSignal,
): Promise<Answer> {
  const { prepare } = tool;
  const { confirm } = context;
  if (!prepare || !confirm) throw new FoveaError("CONSENT_IMPOSSIBLE", `${tool.name}: there is nobody to ask`);
  const limitMs = deadlineOf(tool, args);
  const prepared = await performWithin(limitMs, tool, async (limit) => await prepare(args, context, limit), signal);
  const { question, about } = prepared;
  const toAsk = await confirm({ tool: tool.name, args, question: printable(question), about }, signal);
  if (toAsk) return { result: toAsk, told: { text: "somebody was asked to agree" } };
  const outcome = await performWithin(limitMs, tool, async (limit) => await prepared.carryOut(limit), signal);
  return answered(outcome.answer);
}

/** What a call needs to tell how far it came after its time was up. */
const LAST_WORDS_MS = 3_000;

/**
 * Runs a call under its deadline. When that is over, or the caller cancels, the call itself says what became of it: only
 * it knows whether an action was sent. Errors: whatever the call throws; if it has not even said so a little later,
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
  return await withDeadline(LAST_WORDS_MS, tool.name, () => work, new AbortController().signal).catch((error) => {
    throw isFoveaError(error, "TIMEOUT") && signal.aborted ? signal.reason : error;
  });
}

const MOST_PROBLEMS = 5;
const MOST_NAMES = 5;

/** Errors: INVALID_ARGUMENT that names each field and what is wrong with it. */
export function parseArguments(tool: AnyTool, raw: unknown): Record<string, unknown> {
  const parsed = tool.input.safeParse(raw ?? {});
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.slice(0, MOST_PROBLEMS).map(problemOf);
  throw new FoveaError("INVALID_ARGUMENT", `${tool.name}: ${problems.join("; ")}`, {
    hint: `Its arguments are: ${Object.keys(tool.input.shape).join(", ") || "none"}.`,
  });
}

/** Names that the caller made up are as long as the caller likes: the first few, and the beginning of each. */
function problemOf(issue: z.core.$ZodIssue): string {
  const place = issue.path.map(String).join(".") || "arguments";
  if (issue.code !== "unrecognized_keys") return `${place}: ${issue.message}`;
  const names = issue.keys.slice(0, MOST_NAMES).map(quoteSaid).join(", ");
  const rest = issue.keys.length - MOST_NAMES;
  return `${place}: there is no ${names}${rest > 0 ? ` and ${rest} more` : ""}`;
}

export function deadlineOf(tool: AnyTool, args: Record<string, unknown>): number {
  const asked = z.number().safeParse(args["timeout_ms"]);
  // An action waits so long for its target, and acts after that.
  return asked.success && tool.kind === "read" ? Math.min(tool.deadlineMs, asked.data + GRACE_MS) : tool.deadlineMs;
}

function answered(answer: ToolAnswer): Answer {
  return { result: resultOf(answer), told: { text: answer.text } };
}

function resultOf({ text, image }: ToolAnswer): CallToolResult {
  const words = { type: "text" as const, text: printable(text) };
  if (!image) return { content: [words] };
  const data = image.base64 ?? Buffer.from(image.bytes).toString("base64");
  return { content: [words, { type: "image", data, mimeType: image.mimeType }] };
}

function errorResult(error: FoveaError): CallToolResult {
  return { content: [{ type: "text", text: errorText(error) }], isError: true };
}
