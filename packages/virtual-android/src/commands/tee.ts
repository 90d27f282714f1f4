import { defineTool } from "../toybox/tool.js";

/** Copies its input to files and to the output. */
export const tee = defineTool({
  name: "tee",
  flags: "ai",
  async run(tool) {
    const { process, system } = tool.call;
    const mode = tool.has("a") ? "append" : "write";
    const files = [];
    for (const path of tool.args) {
      const file = await tool.attempt(() => system.open(process, path, mode));
      if (file) files.push(file);
    }
    try {
      for await (const chunk of tool.call.stdin) {
        await tool.write(chunk);
        for (const file of files) await file.write(chunk, tool.call.signal);
      }
    } finally {
      for (const file of files) file.close();
    }
    return undefined;
  },
});
