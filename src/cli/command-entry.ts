import type { Command, CommandCall } from "./command.js";
import type { CommandDescription } from "./command-description.js";

/** One command in the list of help. */
export interface CommandEntry extends CommandDescription {
  /** Loads the command: a command ends sooner than all of them could be loaded. */
  readonly load: (program: Program) => Promise<Command>;
  /** It uses no device, or a device of its own, so there is nothing to record; false if absent. */
  readonly isNeverRecorded?: boolean;
  /** It makes one call of a tool, and ends with the answer; false if absent. */
  readonly isOneCall?: boolean;
}

/** The program with all commands, for a command that uses the others. */
export interface Program {
  /** The commands by name, in the order of help. */
  readonly commands: Readonly<Record<string, CommandEntry>>;
  /** Runs a command with its words, beginning with the name; gives the exit code. */
  readonly run: (call: ProgramCall, signal: AbortSignal) => Promise<number>;
}

/** The words and the terminal of a call of the program. */
export type ProgramCall = Pick<CommandCall, "words" | "terminal">;
