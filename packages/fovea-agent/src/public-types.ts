import type { Phone } from "fovea-mcp";

/** The model, and how to reach it. */
export interface ModelOptions {
  /**
   * `PROVIDER:NAME`, for example `anthropic:claude-sonnet-4-5`; the providers are `anthropic`, `openai`, `google`,
   * `ollama` and `compatible`, which is any endpoint that speaks OpenAI's chat completions.
   */
  readonly model: string;
  /** Not needed for `ollama`, nor for a `compatible` endpoint without a key. */
  readonly apiKey?: string;
  /** The address of the provider's API; the provider's public address if absent. Required for `compatible`. */
  readonly url?: string;
  /** How often a request is sent again after a temporary refusal (429, 5xx); 3 if absent. */
  readonly maxRetries?: number;
}

/** Prices in US dollars for a million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
}

/** The limits of a run; it ends with `budget` at the first limit that it reaches. */
export interface Limits {
  /** The number of actions, including failed ones; 30 if absent. */
  readonly maxSteps?: number;
  /** The number of tokens, input and output together. */
  readonly maxTokens?: number;
  /** The cost in US dollars; needs `price`. */
  readonly maxCost?: number;
}

/** The source of a hint about the task. It is asked once; models get the hint quoted, as untrusted data. */
export type GuideSource =
  | { readonly kind: "none" }
  /** What the caller remembers of similar tasks; null for nothing. */
  | { readonly kind: "memory"; readonly recall: (task: string) => Promise<string | null> }
  /** The provider's own web search. */
  | { readonly kind: "model" }
  /** An MCP server with a search tool: the program and its arguments. */
  | { readonly kind: "mcp"; readonly command: readonly string[] };

/** Whether a task is proven to be done. */
export interface Judged {
  readonly holds: boolean;
  readonly evidence: readonly string[];
}

export interface AgentOptions extends Limits {
  /** The task, in words for the model. */
  readonly task: string;
  /** The expected result of the task, in words for the model. */
  readonly expected?: string;
  /** A condition of docs/selectors.md that proves the task; checked after each observation. */
  readonly expect?: string;
  /** Proves the task instead of `expect`, for facts that the screen does not show. */
  readonly judge?: (phone: Phone) => Promise<Judged>;
  readonly model: ModelOptions;
  readonly price?: Price;
  /** The source of the guide; `none` if absent. */
  readonly guide?: GuideSource;
  /** Also sends a screenshot with refs drawn on it; only the outline if absent. */
  readonly images?: boolean;
  /**
   * Lets the provider's computer-use model do the task with screenshots and points, instead of the state graph; `model`
   * has to be of this provider. Such a run cannot be resumed.
   */
  readonly computerUse?: ComputerCall["provider"];
  /** When the planner is asked: after each step (`always`), or only if something requires it (`needed`, if absent). */
  readonly replan?: "needed" | "always";
  /** The folder of the run: checkpoint, journal of actions, log. Created if it does not exist. */
  readonly folder: string;
  /**
   * Connects to the phone. The guard asks through `confirm`: pass it to `connect` with `options: { guard: "confirm" }`.
   * The run closes the phone.
   */
  readonly openPhone: (confirm: (question: string) => Promise<boolean>) => Promise<Phone>;
  /**
   * Asks a person whether a sensitive action may be done. Without this function the run stops there with
   * `needs_person`, and can be resumed.
   */
  readonly askPerson?: (question: string) => Promise<boolean>;
  /**
   * Reports what happens. An error that it throws or rejects with ends the run before its next step: `CALLBACK_FAILED`.
   */
  readonly onEvent?: (event: AgentEvent) => unknown;
  readonly signal?: AbortSignal;
}

/** What happened, for a person who watches the run. */
export type AgentEvent =
  | { readonly kind: "plan"; readonly tasks: readonly string[] }
  | { readonly kind: "step"; readonly step: number; readonly did: string; readonly verdict: string }
  | { readonly kind: "question"; readonly question: string; readonly answer: boolean }
  | { readonly kind: "resumed"; readonly actions: number };

/**
 * How a run ended. `success`: the condition or the judge held. `finished`: the model says that the task is done, and
 * nothing proves it. `failure`: the model gave up. `no_progress`: the same action on the same screen a third time.
 * `budget`: a limit was reached. `error`: see {@link AgentFailure}. `needs_person`: nobody could be asked. `cancelled`:
 * the program stopped the run.
 */
