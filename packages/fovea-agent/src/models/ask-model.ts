import { APICallError, type ModelMessage, streamText, ToolChoiceViolationError, type ToolSet } from "ai";
import { AgentError } from "../agent-error.js";
import type { Usage } from "../public-types.js";
import { modelWords } from "./model-words.js";
import type { OpenedModel } from "./open-model.js";

export interface Question {
  readonly instructions: string;
  readonly messages: readonly ModelMessage[];
  /** Functions, one of which the model has to call; none if absent. */
  readonly functions?: ToolSet;
  /** Tools that the provider runs itself; the model may use them. */
  readonly ownTools?: ToolSet;
}

/** A call of a function. `input`: as the model wrote it. If the client refused the call, it has an answer already. */
export interface ModelCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  readonly isRefused: boolean;
}

export interface Answer {
  readonly text: string;
  /** The first call; null if there is none. */
  readonly call: ModelCall | null;
  /** All calls of the answer. */
  readonly calls: readonly ModelCall[];
  /** The answer in the form in which the next request has to repeat it. */
  readonly messages: readonly ModelMessage[];
  readonly usage: Usage;
}

/** Reasons for the end of a complete answer. `length`: the answer was cut off, which its reader detects. */
const WHOLE: ReadonlySet<string> = new Set(["stop", "tool-calls", "length", "content-filter"]);
/** The request ends if the stream is silent for this long. */
const LONGEST_SILENCE_MS = 120_000;

/**
 * Sends one question to the model, streamed. A request that is refused temporarily is sent again, as often as the
 * model's options say. Errors: MODEL_UNUSABLE (key, name, request), MODEL_BUSY (limits, overload), MODEL_FAILED (an
 * answer that makes no sense, a stream that broke off), and the signal's reason.
 */
export async function askModel(model: OpenedModel, question: Question, signal: AbortSignal): Promise<Answer> {
  const failures: unknown[] = [];
  const before = model.meter.total;
  const { functions, ownTools } = question;
  const stream = streamText({
    model: model.model,
    instructions: question.instructions,
    messages: [...question.messages],
    maxRetries: model.maxRetries,
    abortSignal: signal,
    timeout: { chunkMs: LONGEST_SILENCE_MS },
    onError: ({ error }) => {
      failures.push(error);
    },
    ...(functions === undefined ? {} : { tools: functions, toolChoice: "required" as const }),
    ...(ownTools === undefined ? {} : { tools: ownTools }),
  });
  try {
    const [text, called, usage, reason, messages, warnings] = await Promise.all([
      stream.text,
      stream.toolCalls,
      stream.usage,
      stream.finishReason,
      stream.responseMessages,
      stream.warnings,
    ]);
    if (failures.length > 0) throw failures[0];
    // The client drops a tool that it does not know for this model, and sends the request without the tool.
    if (ownTools !== undefined && warnings?.some(({ type }) => type === "unsupported") === true)
      throw new AgentError("MODEL_UNUSABLE", `${model.provider}:${model.name} has no such tool of its own`);
    if (!WHOLE.has(reason)) throw brokenOff(model, text.length);
    const calls = called.flatMap(({ toolCallId: id, toolName: name, input, providerExecuted, invalid }) =>
      providerExecuted === true ? [] : [{ id, name, input, isRefused: invalid === true }],
    );
    return {
      text,
      call: calls[0] ?? null,
      calls,
      messages,
      usage: { calls: 1, inputTokens: usage.inputTokens ?? 0, outputTokens: usage.outputTokens ?? 0 },
    };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof AgentError) throw error;
    // The model called no function: the caller decides what that means.
    if ([error, ...failures].some((one) => ToolChoiceViolationError.isInstance(one)))
      return { text: "", call: null, calls: [], messages: [], usage: model.meter.since(before) };
    throw modelError(failures[0] ?? error, model);
  }
}

function brokenOff({ provider, name }: OpenedModel, length: number): AgentError {
  return new AgentError("MODEL_FAILED", `the answer of ${provider}:${name} broke off behind ${length} characters`);
}

function modelError(error: unknown, { provider, name }: OpenedModel): AgentError {
  const cause = lastOf(error);
  if (cause instanceof AgentError) return cause;
  const who = `${provider}:${name}`;
  const status = APICallError.isInstance(cause) ? cause.statusCode : undefined;
  const isRefusal = status !== undefined && status >= 400;
  const words = modelWords(cause, isRefusal);
  if (status === 429 || (status !== undefined && status >= 500) || isOverload(rawWords(cause)))
    return new AgentError("MODEL_BUSY", `${who} takes no request now (${status ?? "overloaded"}): ${words}`, { cause });
  if (isRefusal) return new AgentError("MODEL_UNUSABLE", `${who} refused the request (${status}): ${words}`, { cause });
  if (APICallError.isInstance(cause) && status === undefined)
    return new AgentError("MODEL_FAILED", `${who} could not be reached: ${words}`, { cause });
  return new AgentError("MODEL_FAILED", `${who} gave no answer that can be used: ${words}`, { cause });
}

function rawWords(cause: unknown): string {
  if (!(cause instanceof Error)) return JSON.stringify(cause);
  return cause.cause instanceof Error ? `${cause.message}: ${cause.cause.message}` : cause.message;
}

/** The error of the last try. */
function lastOf(error: unknown): unknown {
  if (error instanceof Error && "lastError" in error && error.lastError !== undefined) return error.lastError;
  return error;
}

/** An error within a stream has no HTTP status: only the provider's message names its kind. */
function isOverload(words: string): boolean {
  return /overloaded|rate.?limit|resource.?exhausted|quota/i.test(words);
}
