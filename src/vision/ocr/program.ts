/** A program of the computer with its arguments, started without a shell. */
export interface ProgramCall {
  /** The program's name, which is searched in PATH, or its path. */
  readonly file: string;
  readonly args: readonly string[];
  /** Written to its standard input, which is then closed. */
  readonly input: Uint8Array;
  /** Variables that are added to the part of Fovea's environment which programs get. */
  readonly env: Readonly<Record<string, string>>;
  /** The most bytes of standard output; a program that writes more is killed. */
  readonly mostOutput: number;
}

export interface ProgramResult {
  /** The exit code; null if a signal ended it. */
  readonly code: number | null;
  readonly output: Uint8Array;
  /** The beginning of its output on standard error. */
  readonly complaint: string;
}

/**
 * Runs a program to its end; it is killed when the signal aborts. Code that may start programs passes this function to
 * code that may not. Errors: OCR_UNAVAILABLE if it cannot be started, OUTPUT_TOO_LARGE, the signal's reason.
 */
export type RunProgram = (call: ProgramCall, signal: AbortSignal) => Promise<ProgramResult>;
