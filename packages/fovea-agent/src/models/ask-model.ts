import { APICallError, type ModelMessage, streamText, ToolChoiceViolationError, type ToolSet } from "ai";
import { AgentError } from "../agent-error.js";
import type { Usage } from "../public-types.js";
import { modelWords } from "./model-words.js";
import type { OpenedModel } from "./open-model.js";

export interface Question {
  readonly instructions: string;
  readonly messages: readonly ModelMessage[];
  /** Functions, of which the model has to call one; none if absent. */
  readonly functions?: ToolSet;
  /** Tools that the provider runs itself, which the model may use. */
  readonly ownTools?: ToolSet;
}

/** A call of a function. `input` is whatever the model wrote; one that the client itself refused has an answer. */
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
  /** All of them. */
  readonly calls: readonly ModelCall[];
  /** The answer as the next request has to repeat it. */
  readonly messages: readonly ModelMessage[];
  readonly usage: Usage;
}

/** How an answer ends that is one; `length` is one that was cut, which its reader will find. */
const WHOLE: ReadonlySet<string> = new Set(["stop", "tool-calls", "length", "content-filter"]);
/** The request ends if the stream is silent for this long. */
const LONGEST_SILENCE_MS = 120_000;

/**
 * One question to the model, streamed. Refusals for a while are tried again, as often as the model's options say.
 * Errors: MODEL_UNUSABLE (key, name, request), MODEL_BUSY (limits, overload), MODEL_FAILED (an answer that makes no
 * sense, a stream that broke off), and the signal's reason.
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
    // The client leaves a tool out that it does not know of this model, and asks without it.
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
    // A model that called nothing: its caller says what that means.
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

/** What the last of several tries ran into. */
function lastOf(error: unknown): unknown {
  if (error instanceof Error && "lastError" in error && error.lastError !== undefined) return error.lastError;
  return error;
}

/** Within a stream there is no status: providers name the kind of the failure. */
function isOverload(words: string): boolean {
  return /overloaded|rate.?limit|resource.?exhausted|quota/i.test(words);
}
