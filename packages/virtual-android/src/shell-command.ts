import type { CommandCall } from "./command.js";

/**
 * Performs `cmd SERVICE ARGS…` for a service (and what the script with the same purpose, such as `wm`, forwards to the
 * service). Gives the exit status; the framework's -1 is 255.
 */
export type ShellCommand = (call: CommandCall, args: readonly string[]) => Promise<number>;

/** The status of a failed ShellCommand: -1. */
export const FAILED = 255;

/** Prints lines on stdout, and gives 0. */
export async function print(call: CommandCall, ...lines: readonly string[]): Promise<number> {
  if (lines.length > 0) await call.stdout.write(`${lines.join("\n")}\n`);
  return 0;
}

/** Prints lines on stderr, and gives the status of a failure. */
export async function complain(call: CommandCall, ...lines: readonly string[]): Promise<number> {
  await call.stderr.write(`${lines.join("\n")}\n`);
  return FAILED;
}

/** ShellCommand.handleDefaultCommands: prints the help, or that the command is unknown. */
export async function defaultCommand(
  call: CommandCall,
  command: string | undefined,
  help: readonly string[],
): Promise<number> {
  const asksForHelp = command === undefined || command === "help" || command === "-h";
  await print(call, ...(asksForHelp ? help : [`Unknown command: ${command}`]));
  return FAILED;
}
