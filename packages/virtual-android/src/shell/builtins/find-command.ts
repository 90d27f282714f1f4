import { SystemError } from "../../linux/errno.js";
import { DEFAULT_PATH } from "../../system/programs.js";
import type { BuiltinCall, Shell } from "../shell.js";

/** The meaning of a name in the words of `command -v` (`short`) and `type` (`long`). */
export interface FoundCommand {
  readonly short: string;
  readonly long: string;
}

const RESERVED: ReadonlySet<string> = new Set(
  "if then elif else fi for in do done while until case esac function select time [[ ! { }".split(" "),
);

/** Null if the shell has no command of this name. */
export function findCommand(shell: Shell, name: string): FoundCommand | null {
  if (RESERVED.has(name)) return { short: name, long: `${name} is a reserved word` };
  if (shell.functions.has(name)) return { short: name, long: `${name} is a function` };
  const builtin = shell.interpreter.findBuiltin(name);
  if (builtin) return { short: name, long: `${name} is a ${builtin.isSpecial ? "special " : ""}shell builtin` };
  const path = findProgramPath(shell, name);
  return path === null
    ? null
    : { short: path, long: `${name} is ${name.includes("/") ? "" : "a tracked alias for "}${path}` };
}

/**
 * Prints the meaning of each name; the short form stops at the first unknown name. The status is 1 if a name is
 * unknown.
 */
export async function describeCommands(
  { shell, write }: BuiltinCall,
  names: readonly string[],
  isLong: boolean,
): Promise<number> {
  let status = 0;
  for (const name of names) {
    const found = findCommand(shell, name);
    if (found) await write(`${isLong ? found.long : found.short}\n`);
    else {
      status = 1;
      if (!isLong) break;
      await write(`${name} not found\n`);
    }
  }
  return status;
}

/** The path of a program in PATH; null if there is none. */
export function findProgramPath(shell: Shell, name: string): string | null {
  try {
    return shell.system.find(shell.process, name, shell.variables.get("PATH") ?? DEFAULT_PATH).path;
  } catch (error) {
    if (error instanceof SystemError) return null;
    throw error;
  }
}
