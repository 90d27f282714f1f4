import type { CommandCall } from "./command.js";

/**
 * What a service does with `cmd SERVICE ARGS…` (and what the script of the same purpose, such as `wm`, forwards to
 * it). Gives the exit status; -1 of the framework is 255.
 */
export type ShellCommand = (call: CommandCall, args: readonly string[]) => Promise<number>;

/** The status of a ShellCommand that went wrong: -1. */
export const FAILED = 255;

/** Prints lines on stdout; gives 0. */
export async function print(call: CommandCall, ...lines: readonly string[]): Promise<number> {
  if (lines.length > 0) await call.stdout.write(`${lines.join("\n")}\n`);
  return 0;
}

/** Prints lines on stderr; gives the status of a failure. */
export async function complain(call: CommandCall, ...lines: readonly string[]): Promise<number> {
  await call.stderr.write(`${lines.join("\n")}\n`);
  return FAILED;
}

/** ShellCommand.handleDefaultCommands: the help, or that there is no such command. */
export async function defaultCommand(
  call: CommandCall,
  command: string | undefined,
  help: readonly string[],
): Promise<number> {
  const asksForHelp = command === undefined || command === "help" || command === "-h";
  await print(call, ...(asksForHelp ? help : [`Unknown command: ${command}`]));
  return FAILED;
}
