import { fstatSync } from "node:fs";
import { isatty } from "node:tty";

/** The terminal of a command: its input, outputs and environment. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  /** For results, and nothing else. */
  readonly output: NodeJS.WritableStream;
  /** For errors and questions. */
  readonly errors: NodeJS.WritableStream;
  /** Whether a person can answer; false for pipes and files. */
  readonly isInteractive: boolean;
  /** Whether the input is a pipe from another program, such as an MCP client; false for files and no input. */
  readonly isPiped: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The terminal of this process. */
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
