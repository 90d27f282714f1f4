import { anthropic } from "@ai-sdk/anthropic";
import { openai } from "@ai-sdk/openai";
import { jsonSchema, type ModelMessage, type ToolSet } from "ai";
import { AgentError } from "../agent-error.js";
import { GEMINI_FUNCTIONS } from "../computer-use/gemini.js";
import { asComputerUse } from "../computer-use/gemini-body.js";
import { COMPUTER_USE } from "../prompts/computer-v1.js";
import type { ComputerCall, ComputerResult, ModelOptions, Usage } from "../public-types.js";
import { untrusted } from "../quote.js";
import { type Answer, askModel, type ModelCall } from "./ask-model.js";
import { type OpenedModel, openModel, type ProviderName, parseModel } from "./open-model.js";

export type ComputerProvider = ComputerCall["provider"];

const PROVIDER_OF = { gemini: "google", openai: "openai", anthropic: "anthropic" } as const satisfies Readonly<
  Record<ComputerProvider, ProviderName>
>;

/** How many of the last turns are sent again with their screenshots; each earlier turn is sent as one line. */
const MOST_TURNS = 6;
const MOST_LINES = 30;

interface Turn {
  readonly messages: readonly ModelMessage[];
  readonly line: string;
}

/** A conversation with a computer-use model: its calls, and their results. */
export class ComputerTalk {
  readonly #provider: ComputerProvider;
  readonly #model: OpenedModel;
  readonly #task: string;
  readonly #acknowledged = new Set<string>();
  readonly #turns: Turn[] = [];
  readonly #first: ComputerResult["screenshot"];
  #answer: Answer | null = null;

  /** Starts a conversation. Errors: MODEL_UNUSABLE, also for a model of another provider. */
  constructor(provider: ComputerProvider, options: ModelOptions, task: string, first: ComputerResult["screenshot"]) {
    this.#provider = provider;
    this.#model = openComputerModel(provider, options, this.#acknowledged);
    this.#task = task;
    this.#first = first;
  }

  /** The tokens of all answers of the model so far. */
  get usage(): Usage {
    return this.#model.meter.total;
  }

  /** Asks for the next calls. `screen`: the image that the model saw last. Errors: those of a model. */
  async ask(screen: ComputerResult["screenshot"], signal: AbortSignal): Promise<Answer> {
    const messages = [this.#opening(), ...this.#turns.slice(-MOST_TURNS).flatMap((turn) => turn.messages)];
    const question = { instructions: COMPUTER_USE, messages, ownTools: toolsOf(this.#provider, screen) };
    this.#answer = await askModel(this.#model, question, signal);
    return this.#answer;
  }

  /** Adds the results of the last answer's calls, in the order of the calls. */
  report(results: readonly { readonly call: ModelCall; readonly result: ComputerResult }[]): void {
    for (const { call, result } of results) if (result.isAcknowledged) this.#acknowledged.add(call.id);
    const content = results.map(({ call, result }) => resultPart(this.#provider, call, result));
    const line = results.map(({ result }) => result.text.replaceAll("\n", "; ")).join("; ");
    const answered: readonly ModelMessage[] = content.length === 0 ? [] : [{ role: "tool", content }];
    // OpenAI's tool accepts only an image as the result.
    const words: readonly ModelMessage[] =
      this.#provider === "openai" || content.length === 0 ? [{ role: "user", content: untrusted(line) }] : [];
    this.#turns.push({ messages: [...(this.#answer?.messages ?? []), ...answered, ...words], line });
  }

  #opening(): ModelMessage {
    const before = this.#turns.slice(0, -MOST_TURNS).map(({ line }) => line);
    const history = before.length === 0 ? "" : `\n\nDone before:\n${untrusted(before.slice(-MOST_LINES).join("\n"))}`;
    const text = { type: "text" as const, text: `Task: ${this.#task}${history}` };
    if (before.length > 0) return { role: "user", content: [text] };
    return { role: "user", content: [text, { type: "file", data: this.#first.png, mediaType: "image/png" }] };
  }
}

/** Checks that the model is one of this provider. Errors: MODEL_UNUSABLE. */
export function requireModelOf(provider: ComputerProvider, { model }: ModelOptions): void {
  const needed = PROVIDER_OF[provider];
  if (parseModel(model).provider !== needed)
    throw new AgentError("MODEL_UNUSABLE", `computer use of ${provider} needs a model of ${needed}`, {
      hint: `Name one: --model ${needed}:NAME.`,
    });
}

function openComputerModel(
  provider: ComputerProvider,
  options: ModelOptions,
  acknowledged: ReadonlySet<string>,
): OpenedModel {
  requireModelOf(provider, options);
  if (provider !== "gemini") return openModel(options);
  return openModel(options, async (input, init) => {
    const body = typeof init?.body === "string" ? asComputerUse(init.body, acknowledged) : init?.body;
    return await fetch(input, body === undefined ? init : { ...init, body });
  });
}

function toolsOf(provider: ComputerProvider, { width, height }: ComputerResult["screenshot"]): ToolSet {
  if (provider === "anthropic")
    return { computer: anthropic.tools.computer_20251124({ displayWidthPx: width, displayHeightPx: height }) };
  if (provider === "openai") return { computer: openai.tools.computer() };
  // The reader of the call checks the arguments; the request names the provider's own tool instead of these functions.
  const inputSchema = jsonSchema({ type: "object" });
  return Object.fromEntries(GEMINI_FUNCTIONS.map((name) => [name, { description: name, inputSchema }]));
}

type ResultPart = Extract<Extract<ModelMessage, { role: "tool" }>["content"][number], { type: "tool-result" }>;

function resultPart(provider: ComputerProvider, call: ModelCall, result: ComputerResult): ResultPart {
  const base = { type: "tool-result", toolCallId: call.id, toolName: call.name } as const;
  const data = Buffer.from(result.screenshot.png).toString("base64");
  if (provider !== "openai") {
    const image = { type: "file", mediaType: "image/png", data: { type: "data", data } } as const;
    return { ...base, output: { type: "content", value: [{ type: "text", text: untrusted(result.text) }, image] } };
  }
  const output = { type: "computer_screenshot", imageUrl: `data:image/png;base64,${data}` };
  const checks = result.isAcknowledged ? { acknowledgedSafetyChecks: checksOf(call) } : {};
  return { ...base, output: { type: "json", value: { output, ...checks } } as ResultPart["output"] };
}

function checksOf({ input }: ModelCall): unknown {
  return typeof input === "object" && input !== null && "pendingSafetyChecks" in input ? input.pendingSafetyChecks : [];
}

/** Converts a model's call to the form that ComputerUse takes. */
export function computerCallOf(provider: ComputerProvider, { name, input }: ModelCall): ComputerCall {
  if (provider === "gemini") return { provider, name, args: input };
  if (provider === "anthropic") return { provider, input };
  const { actions, pendingSafetyChecks: safetyChecks } = (input ?? {}) as Partial<
    Readonly<Record<"actions" | "pendingSafetyChecks", unknown>>
  >;
  return { provider, actions: Array.isArray(actions) ? actions.map(asOnTheWire) : actions, safetyChecks };
}

/** Undoes the client's renaming of the two scroll fields. */
function asOnTheWire(action: unknown): unknown {
  if (typeof action !== "object" || action === null || !("scrollX" in action && "scrollY" in action)) return action;
  return { ...action, scroll_x: action.scrollX, scroll_y: action.scrollY };
}
