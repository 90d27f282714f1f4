import type { Phone } from "./phone.js";

/** Where a command writes. `write` resolves when the bytes were taken (back-pressure); it throws once nobody reads. */
export interface Output {
  write(chunk: string | Uint8Array): Promise<void>;
}

/** One running program on the virtual phone, as its own process would see the world. */
export interface CommandCall {
  /** argv[0] is the name the program was called by; all strings are already unquoted and expanded by the shell. */
  readonly argv: readonly string[];
  readonly phone: Phone;
  /** The bytes of standard input; ends at once where nothing is attached. */
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: ReadonlyMap<string, string>;
  /** Aborts when the process is killed: the stream closed (SIGHUP), `timeout`, a reboot, the phone's end. */
  readonly signal: AbortSignal;
  /** Waits in the phone's time; throws the signal's reason when killed. The only way for a command to wait. */
  sleep(ms: number): Promise<void>;
}

/** A program of the virtual phone: one file in `commands/`, one line in `commands.ts`. */
export interface Command {
  /** The name it is called by in the shell, for example `dumpsys`. */
  readonly name: string;
  /** True if the real thing is a shell script or app_process program: costs and process counts follow from it. */
  readonly isScript?: boolean;
  /** Runs it and gives the exit status, 0–255. */
  run(call: CommandCall): Promise<number>;
}
