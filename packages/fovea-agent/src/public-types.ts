import type { Phone } from "fovea-mcp";

/** How to reach a model. */
export interface ModelOptions {
  /**
   * `PROVIDER:NAME`, for example `anthropic:claude-sonnet-4-5`; the providers are `anthropic`, `openai`, `google`,
   * `ollama` and `compatible`, which is any endpoint that speaks OpenAI's chat completions.
   */
  readonly model: string;
  /** Not needed for `ollama`, and for `compatible` where the endpoint asks for none. */
  readonly apiKey?: string;
  /** Address of the provider's API; the provider's own if absent. `compatible` needs it. */
  readonly url?: string;
  /** How often a request that was refused for a while (429, 5xx) is sent again; 3 if absent. */
  readonly maxRetries?: number;
}

/** US dollars for a million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
}

/** What a run may take; it ends with `budget` at the first that is reached. */
export interface Limits {
  /** Actions, those that failed included; 30 if absent. */
  readonly maxSteps?: number;
  /** Tokens, input and output together. */
  readonly maxTokens?: number;
  /** US dollars; needs `price`. */
  readonly maxCost?: number;
}

/** Where the hint about a task comes from, which is asked for once and quoted to the model as untrusted data. */
export type GuideSource =
  | { readonly kind: "none" }
  /** What the caller remembers of such tasks; null for nothing. */
  | { readonly kind: "memory"; readonly recall: (task: string) => Promise<string | null> }
  /** The provider's own search on the web. */
  | { readonly kind: "model" }
  /** An MCP server with a tool for searching: the program and its arguments. */
  | { readonly kind: "mcp"; readonly command: readonly string[] };

/** What proves that a task is done. */
export interface Judged {
  readonly holds: boolean;
  readonly evidence: readonly string[];
}

export interface AgentOptions extends Limits {
  /** What is to be done. */
  readonly task: string;
  /** What it should lead to, in words for the model. */
  readonly expected?: string;
  /** A condition of docs/selectors.md that proves the task; looked at after each observation. */
  readonly expect?: string;
  /** Proves the task instead of `expect`, for what the screen does not show. */
  readonly judge?: (phone: Phone) => Promise<Judged>;
  readonly model: ModelOptions;
  readonly price?: Price;
  /** `none` if absent. */
  readonly guide?: GuideSource;
  /** Also sends a screenshot with refs drawn on it; the outline alone if absent. */
  readonly images?: boolean;
  /**
   * Lets the provider's own computer-use model do the task, by screenshots and places, in place of a graph; `model` is
   * one of that provider. Such a run cannot be resumed.
   */
  readonly computerUse?: ComputerCall["provider"];
  /** Whether the planner is asked after each step, or where something needs it alone; `needed` if absent. */
  readonly replan?: "needed" | "always";
  /** The folder of the run: checkpoint, journal of actions, log. Made where it is not there. */
  readonly folder: string;
  /**
   * Connects to the phone. The guard asks through `confirm`: pass it to `connect` with `options: { guard: "confirm" }`.
   * The run closes the phone.
   */
  readonly openPhone: (confirm: (question: string) => Promise<boolean>) => Promise<Phone>;
  /**
   * Asks a person whether a sensitive action may be done. Absent: the run stops there with `needs_person`, and can be
   * resumed.
   */
  readonly askPerson?: (question: string) => Promise<boolean>;
  /** What it throws, or rejects with, ends the run before its next step, with `CALLBACK_FAILED`. */
  readonly onEvent?: (event: AgentEvent) => unknown;
  readonly signal?: AbortSignal;
}

/** What happened, for a person who watches. */
export type AgentEvent =
  | { readonly kind: "plan"; readonly tasks: readonly string[] }
  | { readonly kind: "step"; readonly step: number; readonly did: string; readonly verdict: string }
  | { readonly kind: "question"; readonly question: string; readonly answer: boolean }
  | { readonly kind: "resumed"; readonly actions: number };

/**
 * How a run ended: `success`, the condition or the judge held; `finished`, the model says that it is done, and
 * nothing proves it; `failure`, the model gave up; `no_progress`, the same action on the same screen a third time;
 * `budget`; `error`; `needs_person`, nobody was there to be asked; `cancelled`.
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
  /** What a function of the program threw, which `CALLBACK_FAILED` is about. */
  readonly cause?: unknown;
}

