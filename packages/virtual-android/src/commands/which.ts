import { SystemError } from "../linux/errno.js";
import { defineTool, type Tool } from "../toybox/tool.js";

/** Prints the path of a program. */
export const which = defineTool({
  name: "which",
  flags: "a",
  async run(tool) {
    for (const name of tool.args) await printPath(tool, name);
    return undefined;
  },
});

async function printPath(tool: Tool, name: string): Promise<void> {
  try {
    await tool.write(`${tool.call.system.find(tool.call.process, name).path}\n`);
  } catch (error) {
    if (!(error instanceof SystemError) || error.errno === "EPIPE") throw error;
    tool.status = 1;
  }
}
