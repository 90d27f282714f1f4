import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModel, ToolSet } from "ai";
import { AgentError } from "../agent-error.js";
import type { ModelOptions } from "../public-types.js";
import { boundedFetch } from "./bounded-fetch.js";
import { Meter } from "./meter.js";

export const PROVIDERS = ["anthropic", "openai", "google", "ollama", "compatible"] as const;
export type ProviderName = (typeof PROVIDERS)[number];

/** The variable that holds the key, as the provider documents it; null if the provider needs no key. */
export const KEY_VARIABLES: Readonly<Record<ProviderName, string | null>> = {
  anthropic: "ANTHROPIC_API_KEY",
  openai: "OPENAI_API_KEY",
  google: "GOOGLE_GENERATIVE_AI_API_KEY",
  ollama: null,
  compatible: null,
};

/** The address of Ollama's chat completions, compatible with OpenAI's (docs.ollama.com, OpenAI compatibility). */
const OLLAMA_URL = "http://127.0.0.1:11434/v1";

export interface OpenedModel {
  readonly provider: ProviderName;
  readonly name: string;
  readonly model: LanguageModel;
  readonly maxRetries: number;
  /** The provider's own web search tool; null if it has none. */
  readonly search: ToolSet | null;
  /** Counts the tokens of its answers. */
  readonly meter: Meter;
}

/**
 * Opens a model. `send` sends the requests instead of the built-in fetch. Errors: MODEL_UNUSABLE for a provider that
 * does not exist, or if the name, key or address that the provider needs is missing.
 */
export function openModel(options: ModelOptions, send?: typeof globalThis.fetch): OpenedModel {
  const { provider, name } = parseModel(options.model);
  const { maxRetries = 3 } = options;
  // Its warnings would appear among the output for people.
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
  const meter = new Meter();
  const { model, search } = create(provider, name, options, send);
  return { provider, name, maxRetries, meter, model: meter.measure(model), search };
}

/** Parses `PROVIDER:NAME`; names may contain colons. Errors: MODEL_UNUSABLE. */
export function parseModel(spec: string): { readonly provider: ProviderName; readonly name: string } {
  const [, word = "", name = ""] = /^([^:]*):(.*)$/s.exec(spec.trim()) ?? [];
  const provider = PROVIDERS.find((one) => one === word);
  if (provider === undefined || name.trim() === "")
    throw new AgentError("MODEL_UNUSABLE", `${JSON.stringify(spec)} is not a model`, {
      hint: `Write PROVIDER:NAME; the providers are ${PROVIDERS.join(", ")}.`,
    });
  return { provider, name: name.trim() };
}

function create(
  provider: ProviderName,
  name: string,
  options: ModelOptions,
  send: typeof globalThis.fetch | undefined,
): { readonly model: Parameters<Meter["measure"]>[0]; readonly search: OpenedModel["search"] } {
  const baseURL = addressOf(options.url);
  const fetch = boundedFetch(send);
  const place = { ...(baseURL === undefined ? {} : { baseURL }), fetch };
  const keyed = { ...place, apiKey: keyOf(provider, options) };
  if (provider === "anthropic") {
    const anthropic = createAnthropic(keyed);
    return { model: anthropic(name), search: { web_search: anthropic.tools.webSearch_20250305({ maxUses: 3 }) } };
  }
  if (provider === "openai") {
    const openai = createOpenAI(keyed);
    return { model: openai(name), search: { web_search: openai.tools.webSearch({}) } };
  }
  if (provider === "google") {
    const google = createGoogleGenerativeAI(keyed);
    return { model: google(name), search: { google_search: google.tools.googleSearch({}) } };
  }
  const url = baseURL ?? (provider === "ollama" ? OLLAMA_URL : undefined);
  if (url === undefined)
    throw new AgentError("MODEL_UNUSABLE", "a compatible model needs the address of its endpoint", {
      hint: "Name it: --model-url http://127.0.0.1:8000/v1",
    });
  const { apiKey } = options;
  const compatible = createOpenAICompatible({
    name: provider,
    baseURL: url,
    includeUsage: true,
    fetch,
    ...(apiKey === undefined || apiKey === "" ? {} : { apiKey: checkedKey(apiKey, provider) }),
  });
  return { model: compatible(name), search: null };
}

/**
 * The key, if it is valid in an HTTP header: the error for an invalid header quotes it. Errors: MODEL_UNUSABLE, without
 * the key.
 */
function checkedKey(key: string, provider: ProviderName): string {
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  const message = `the key for ${provider} holds a blank, a line break or another character that no key has`;
  throw new AgentError("MODEL_UNUSABLE", message, { hint: "Set it again, without what stands around it." });
}

function keyOf(provider: ProviderName, { apiKey }: ModelOptions): string {
  const variable = KEY_VARIABLES[provider];
  if (apiKey !== undefined && apiKey !== "") return checkedKey(apiKey, provider);
  if (variable === null) return "";
  throw new AgentError("MODEL_UNUSABLE", `there is no key for ${provider}`, {
    hint: `Set ${variable}, or use a model of this host: --model ollama:NAME.`,
  });
}

function addressOf(url: string | undefined): string | undefined {
  if (url === undefined) return undefined;
  const isWeb = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  if (!isWeb)
    throw new AgentError("MODEL_UNUSABLE", `${JSON.stringify(url)} is not the address of an API`, {
      hint: "Write one like http://127.0.0.1:8000/v1.",
    });
  return url.endsWith("/") ? url.slice(0, -1) : url;
}
