import { serveStdio } from "../server/stdio.js";
import { openApp } from "./app.js";
import { type Command, readCommandLine } from "./command.js";
import { optionsHelp } from "./options-help.js";
import { EXIT, printText } from "./output.js";

const USAGE = `fovea serve [options]: the MCP server on standard input and output

${optionsHelp()}`;

/** Serves one client until it hangs up or we are told to end. Nothing is written to standard output but the protocol. */
export const serve: Command = async (args, signal) => {
  const { config, flags } = readCommandLine(args, { help: { type: "boolean" } }, 0);
  if (flags["help"]) {
    printText(USAGE);
    return EXIT.done;
  }
  await using app = openApp(config, { program: "fovea serve" });
  await serveStdio(app, signal);
  return EXIT.done;
};
