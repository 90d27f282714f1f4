import { ShellSyntaxError } from "./cursor.js";
import { type ParsedLine, parseLine } from "./parser.js";
import type { Shell } from "./shell.js";
import { ShellError } from "./variables.js";

/** Runs a whole script line by line: lines before a syntax error are run. Errors: ShellError for a syntax error. */
export async function runSource(shell: Shell, text: string): Promise<void> {
  for (let at = 0; at < text.length; ) {
    const { commands, end } = parseOrFail(shell, text, at);
    await shell.interpreter.runList(shell, commands);
    at = end;
  }
}

/** Parses the commands of the line at `start`. Errors: ShellError for a syntax error. */
export function parseOrFail(shell: Shell, text: string, start: number): ParsedLine {
  try {
    return parseLine(text, { start, isFinal: true });
  } catch (error) {
    if (!(error instanceof ShellSyntaxError)) throw error;
    shell.line = error.line;
    throw new ShellError(error.message);
  }
}
