import type { ProcessFiles } from "../system/process-files.js";
import type { List } from "./syntax.js";
import type { Variables } from "./variables.js";

/** What expansion asks of the shell. */
export interface ExpansionContext {
  readonly variables: Variables;
  readonly positional: readonly string[];
  readonly files: ProcessFiles;
  hasOption(name: "nounset" | "noglob"): boolean;
  /** `?`, `$`, `!`, `#`, `-`, digits and computed variables; undefined if it is not set. */
  parameter(name: string): string | undefined;
  /** The output of commands. */
  substitute(commands: List): Promise<string>;
}