export type EndKind =
  | "success"
  | "finished"
  | "failure"
  | "no_progress"
  | "budget"
  | "error"
  | "needs_person"
  | "cancelled";

export interface Usage {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Why a run ended with `error`. */
export interface AgentFailure {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
  /** For `CALLBACK_FAILED`: the error that a function of the program threw. */
  readonly cause?: unknown;
}

export interface AgentResult {
  readonly end: EndKind;
  readonly message: string;
  /** The proof of a success; for `finished` and `failure` the model's own words, quoted. */
  readonly evidence: readonly string[];
  /** The error if `end` is `error`; else null. */
  readonly error: AgentFailure | null;
  readonly actions: number;
  readonly observations: number;
  readonly usage: Usage;
  /** The cost in US dollars; null if no price is known. */
  readonly cost: number | null;
  readonly folder: string;
  /** Whether `runAgent` with the same folder can continue this run. */
  readonly isResumable: boolean;
}

/**
 * Does a task, or continues the run of the folder, which has to be for the same task. Throws an error with `code` and
 * `hint` for options that make no sense (MODEL_UNUSABLE, AGENT_RUN_UNUSABLE); every later error is part of the result.
 */
export type RunAgent = (options: AgentOptions) => Promise<AgentResult>;

/** A call of a function in the answer of a scripted model. */
export interface ScriptedCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** One answer of a scripted model: text, one or several calls of functions, or an error of the server. */
export type ScriptedAnswer =
  | { readonly text: string }
  | { readonly call: ScriptedCall }
  | { readonly calls: readonly ScriptedCall[] }
  | { readonly status: number; readonly retryAfterMs?: number }
  | { readonly garbage: string };

/** A request to a scripted model, in the same form for all protocols. */
export interface ScriptedRequest {
  readonly protocol: "anthropic" | "openai" | "google" | "compatible";
  readonly model: string;
  readonly instructions: string;
  /** All texts of the conversation, in order. */
  readonly texts: readonly string[];
  readonly images: number;
  /** Names of the functions that may be called, and of the provider's own tools. */
  readonly functions: readonly string[];
  /** The request as it was sent. */
  readonly body: unknown;
}

export interface ScriptedModel extends AsyncDisposable {
  /** The address on 127.0.0.1; each protocol has its usual paths below it. */
  readonly url: string;
  readonly requests: readonly ScriptedRequest[];
  /** Model options that connect to this server. */
  options(protocol: ScriptedRequest["protocol"]): ModelOptions;
}

/**
 * Starts a server on this host that answers as model providers do; a function gives the answers. For tests and for the
 * demo, so that the real clients run.
 */
export type StartScriptedModel = (
  answer: (request: ScriptedRequest, place: number) => ScriptedAnswer,
) => Promise<ScriptedModel>;

/** One call of a computer-use model. */
export type ComputerCall =
  | { readonly provider: "gemini"; readonly name: string; readonly args: unknown }
  | { readonly provider: "openai"; readonly actions: unknown; readonly safetyChecks?: unknown }
  | { readonly provider: "anthropic"; readonly input: unknown };

/** The answer to the model. */
export interface ComputerResult {
  /** The results of the actions with their verdicts, a line for each action. */
  readonly text: string;
  /** False if an action failed or provably did nothing; the verdicts say what is true of the other actions. */
  readonly isDone: boolean;
  /**
   * Whether a person agreed to the provider's safety question (`safety_acknowledgement`, `acknowledged_safety_checks`).
   */
  readonly isAcknowledged: boolean;
  readonly screenshot: { readonly png: Uint8Array; readonly width: number; readonly height: number };
}

export interface ComputerUseOptions {
  readonly phone: Phone;
  /** Asks a person about a provider's safety decision; without this function such a call is never performed. */
  readonly askPerson?: (question: string) => Promise<boolean>;
  /** The most pixels on the longer side of a screenshot; full size if absent. */
  readonly longestSide?: number;
  readonly signal?: AbortSignal;
}

/** Performs the calls of computer-use models on one phone; points are pixels of the image that the model saw last. */
export interface ComputerUser {
  /**
   * The screen for the model. `shown`: the size in which the image is sent to the model, if it is not the full size; it
   * has to have the same shape.
   */
  look(shown?: { readonly width: number; readonly height: number }): Promise<ComputerResult["screenshot"]>;
  /** Performs one call. A failure on the phone becomes words for the model; throws the signal's reason. */
  do(call: ComputerCall): Promise<ComputerResult>;
}
