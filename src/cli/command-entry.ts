import type { Command } from "./command.js";

/** One command as help lists it. */
export interface CommandEntry {
  /** What follows its name. */
  readonly words: string;
  readonly about: string;
  /** One way to call it, as typed in a shell. */
  readonly example: string;
  /** Loads it: a command is over in less time than all of them take to load. */
  readonly load: () => Promise<Command>;
  /** The tools that it runs: what sentences about tools say in a shell. None if absent. */
  readonly tools?: readonly string[];
  /** It drives no device, or one of its own, so that there is nothing to record; false if absent. */
  readonly isNeverRecorded?: boolean;
  /** It is one call of a tool, and over with its answer; false if absent. */
  readonly isOneCall?: boolean;
}
