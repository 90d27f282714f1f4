import type { FlowModel } from "../replay/flow/flow-model.js";
import { type CommandLine, textFlag, UsageError } from "./command.js";

/** The address of each provider's chat completions, null if the user has to name it, and the variable with the key. */
const PROVIDERS: Readonly<Record<string, { readonly url: string | null; readonly key: string }>> = {
  openai: { url: "https://api.openai.com/v1", key: "OPENAI_API_KEY" },
  // docs.ollama.com, OpenAI compatibility
  ollama: { url: "http://127.0.0.1:11434/v1", key: "FOVEA_MODEL_KEY" },
  compatible: { url: null, key: "FOVEA_MODEL_KEY" },
};

/**
 * The model that answers questions of flows about screenshots, named as in `fovea agent`; null for none. Errors:
 * UsageError.
 */
export function runModel({ flags, terminal, config }: Pick<CommandLine, "flags" | "terminal" | "config">) {
  const [spec, address] = [textFlag(flags, "model"), textFlag(flags, "model-url")];
  if (spec === undefined && address === undefined) return null;
  if (spec === undefined) throw new UsageError("--model-url is about a model: give --model PROVIDER:NAME");
  if (config.farm.length > 0) throw new UsageError("--model does not go with --farm");
  const [, provider = "", name = ""] = /^([^:]*):(.*)$/s.exec(spec.trim()) ?? [];
  const known = Object.hasOwn(PROVIDERS, provider) ? PROVIDERS[provider] : undefined;
  if (!known || name.trim() === "")
    throw new UsageError(`--model takes PROVIDER:NAME, of ${Object.keys(PROVIDERS).join(", ")}`);
  const url = address ?? known.url;
  if (url === null)
    throw new UsageError("--model compatible:… needs its address: --model-url http://127.0.0.1:8000/v1");
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError("--model-url takes the address of an API, like http://127.0.0.1:8000/v1");
  const key = terminal.env[known.key] ?? null;
  // An error about an invalid header would contain the key.
  if (key !== null && !/^[\x21-\x7e]+$/.test(key)) throw new UsageError(`${known.key} has characters that no key has`);
  if (key === null && provider === "openai") throw new UsageError(`--model: ${known.key} has no key`);
  const model: FlowModel = { name: name.trim(), url: url.endsWith("/") ? url.slice(0, -1) : url, key };
  return model;
}
