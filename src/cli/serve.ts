import type { Config } from "../base/config.js";
import { later } from "../base/signals.js";
import type { PartsToCome } from "../server/parts-to-come.js";
import { serveStdio } from "../server/stdio.js";
import { type Command, readCommandLine } from "./command.js";
import { expectLongLife } from "./long-life.js";
import { Opening } from "./opening.js";
import { optionsHelp } from "./options-help.js";
import { EXIT, printText } from "./output.js";
import { pluginsOf } from "./plugins.js";

const USAGE = `fovea serve [options]: the MCP server on standard input and output, or over HTTP

${optionsHelp()}`;

/**
 * Serves one client until it disconnects, or many clients over HTTP until the signal aborts. Standard output contains
 * only the protocol; over HTTP, the address.
 */
export const serve: Command = async (call, signal) => {
  const { terminal, config, flags } = readCommandLine(call, { help: { type: "boolean" } }, 0);
  if (flags["help"]) {
    printText(terminal, USAGE);
    return EXIT.done;
  }
  using _life = expectLongLife();
  await checkPolicy(config);
  // The tools of plug-ins are in the list that a client requests first.
  await using opening = new Opening(config, await pluginsOf(config));
  await using gateway = config.farm.length === 0 ? null : await gatewayOf(config, signal);
  const pluginTools = [...opening.pluginTools, ...(gateway?.tools ?? [])];
  const parts: PartsToCome = { config, parts: opening.parts, pluginTools, ...(gateway && { remote: gateway.remote }) };
  if (config.http) {
    const { serveOverHttp } = await import("./serve-http.js");
    await serveOverHttp(parts, terminal, signal);
  } else await serveOneClient(parts, signal);
  return EXIT.done;
};

/**
 * Reads the guard's policy before a client is answered: it would not notice that the server ends soon after its
 * handshake. Errors: those of policyOf.
 */
async function checkPolicy(config: Config): Promise<void> {
  if (config.guardPolicy === undefined && config.guardAllow.length === 0) return;
  const { policyOf } = await import("../server/guard/guard.js");
  policyOf(config);
}

/** Connects to the farm before serving, because the list of tools depends on it. Errors: those of openGateway. */
async function gatewayOf(config: Config, signal: AbortSignal) {
  return await (await import("../app/farm/open-gateway.js")).openGateway(config, signal);
}

/** Time for a client's handshake and first lists; after that the parts for calls are loaded. */
const HANDSHAKE_MS = 150;

/**
 * After this time a client that calls at once has its first answer; other clients find all tools loaded when they call.
 */
const TOOLS_MS = 2_000;

/** Serves over standard input and output. Errors: those of the opening, which end the server even without a call. */
async function serveOneClient(opening: PartsToCome, signal: AbortSignal): Promise<void> {
  const failure = new AbortController();
  using _ = later(() => void opening.parts().catch((error) => failure.abort(error)), HANDSHAKE_MS);
  using _tools = later(() => void import("../tools/tools.js"), TOOLS_MS);
  await serveStdio(opening, AbortSignal.any([signal, failure.signal]));
  failure.signal.throwIfAborted();
}
