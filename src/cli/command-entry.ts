import type { Command, CommandCall } from "./command.js";
import type { CommandDescription } from "./command-description.js";

/** One command as help lists it. */
export interface CommandEntry extends CommandDescription {
  /** Loads it: a command is over in less time than all of them take to load. */
  readonly load: (program: Program) => Promise<Command>;
  /** It drives no device, or one of its own, so that there is nothing to record; false if absent. */
  readonly isNeverRecorded?: boolean;
  /** It is one call of a tool, and over with its answer; false if absent. */
  readonly isOneCall?: boolean;
}

/** The program that has all commands: for a command that is about the others. */
export interface Program {
  /** By name, in the order of help. */
  readonly commands: Readonly<Record<string, CommandEntry>>;
  /** Runs a command with its words, the name first; gives the exit code. */
  readonly run: (call: ProgramCall, signal: AbortSignal) => Promise<number>;
}

/** How the program was called. */
export type ProgramCall = Pick<CommandCall, "words" | "terminal">;
