import { fstatSync } from "node:fs";
import { isatty } from "node:tty";

/** Where a command is typed: what it reads, writes and finds around it. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  /** For what comes of the command, and nothing else. */
  readonly output: NodeJS.WritableStream;
  /** For errors and questions. */
  readonly errors: NodeJS.WritableStream;
  /** Whether somebody sits there; false for pipes and files. */
  readonly isInteractive: boolean;
  /** Whether another program holds the other end of the input, as an MCP client does; false for files and nothing. */
  readonly isPiped: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** That of this process. */
export const OWN_TERMINAL: Terminal = {
  get input() {
    return process.stdin;
  },
  output: process.stdout,
  errors: process.stderr,
  isInteractive: isatty(0) && isatty(2),
  isPiped: isPipe(0),
  env: process.env,
};

function isPipe(descriptor: number): boolean {
  try {
    const kind = fstatSync(descriptor);
    return kind.isFIFO() || kind.isSocket();
  } catch {
    return false; // it is closed
  }
}