export interface AgentResult {
  readonly end: EndKind;
  readonly message: string;
  /** What proves a success; the model's own words, quoted, for `finished` and `failure`. */
  readonly evidence: readonly string[];
  /** Set for `error`. */
  readonly error: AgentFailure | null;
  readonly actions: number;
  readonly observations: number;
  readonly usage: Usage;
  /** US dollars; null if no price is known. */
  readonly cost: number | null;
  readonly folder: string;
  /** Whether `runAgent` with the same folder goes on where this ended. */
  readonly isResumable: boolean;
}

/**
 * Does a task, or goes on with the one of the folder, which has to be the same. Throws an error with `code` and `hint`
 * for options that make no sense (MODEL_UNUSABLE, AGENT_RUN_UNUSABLE); everything later is part of the result.
 */
export type RunAgent = (options: AgentOptions) => Promise<AgentResult>;

/** A call of a function by a scripted model. */
export interface ScriptedCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** One answer of a scripted model: text, one or several calls of functions, or a failure of the server. */
export type ScriptedAnswer =
  | { readonly text: string }
  | { readonly call: ScriptedCall }
  | { readonly calls: readonly ScriptedCall[] }
  | { readonly status: number; readonly retryAfterMs?: number }
  | { readonly garbage: string };

/** What was asked of a scripted model, the same for all protocols. */
export interface ScriptedRequest {
  readonly protocol: "anthropic" | "openai" | "google" | "compatible";
  readonly model: string;
  readonly instructions: string;
  /** All texts of the conversation, the last one last. */
  readonly texts: readonly string[];
  readonly images: number;
  /** Names of the functions that may be called, and of the provider's own tools. */
  readonly functions: readonly string[];
  /** The request as it was sent. */
  readonly body: unknown;
}

export interface ScriptedModel extends AsyncDisposable {
  /** On 127.0.0.1; each protocol has its usual paths below it. */
  readonly url: string;
  readonly requests: readonly ScriptedRequest[];
  /** Options that lead to it. */
  options(protocol: ScriptedRequest["protocol"]): ModelOptions;
}

/**
 * A server on this host that answers as model providers do, by a function: for tests and for the demo, so that the real
 * clients run.
 */
export type StartScriptedModel = (
  answer: (request: ScriptedRequest, place: number) => ScriptedAnswer,
) => Promise<ScriptedModel>;

/** One call of a computer-use model. */
export type ComputerCall =
  | { readonly provider: "gemini"; readonly name: string; readonly args: unknown }
  | { readonly provider: "openai"; readonly actions: unknown; readonly safetyChecks?: unknown }
  | { readonly provider: "anthropic"; readonly input: unknown };

/** What goes back to the model. */
export interface ComputerResult {
  /** The result of each action, with the verdict, a line for each. */
  readonly text: string;
  /** False if something failed, or provably did nothing; what is true of the rest, the verdicts say. */
  readonly isDone: boolean;
  /** A person agreed to the provider's safety question: `safety_acknowledgement`, `acknowledged_safety_checks`. */
  readonly isAcknowledged: boolean;
  readonly screenshot: { readonly png: Uint8Array; readonly width: number; readonly height: number };
}

export interface ComputerUseOptions {
  readonly phone: Phone;
  /** Asks a person about a provider's safety decision; without it such a call is never done. */
  readonly askPerson?: (question: string) => Promise<boolean>;
  /** Screenshots have at most so many pixels on their longer side; full size if absent. */
  readonly longestSide?: number;
  readonly signal?: AbortSignal;
}

/** Does what computer-use models ask for, on one phone; places are those of the image that the model saw last. */
export interface ComputerUser {
  /**
   * The screen for the model. `shown`: the size that it is sent in, where that is not the full one, which has to have
   * the same shape.
   */
  look(shown?: { readonly width: number; readonly height: number }): Promise<ComputerResult["screenshot"]>;
  /** Does one call. What fails on the phone is words for the model; throws the signal's reason. */
  do(call: ComputerCall): Promise<ComputerResult>;
}
