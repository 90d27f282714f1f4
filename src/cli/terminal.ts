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
  env: process.env,
};
