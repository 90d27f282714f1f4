import type { ProcessFiles } from "../system/process-files.js";
import type { List } from "./syntax.js";
import type { Variables } from "./variables.js";

/** The parts of the shell that expansion uses. */
export interface ExpansionContext {
  readonly variables: Variables;
  readonly positional: readonly string[];
  readonly files: ProcessFiles;
  hasOption(name: "nounset" | "noglob"): boolean;
  /** The value of `?`, `$`, `!`, `#`, `-`, a digit or a computed variable; undefined if it is not set. */
  parameter(name: string): string | undefined;
  /** Runs commands, and gives their output. */
  substitute(commands: List): Promise<string>;
}
