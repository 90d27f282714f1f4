import { defineTool } from "../toybox/tool.js";

/** Prints the working directory. */
export const pwd = defineTool({
  name: "pwd",
  flags: "LP",
  async run(tool) {
    const { cwd } = tool.call.process;
    await tool.write(`${tool.has("P") ? tool.files.realPath(cwd) : cwd}\n`);
    return undefined;
  },
});
