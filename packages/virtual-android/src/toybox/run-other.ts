import { SystemError } from "../linux/errno.js";
import type { Tool } from "./tool.js";

/** Replaces the tool by another program, as `nohup` and `env` do; gives 126 or 127 if that fails. */
export async function runOther(tool: Tool, argv: readonly string[]): Promise<number> {
  const { process, system } = tool.call;
  const name = argv[0] ?? "";
  let program: ReturnType<typeof system.find>;
  try {
    program = system.find(process, name);
  } catch (error) {
    if (!(error instanceof SystemError)) throw error;
    await tool.complain(`exec ${name}: ${error.message}`);
    return error.errno === "ENOENT" ? 127 : 126;
  }
  return await system.execProgram(process, { program, argv });
}
