/** A program of the host with fixed arguments, no shell between. */
export interface ProgramCall {
  /** A name to be looked for in PATH, or a path. */
  readonly file: string;
  readonly args: readonly string[];
  /** Given on its standard input, which is then closed. */
  readonly input: Uint8Array;
  /** Added to the little of our environment that programs are given. */
  readonly env: Readonly<Record<string, string>>;
  /** Bytes of its standard output; with more it is ended. */
  readonly mostOutput: number;
}

export interface ProgramResult {
  /** The exit code; null if a signal ended it. */
  readonly code: number | null;
  readonly output: Uint8Array;
  /** The beginning of what it said on standard error. */
  readonly complaint: string;
}

/**
 * Runs a program to its end; it is killed when the signal aborts. Who may start programs hands this to who may not.
 * Errors: OCR_UNAVAILABLE where it cannot be started, OUTPUT_TOO_LARGE, the signal's reason.
 */
export type RunProgram = (call: ProgramCall, signal: AbortSignal) => Promise<ProgramResult>;
