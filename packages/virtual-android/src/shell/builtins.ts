import { controlBuiltins } from "./builtins/control.js";
import { folderBuiltins } from "./builtins/folders.js";
import { jobBuiltins } from "./builtins/jobs.js";
import { lookupBuiltins } from "./builtins/lookup.js";
import { outputBuiltins } from "./builtins/output.js";
import { read } from "./builtins/read.js";
import { set } from "./builtins/set.js";
import { variableBuiltins } from "./builtins/variables.js";
import type { Builtin } from "./shell.js";

const BUILTINS: ReadonlyMap<string, Builtin> = new Map(
  [
    ...controlBuiltins,
    ...folderBuiltins,
    ...jobBuiltins,
    ...lookupBuiltins,
    ...outputBuiltins,
    read,
    set,
    ...variableBuiltins,
  ].map((builtin) => [builtin.name, builtin]),
);

/** The commands that run inside the shell; all others are searched in PATH. */
export function findBuiltin(name: string): Builtin | undefined {
  return BUILTINS.get(name);
}
