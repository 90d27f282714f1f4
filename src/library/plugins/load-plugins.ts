import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { FoveaError } from "../../base/errors.js";
import { abortable, deadline } from "../../base/signals.js";
import type { Plugins } from "../../tool-contract/plugins.js";
import type { RegisterPlugin } from "../types.js";
import { Registry } from "./registry.js";

/** A module that takes longer to load is treated as hung. */
const LOAD_MS = 30_000;

/**
 * Everything that modules and functions register, in their order. Errors: PLUGIN_UNUSABLE with the module and the
 * reason.
 */
export async function loadPlugins(
  paths: readonly string[],
  functions: readonly RegisterPlugin[] = [],
): Promise<Plugins> {
  const registry = new Registry();
  for (const path of paths) await register(registry, path, async () => await registerOf(path));
  for (const [place, one] of functions.entries()) await register(registry, `plugins[${place}]`, async () => one);
  return registry.plugins();
}

async function register(registry: Registry, source: string, load: () => Promise<RegisterPlugin>): Promise<void> {
  using limit = deadline(LOAD_MS, `the plug-in ${source}`, new AbortController().signal);
  try {
    const work = load().then(async (own) => await own(registry.from(source)));
    await abortable(work, limit.signal);
  } catch (cause) {
    if (cause instanceof FoveaError && cause.code === "PLUGIN_UNUSABLE") throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new FoveaError("PLUGIN_UNUSABLE", `the plug-in ${source} cannot be used: ${why}`, { cause });
  }
}

async function registerOf(path: string): Promise<RegisterPlugin> {
  const module: { readonly default?: unknown } = await import(pathToFileURL(resolve(path)).href);
  const { default: own } = module;
  if (!isRegister(own)) throw new FoveaError("PLUGIN_UNUSABLE", `the default export of ${path} is not a function`);
  return own;
}

function isRegister(value: unknown): value is RegisterPlugin {
  return typeof value === "function";
}
