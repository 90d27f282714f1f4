import { realpath } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { AnyTool } from "../tool-contract/tool.js";
import { type Command, readCommandLine, UsageError } from "./command.js";
import { EXIT, printText } from "./output.js";
import { fieldsOf, runTool, toolFlags, usage } from "./tool-command.js";

interface HostFileWords {
  readonly name: string;
  /** The positional arguments; the first is the file. */
  readonly words: readonly [string, ...string[]];
  /** The option that allows folders for this file. */
  readonly folders: "apkDirs" | "filesDirs";
}

/**
 * The command of a tool that reads a file of this host. By typing the file's name, the user allows its folder, unless
 * an option names another one.
 */
export function hostFileCommand(tool: AnyTool, { name, words, folders }: HostFileWords): Command {
  return async (call, signal) => {
    const line = readCommandLine(call, toolFlags(tool), words.length);
    if (line.flags["help"]) {
      printText(line.terminal, usage(tool, name, words));
      return EXIT.done;
    }
    const fields = fieldsOf(tool, line, words);
    if (fields[words[0]] === undefined) throw new UsageError(`the file is missing: fovea ${name} FILE`);
    const [typed] = line.positionals;
    if (typed === undefined || line.config[folders].length > 0) return await runTool(tool, line, fields, signal);
    const path = await realpath(typed).catch(() => resolve(typed));
    const config = { ...line.config, [folders]: [dirname(path)] };
    return await runTool(tool, { ...line, config }, { ...fields, [words[0]]: path }, signal);
  };
}
