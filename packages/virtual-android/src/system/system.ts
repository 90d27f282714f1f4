import type { ActivityLog } from "../activity-log.js";
import type { PhoneClock } from "../clock.js";
import type { CommandCall } from "../command.js";
import type { Costs } from "../costs.js";
import type { FaultScript } from "../fault-script.js";
import type { MemoryFiles } from "../files.js";
import type { Listeners } from "../linux/listeners.js";
import type { SignalName } from "../linux/signals.js";
import type { Phone } from "../phone.js";
import type { Descriptors } from "./descriptors.js";
import type { OpenFile } from "./open-file.js";
import type { OpenMode } from "./open-path.js";
import type { Process, Session } from "./process.js";
import type { ProcessFiles } from "./process-files.js";
import type { ProcessTable } from "./process-table.js";

/** A call of a program that uses processes or the working directory, as the shell and `ps` do. */
export interface SystemCall extends CommandCall {
  readonly process: Process;
  readonly system: System;
}

/** A program of the virtual phone that may use the system; every `Command` is one. */
export interface SystemCommand {
  readonly name: string;
  /** See `Command.isScript`. */
  readonly isScript?: boolean;
  /** Runs it and gives the exit status, 0–255. */
  run(call: SystemCall): Promise<number>;
}

/** The phone's programs by name. */
export type ProgramRegistry = ReadonlyMap<string, SystemCommand>;

/** The program that a name on a command line means. */
export type Program =
  | { readonly kind: "command"; readonly path: string; readonly command: SystemCommand }
  /** A text file that `interpreter` (path and at most one argument) runs. */
  | { readonly kind: "script"; readonly path: string; readonly interpreter: readonly string[] };

/** A program and its arguments, its name first. */
export interface ProgramCall {
  readonly program: Program;
  readonly argv: readonly string[];
}

/** The actions of programs on the connection between phone and host. */
export interface TransportActions {
  disconnect(): void;
  goOffline(forMs: number): void;
  /** `target`: "" or the word after `reboot`, for example "recovery". */
  reboot(target: string): void;
}

/** The parts of the phone's system; all shared by reference. */
export interface SystemParts {
  readonly phone: Phone;
  readonly files: MemoryFiles;
  readonly registry: ProgramRegistry;
  readonly processes: ProcessTable;
  readonly listeners: Listeners;
  readonly clock: PhoneClock;
  readonly log: ActivityLog;
  readonly faults: FaultScript;
  readonly transport: TransportActions;
  readonly seed: number;
}

/**
 * The differences between a new process and its parent. The new process owns the descriptors, which are closed if it
 * cannot be started.
 */
export interface SpawnOptions {
  readonly descriptors: Descriptors;
  readonly env?: ReadonlyMap<string, string>;
  readonly cwd?: string;
  /** Absent: the parent's session. Null: a new session, which the process leads. */
  readonly session?: Session | null;
  readonly ignoredSignals?: ReadonlySet<SignalName>;
}

/** The system's functions for processes: files and other processes. */
export interface System {
  readonly parts: SystemParts;
  /** Replaced when the profile changes. */
  costs: Costs;
  readonly apiLevel: number;
  filesOf(process: Process): ProcessFiles;
  /** Opens a file. Errors: SystemError as open(2). */
  open(process: Process, path: string, mode: OpenMode): OpenFile;
  /** Finds a program in `path`, or else in the process's PATH. Errors: SystemError as execvp(3). */
  find(process: Process, name: string, path?: string): Program;
  /** Starts a child that runs `body` in a copy of the parent. */
  fork(parent: Process, body: (child: Process) => Promise<number>, options: SpawnOptions): Process;
  /**
   * Starts a child that runs a program. Errors: SystemError if the program does not exist; no child is started then.
   */
  spawn(parent: Process, argv: readonly string[], options: SpawnOptions): Process;
  /** As `spawn`, for a program that was already found. */
  spawnProgram(parent: Process, call: ProgramCall, options: SpawnOptions): Process;
  /** Replaces the program of the process, and gives its exit status. Errors: SystemError as `find`. */
  exec(process: Process, argv: readonly string[]): Promise<number>;
  /** As `exec`, for a program that was already found. */
  execProgram(process: Process, call: ProgramCall): Promise<number>;
}
