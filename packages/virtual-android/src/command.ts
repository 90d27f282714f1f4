import type { Phone } from "./phone.js";

/**
 * An output of a command. `write` resolves when the bytes were read (back-pressure), and throws after the reader
 * closed.
 */
export interface Output {
  write(chunk: string | Uint8Array): Promise<void>;
}

/** One running program on the virtual phone, with its own standard streams and arguments. */
export interface CommandCall {
  /** argv[0] is the name of the program in the call; the shell has unquoted and expanded all strings. */
  readonly argv: readonly string[];
  readonly phone: Phone;
  /** The bytes of standard input; ends at once if no input is attached. */
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: ReadonlyMap<string, string>;
  /** Aborts when the process is killed: stream closed (SIGHUP), `timeout`, reboot, end of the phone. */
  readonly signal: AbortSignal;
  /** Waits in the phone's time; throws the signal's reason when killed. Commands must not wait in any other way. */
  sleep(ms: number): Promise<void>;
}

/** A program of the virtual phone: one file in `commands/`, one line in `commands.ts`. */
export interface Command {
  /** The command's name in the shell, for example `dumpsys`. */
  readonly name: string;
  /** Whether a real phone runs it as a shell script or app_process program; costs and process counts depend on it. */
  readonly isScript?: boolean;
  /** Runs the program, and gives its exit status, 0–255. */
  run(call: CommandCall): Promise<number>;
}
