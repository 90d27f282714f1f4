import { later } from "../base/signals.js";
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
 * Serves one client until it hangs up, or many over HTTP, until it has to end. On standard output there is nothing
 * but the protocol; over HTTP, where to find it.
 */
export const serve: Command = async (call, signal) => {
  const { terminal, config, flags } = readCommandLine(call, { help: { type: "boolean" } }, 0);
  if (flags["help"]) {
    printText(terminal, USAGE);
    return EXIT.done;
  }
  using _life = expectLongLife();
  // Their tools are in the list that a client asks for first.
  await using opening = new Opening(config, await pluginsOf(config));
  if (config.http) {
    const { serveOverHttp } = await import("./serve-http.js");
    await serveOverHttp(await opening.parts(), terminal, signal);
  } else await serveOneClient(opening, signal);
  return EXIT.done;
};

/** Time for the handshake and the lists of a client that asks at once; then what calls need is loaded beside it. */
const HANDSHAKE_MS = 150;

/** By then a client that calls at once has its first answer; for others all tools are there when they call. */
const TOOLS_MS = 2_000;

/** Errors: those of the opening, which end the server whether or not it was called. */
async function serveOneClient(opening: Opening, signal: AbortSignal): Promise<void> {
  const failure = new AbortController();
  using _ = later(() => void opening.parts().catch((error) => failure.abort(error)), HANDSHAKE_MS);
  using _tools = later(() => void import("../tools/tools.js"), TOOLS_MS);
  await serveStdio(opening, AbortSignal.any([signal, failure.signal]));
  failure.signal.throwIfAborted();
}
