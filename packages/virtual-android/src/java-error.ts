import type { CommandCall } from "./command.js";

/** An exception of the framework, as its commands print it. */
export class JavaError extends Error {
  readonly className: string;
  /** The lines of the stack trace after "at ", the innermost first. */
  readonly frames: readonly string[];

  constructor(className: string, message: string, frames: readonly string[]) {
    super(message);
    this.name = "JavaError";
    this.className = className;
    this.frames = frames;
  }
}

export function illegalArgument(message: string, frames: readonly string[]): JavaError {
  return new JavaError("java.lang.IllegalArgumentException", message, frames);
}

function trace(error: JavaError): string {
  const head = error.message === "" ? error.className : `${error.className}: ${error.message}`;
  return [head, ...error.frames.map((frame) => `\tat ${frame}`)].map((line) => `${line}\n`).join("");
}

/** Prints an exception as ShellCommand does, and gives its exit status. `command` is the first argument. */
export async function printShellException(call: CommandCall, command: string, error: JavaError): Promise<number> {
  await call.stderr.write(`\nException occurred while executing '${command}':\n${trace(error)}`);
  return 255;
}

/** Prints an exception that ended an app_process program. The program is killed, so the status is that of SIGKILL. */
export async function printUncaught(call: CommandCall, error: JavaError): Promise<number> {
  await call.stderr.write(trace(error));
  return 137;
}
