import { openReadingThreads } from "../observe/reading.js";
import { serveStdio } from "../server/stdio.js";
import { openApp } from "./app.js";
import { type Command, readCommandLine } from "./command.js";
import { optionsHelp } from "./options-help.js";
import { EXIT, printText } from "./output.js";
import { serveOverHttp } from "./serve-http.js";

const USAGE = `fovea serve [options]: the MCP server on standard input and output, or over HTTP

${optionsHelp()}`;

/**
 * Serves one client until it hangs up, or many over HTTP, until we are told to end. On standard output there is nothing
 * but the protocol; over HTTP, where to find it.
 */
export const serve: Command = async (call, signal) => {
  const { terminal, config, flags } = readCommandLine(call, { help: { type: "boolean" } }, 0);
  if (flags["help"]) {
    printText(terminal, USAGE);
    return EXIT.done;
  }
  await using workers = openReadingThreads();
  await using app = await openApp(config, { program: "fovea serve", workers });
  if (config.http) await serveOverHttp(app, terminal, signal);
  else await serveStdio(app, signal);
  return EXIT.done;
};
